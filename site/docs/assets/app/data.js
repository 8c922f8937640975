// Data files: loaded once, on demand, relative to this module.

import { filled, stripped } from "./text.js";

const HERE = new URL("data/", import.meta.url);

async function fetched(path) {
  const response = await fetch(new URL(path, HERE));
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** The exported knowledge base in one language. */
export class Store {
  /** `load` reads a path below data/; tests give their own. */
  constructor(lang, load = fetched) {
    this.lang = lang;
    this.load = load;
    this.files = new Map();
  }

  /** A data file, read once; a file that did not come is asked for again the next time. */
  file(path) {
    if (!this.files.has(path)) {
      const promise = this.load(path);
      promise.catch(() => this.files.delete(path));
      this.files.set(path, promise);
    }
    return this.files.get(path);
  }

  /** Load what every answer needs. */
  async ready() {
    if (this.core) return this;
    const [core, names, words] = await Promise.all(
      [`${this.lang}/core.json`, "names.json", "words.json"].map((path) => this.file(path)),
    );
    this.names = names.names.split("\n");
    this.place = new Map(this.names.map((name, index) => [name, index]));
    const listed = this.names.length - names.patterns;
    this.patterns = this.names.slice(listed);
    this.listed = this.names.slice(0, listed);
    this.lower = this.listed.map((name) => name.toLowerCase());
    this.size = names.size;
    this.kindOf = Array.from(names.kind, (letter) => names.kinds[letter.charCodeAt(0) - 97]);
    this.weights = names.weights;
    this.where = names.availability;
    this.listedChips = Object.values(core.families).flat();
    this.words = words;
    this.labels = new Set(words.labels);
    this.legacy = new Set(words.legacy);
    this.thingNumber = new Map(words.things.map((id, index) => [id, index]));
    this.chipNumber = new Map(core.chips.map((chip, index) => [chip, index]));
    this.core = core;
    return this;
  }

  /** A word of the interface. */
  word(key, slots = {}) {
    const text = this.core.words[key];
    return text === undefined ? key : filled(text, slots);
  }

  /** The listed base name (or pattern) that has a name's record, or "". */
  recordName(base) {
    if (this.place.has(base)) return base;
    for (const pattern of this.patterns) {
      const [start, end] = pattern.split("*");
      const middle = base.slice(start.length, base.length - end.length);
      const word = middle.replaceAll("_", "");
      if (base.startsWith(start) && base.endsWith(end) && word && /^[\p{L}\p{N}]+$/u.test(word)) return pattern;
    }
    return "";
  }

  /** Whether one of some chips is in one of some states ("y" listed, "l" in the library, "u" unknown) for a base name. */
  on(base, chips, states) {
    const marks = this.core.availability[this.where[this.place.get(this.recordName(base))]].on;
    return chips.some((chip) => states.includes(marks[this.chipNumber.get(chip)]));
  }

  /** A name if one of the chips has it, else the same counter under the name it has there; "" if there is none. */
  async spelledFor(name, chips, others = null) {
    const [prefix, rest] = this.prefix(name);
    const [base, suffix] = this.split(rest);
    if (!base || !chips.length || this.on(base, chips, "ylu")) return name;
    let same = others;
    if (!same) {
      const { row } = await this.row(base);
      same = (row.cp ?? []).filter(([, , sure]) => sure).map(([other]) => prefix + other + suffix);
    }
    const there = (other) => this.on(this.split(this.prefix(other)[1])[0], chips, "ylu");
    return same.find(there) ?? "";
  }

  /** Rows of related names, each as it is spelled on the chips; without those that none of the chips has. */
  async fitted(rows, chips) {
    const result = [];
    for (const { others, ...row } of rows) {
      const name = await this.spelledFor(row.name, chips, others);
      if (name && result.every((one) => one.name !== name)) result.push({ ...row, name });
    }
    return result;
  }

  /** Kind of a base name that a list holds. */
  kind(base) {
    return this.kindOf[this.place.get(this.recordName(base))];
  }

  /** The row of a base name with the shard it belongs to. */
  async row(base) {
    const name = this.recordName(base);
    const shard = await this.file(`${this.lang}/b-${Math.floor(this.place.get(name) / this.size)}.json`);
    return { row: shard.bases[name], shard, pattern: name !== base };
  }

  /** The answer for a thing ("term:occupancy"), or null. */
  async thing(id) {
    const number = this.thingNumber.get(id);
    if (number === undefined) return null;
    const rows = await this.file(`${this.lang}/t-${Math.floor(number / this.words.size)}.json`);
    return rows[id];
  }

  /** Things that a word stands for, as [kind, key]. */
  alias(word) {
    const found = Object.hasOwn(this.words.aliases, word) ? this.words.aliases[word] : [];
    return found.map((number) => {
      const id = this.words.things[number];
      const at = id.indexOf(":");
      return [id.slice(0, at), id.slice(at + 1)];
    });
  }

  /** The ncu prefixes in front of a name, and the rest. */
  prefix(name) {
    let prefix = "";
    let rest = name;
    for (let found = true; found; ) {
      found = false;
      for (const one of Object.keys(this.core.prefixes)) {
        if (rest.startsWith(one)) {
          prefix += one;
          rest = rest.slice(one.length);
          found = true;
        }
      }
    }
    return [prefix, rest];
  }

  /** Base name and suffix of a name that a list holds; ["", ""] if none does. */
  split(name) {
    let at = name.indexOf(".", Math.max(name.indexOf("__"), 0));
    while (at !== -1) {
      if (this.recordName(name.slice(0, at))) return [name.slice(0, at), name.slice(at)];
      at = name.indexOf(".", at + 1);
    }
    return this.recordName(name) ? [name, ""] : ["", ""];
  }

  /** Rollup, submetric and unexplained parts of a suffix, by the table of suffixes. */
  suffix(text) {
    const known = this.core.suffixes[text];
    if (known) return { text, rollup: known[0], submetric: known[1], unknown: [] };
    const rollups = Object.keys(this.core.rollups);
    const submetrics = Object.keys(this.core.submetrics).filter(Boolean).sort((a, b) => b.length - a.length);
    const found = { rollup: [], submetric: [], unknown: [] };
    let rest = text;
    let offset = 0;
    while (rest) {
      offset += 1;
      rest = rest.slice(1);
      const is = (word) => rest === word || rest.startsWith(word + ".");
      let word = rollups.find(is);
      if (word !== undefined) found.rollup.push(word);
      else if ((word = submetrics.find(is)) !== undefined) found.submetric.push(word);
      else {
        word = rest.split(".", 1)[0];
        found.unknown.push({ token: word, offset });
      }
      offset += word.length;
      rest = rest.slice(word.length);
    }
    return { text, rollup: found.rollup.join("."), submetric: found.submetric.join("."), unknown: found.unknown };
  }

  /** Chips meant by a chip's name, a compute capability (9.0, sm_90) or a product; [] if nothing is. */
  target(text) {
    const word = text.trim().toLowerCase();
    if (this.chipNumber.has(word)) return [word];
    let number = word;
    if (number.startsWith("sm")) number = number.slice(2);
    if (number.startsWith("_")) number = number.slice(1);
    if (number.startsWith("cc")) number = number.slice(2);
    number = number.trim();
    while (number.endsWith("a") || number.endsWith("f")) number = number.slice(0, -1);
    const dotted = number.includes(".") ? number : `${number.slice(0, -1)}.${number.slice(-1)}`;
    const chips = this.core.chips.filter((chip) => this.core.capabilities[chip] === dotted);
    if (chips.length) return chips;
    const key = this.product(text) || this.product(text.trim().replace(/^nvidia /i, ""));
    return key ? [this.words.chip_of[key]] : [];
  }

  /** The product that a text names, however it is spaced; "" if it names none. */
  product(text) {
    const key = text.toLowerCase().replaceAll("-", " ").replaceAll("_", " ").trim().split(/\s+/).join(" ");
    return Object.hasOwn(this.words.products, key) ? this.words.products[key] : "";
  }

  /** A word without quotes. */
  bare(text) {
    return stripped(text, "\"'“”「」");
  }
}
