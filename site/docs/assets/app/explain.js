// From a query to an answer: what kind of thing it is, and everything that the exported data say about it.

import { explainMetric } from "./metric.js";
import { Suggester } from "./suggest.js";
import { Questions } from "./questions.js";
import { blank, explainAlias, explainFamily, explainLabel, explainLegacy, invented } from "./things.js";
import { isAscii } from "./text.js";

/** Explains queries with the data of one store; the answers have the form of schema/explain.schema.json. */
export class Explainer {
  constructor(store) {
    this.store = store;
    this.suggester = new Suggester(store);
  }

  async explain(query, chips = []) {
    const { store } = this;
    const text = query.trim();
    const odd = /[^ \P{C}]|[^ \P{Z}]/u.test(text);
    if (!text || text.length > store.core.longest || odd) return this.unreadable(query);
    // words around a name are no part of its suffix
    const inWords = !isAscii(text) || /\s/.test(text);
    let answer = inWords ? null : await explainMetric(store, text, chips, this.suggester);
    if (!answer) {
      answer = await this.other(text, chips);
      if (chips.length && answer.related?.length) answer = { ...answer, related: await store.fitted(answer.related, chips) };
    }
    return { query, ...answer };
  }

  async other(text, chips) {
    const { store } = this;
    for (const step of [
      () => explainFamily(store, text),
      () => explainLegacy(store, text, chips, true),
      () => explainLabel(store, text, chips),
      () => explainLegacy(store, text, chips),
      () => explainAlias(store, text, chips),
      () => this.invented(text, chips),
      async () => (this.questions ??= await Questions.of(store)).explain(text, chips),
    ]) {
      const answer = await step();
      if (answer) return answer;
    }
    return this.unknown(text, chips);
  }

  unreadable(query) {
    const length = [...query].length;
    let why = this.store.word("query-signs");
    if (!query.trim()) why = this.store.word("query-empty");
    else if (length > 200) why = this.store.word("query-long", { n: length.toLocaleString("en-US") });
    const cut = [...query].slice(0, 200).join("");
    return { query: cut, status: "unknown", request: "unknown", meaning: blank(why), suggestions: [], sources: [] };
  }

  /** A name that people make up often, with what they mean by it. */
  async invented(text, chips) {
    const entry = await invented(this.store, text);
    if (!entry) return null;
    const answer = await this.unknown(text, chips);
    if (!entry.now.length) return answer;
    // what is meant is known, so names that merely look alike would mislead
    const meant = entry.now.map((name) => ({ name, distance: 0, why: entry.why }));
    return { ...answer, suggestions: await this.store.fitted(meant, chips) };
  }

  async unknown(text, chips) {
    const { store } = this;
    const spaced = text.includes(" ");
    const like = text.includes("__") || ((text.includes(".") || text.includes("_")) && !spaced);
    const [prefix, rest] = store.prefix(text);
    const answer = { query: text, status: "unknown", name: text };
    if (like && !spaced) {
      const dotted = rest.includes("__") ? rest.indexOf(".", rest.indexOf("__")) >= 0 : rest.includes(".");
      answer.request = dotted ? "empty-row" : "ends-the-run";
      if (prefix === "group:" || (prefix === "breakdown:" && dotted)) answer.request = "collects-nothing";
      answer.tokens = await this.pieces(text, prefix, rest);
      answer.meaning = blank(this.said(text, answer.tokens));
    } else {
      answer.request = spaced ? "unknown" : "ends-the-run";
      answer.meaning = blank(store.word("nothing-called"));
    }
    answer.suggestions = this.respelled(text, answer.tokens ?? []) ?? this.suggester.suggest(text, chips);
    answer.request_text = like ? store.core.requests[answer.request] : "";
    answer.sources = [];
    return answer;
  }

  /** The name with its warp state as the other way of measuring spells it. */
  respelled(text, tokens) {
    const stall = tokens.find((one) => one.role === "reason")?.text;
    const spellings = this.store.core.spellings[stall];
    if (!spellings) return null;
    const sampled = tokens.some((one) => one.role === "stage" && one.text.includes("pcsamp"));
    const spelled = spellings[sampled ? "sampled" : "counter"];
    const other = spelled ? text.replace(`stalled_${stall}`, `stalled_${spelled}`) : "";
    if (!other || other === text || !this.store.split(other)[0]) return null;
    return [{ name: other, distance: 0, why: this.store.word(sampled ? "spelled-sampling" : "spelled-counter") }];
  }

  said(text, tokens) {
    const unknown = tokens.filter((one) => one.role === "unknown");
    if (!unknown.length) return this.store.word("name-unlisted");
    if (!text.includes("__") || unknown.length >= 6) return this.store.word("name-unlike");
    const listed = unknown.map((one) => `“${one.text}” (${one.offset})`).join(", ");
    return this.store.word("name-unexplained", { listed });
  }

  /** The longest pieces that a listed name holds too, with what they mean there. */
  async pieces(text, prefix, rest) {
    const { store } = this;
    const { phrases, words, tokens, texts } = await store.file(`${store.lang}/lexicon.json`);
    const found = [];
    const add = (piece, offset, role, entry) => {
      const { short = "", long = "", mistaken_for = "" } = entry ?? {};
      found.push({ text: piece, offset, role, short, long, mistaken_for });
    };
    if (prefix) add(prefix, 0, "prefix", store.core.prefixes[prefix]);
    let start = text.length - rest.length;
    if (!rest.includes("__")) {
      add(text, 0, "unknown");
      return found;
    }
    // TPC.TriageCompute. in front of the unit
    const group = rest.slice(0, rest.lastIndexOf(".", rest.indexOf("__")) + 1);
    rest = rest.slice(group.length);
    const unitEnd = rest.indexOf("__");
    const dot = rest.indexOf(".", unitEnd);
    const base = dot < 0 ? rest : rest.slice(0, dot);
    const unit = base.slice(0, unitEnd);
    const entry = (number) => {
      const [role, ...numbers] = tokens[number];
      const [short, long, mistaken_for] = numbers.map((n) => texts[n]);
      return { role, short, long, mistaken_for };
    };
    const look = (piece) => (Object.hasOwn(phrases, piece) ? entry(phrases[piece][unit] ?? phrases[piece][""]) : null);
    for (const piece of group.split(".").slice(0, -1)) {
      const part = look(piece);
      const known = ["domain", "configuration"].includes(part?.role);
      add(piece, start, known ? part.role : "unknown", known ? part : null);
      start += piece.length + 1;
    }
    const owner = look(unit);
    if (unit) add(unit, start, owner?.role === "unit" ? "unit" : "unknown", owner?.role === "unit" ? owner : null);
    let at = unitEnd + 2;
    while (at < base.length) {
      if (base[at] === "_" || base[at] === ".") {
        at += 1;
        continue;
      }
      let end = base.length;
      let part = null;
      while (end > at && !(part = look(base.slice(at, end)))) end = base.lastIndexOf("_", end - 1);
      if (part?.role === "unit") part = null;
      if (!part) {
        const ends = [base.indexOf("_", at), base.indexOf(".", at)].filter((one) => one > 0);
        end = Math.min(base.length, ...ends);
        const word = base.slice(at, end);
        const quantity = found.some((one) => one.role === "quantity");
        if (quantity && Object.hasOwn(words, word)) part = entry(words[word]);
      }
      add(base.slice(at, end), start + at, part?.role ?? "unknown", part);
      at = end;
    }
    if (dot >= 0) this.suffixPieces(rest.slice(dot), start + dot, add);
    return found.sort((a, b) => a.offset - b.offset);
  }

  suffixPieces(suffixText, offset, add) {
    const { core } = this.store;
    const suffix = this.store.suffix(suffixText);
    for (const [role, key, entries] of [
      ["rollup", suffix.rollup, core.rollups],
      ["submetric", suffix.submetric, core.submetrics],
    ]) {
      const at = key ? suffixText.indexOf("." + key) : -1;
      if (at >= 0) add(key, offset + at + 1, role, entries[key]);
    }
    for (const one of suffix.unknown) add(one.token, offset + one.offset, "unknown");
  }
}
