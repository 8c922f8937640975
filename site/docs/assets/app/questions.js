// Questions in words: which entry they fit, else the names and concepts that they mention.

import { explainMetric } from "./metric.js";
import { describe, explainLabel, explainLegacy } from "./things.js";
import { edits, folded, isAscii, stripped } from "./text.js";

const SHORTEST_MISSPELT = 7;
const LONGEST_WORD = 40;
const BETWEEN = ["is", "=", ":", "was", "at", "reads", "of", "是", "为"];

/** Answers questions with the data of one store. */
export class Questions {
  static async of(store) {
    return new Questions(store, await store.file("questions.json"));
  }

  constructor(store, data) {
    Object.assign(this, { store, data });
    this.known = new Set(data.known);
    this.terms = data.terms;
  }

  async explain(text, chips) {
    if (folded(text).length < 4) return null;
    return (await this.entry(text)) ?? (await this.subject(text)) ?? this.mentioned(text, chips);
  }

  async entry(text) {
    const plain = folded(text);
    if (!plain.includes(" ") && isAscii(plain)) {
      // one word is a question only if it is the whole subject of an entry, like the text of an error
      const key = Object.keys(this.data.whole).find((one) => this.data.whole[one].every((group) => group.includes(plain)));
      return key ? this.store.thing(`question:${key}`) : null;
    }
    const asked = this.read(text);
    let best = null;
    for (const [key, groups] of Object.entries(this.data.when)) {
      let matched = 0;
      for (const group of groups) {
        const hits = group.filter(([word]) => occurs(word, asked)).map(([, weight]) => weight);
        matched = hits.length ? matched + Math.max(...hits) : -Infinity;
      }
      if (matched > 0 && (!best || groups.length > best[0] || (groups.length === best[0] && matched > best[1]))) {
        best = [groups.length, matched, key];
      }
    }
    return best && !this.foreign(asked) ? this.store.thing(`question:${best[2]}`) : null;
  }

  /** What "what is X" asks for, if X is a word that people use for something. */
  async subject(text) {
    const asked = stripped(folded(text), "?!.,。？！ ");
    let cut = asked;
    for (const frame of this.data.before) if (cut.startsWith(frame)) cut = cut.slice(frame.length).trimStart();
    for (const frame of this.data.after) if (cut.endsWith(frame)) cut = cut.slice(0, cut.length - frame.length).trimEnd();
    return cut === asked ? null : this.concept(cut);
  }

  async concept(word) {
    const found = this.store.alias(word);
    for (const kind of this.data.kinds) {
      const one = found.find(([other]) => other === kind);
      if (one) return describe(this.store, one[0], one[1], word);
    }
    return null;
  }

  async mentioned(text, chips) {
    const found = await this.named(text, chips);
    if (!found) return null;
    const [word, answer] = found;
    const note = [this.store.word("mentioned", { word }), answer.note ?? ""].filter(Boolean).join(this.store.lang === "en" ? " " : "");
    return { ...answer, note };
  }

  /** The word of a text that something is known about, and what. */
  async named(text, chips) {
    const { store } = this;
    for (const word of namesIn(text)) {
      let answer = (await explainMetric(store, word, chips)) ?? (await explainLegacy(store, word, chips));
      const [known] = answer ? [] : store.alias(word.toLowerCase());
      if (known) answer = await describe(store, known[0], known[1], word);
      if (answer) return [word, answer];
    }
    const asked = this.read(text);
    const stall = this.data.stalls.find((key) => {
      const words = key.replace(/_stall$/, "").replaceAll("_", " ");
      return [`stall ${words}`, `${words} stall`, `${words} stalls`, `stalled ${words}`].some((form) => occurs(form, asked));
    });
    if (stall) return [stall, await describe(store, "stall", stall, stall)];
    if (this.foreign(asked)) return null;
    const quantities = new Set(this.data.quantities);
    let rest = asked.text;
    for (const word of quantities) rest = rest.replaceAll(word, "");
    const spoken = [...spans(asked.text)]
      .filter((word) => store.alias(word).length || store.labels.has(word))
      .map((word) => [quantities.has(word) ? 0 : 1, word.length, asked.text.lastIndexOf(word), word])
      .sort((a, b) => b[0] - a[0] || b[1] - a[1] || b[2] - a[2] || (a[3] < b[3] ? 1 : -1));
    for (const [special, length, , word] of spoken) {
      // a product or an instruction set has a name that means nothing else: h200, tcgen05
      const own = isAscii(word) && /^[a-z]/i.test(word) && !/^[a-z]+$/i.test(word) && !word.includes(" ");
      if (length * 3 < (special ? rest : asked.text).length && !(length > 5 && word.includes(" ")) && !own) continue;
      const answer = (await this.concept(word)) ?? (await explainLabel(store, word, chips));
      if (answer) return [word, answer];
    }
    return null;
  }

  // --- reading ----------------------------------------------------------------------------------------------------------

  read(text) {
    const plain = this.respelt(folded(text));
    return { text: plain, names: namesIn(text).map((name) => name.toLowerCase()), percents: percentages(plain) };
  }

  /** The text with each long unknown word that is one edit from a word of the entries replaced by it. */
  respelt(text) {
    let result = text;
    for (const word of [...new Set(latinWords(text))].sort()) {
      if (word.length < SHORTEST_MISSPELT || word.length > LONGEST_WORD || this.known.has(word)) continue;
      const near = this.terms.find((term) => term === word) ?? this.terms.find((term) => edits(word, term, 1) <= 1);
      // another number of the same word is no misspelling
      if (near && word + "s" !== near && near !== word.replace(/s$/, "")) result = replaced(result, word, near);
    }
    return result;
  }

  /** Whether a text is about something else: several words that no entry knows, and none of the field. */
  foreign(asked) {
    if (asked.names.length || this.data.field.some((word) => occurs(word, asked))) return false;
    return new Set(latinWords(asked.text).filter((word) => word.length > 2 && !this.known.has(word))).size > 1;
  }
}

const ofWord = (char) => char !== undefined && /[a-z0-9_]/i.test(char);
const joined = (text, at, end) => (ofWord(text[at]) && ofWord(text[at - 1])) || (ofWord(text[end - 1]) && ofWord(text[end]));

/** Runs of ASCII letters, in which no digit or underscore stands. */
const latinWords = (text) => text.split(/[^A-Za-z0-9_]+/).filter((word) => /^[A-Za-z]+$/.test(word));

function replaced(text, word, by) {
  let [result, start] = ["", 0];
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, start)) {
    const end = at + word.length;
    result += text.slice(start, at) + (joined(text, at, end) ? word : by);
    start = end;
  }
  return result + text.slice(start);
}

/** What looks like a metric name in a text: a run of name characters with an underscore in it. */
function namesIn(text) {
  return text
    .split(/[^A-Za-z0-9_.:*]+/)
    .map((run) => [run, run.replace(/[.:]+$/, "").replace(/^\.+/, "")])
    .filter(([, name]) => name.replace(/^_+|_+$/g, "").includes("_"))
    .map(([, name]) => name);
}

/** Every number in a text that a percent sign follows, or that follows the name of a percentage. */
function percentages(text) {
  const words = text.replaceAll(",", " ").replaceAll("%", " % ").split(/\s+/).filter(Boolean);
  const found = [];
  let ofName = false;
  words.forEach((word, at) => {
    const number = numberAt(word);
    if (number !== null && (ofName || words[at + 1] === "%")) found.push(number);
    if (!BETWEEN.includes(word)) ofName = word.includes("__") && word.includes(".pct");
  });
  return found;
}

/** The number that ends a word. */
function numberAt(word) {
  let start = word.length;
  while (start && "0123456789.".includes(word[start - 1])) start -= 1;
  const digits = stripped(word.slice(start), ".");
  if (!digits || digits.split(".").length > 2 || (start && ofWord(word[start - 1]))) return null;
  return Number(digits);
}

/** Whether a word of a group stands in a question, not as a part of a longer Latin word. */
function occurs(word, asked) {
  if (word.startsWith("{")) return special(stripped(word, "{}"), asked);
  for (let at = asked.text.indexOf(word); at !== -1; at = asked.text.indexOf(word, at + 1)) {
    if (!joined(asked.text, at, at + word.length)) return true;
  }
  return false;
}

function special(word, asked) {
  if (word.startsWith("name")) {
    const part = (word.split(":")[1] ?? "").replaceAll(".", "_");
    const names = asked.names.filter((name) => name.includes("__")).map((name) => `_${name.replaceAll(".", "_")}_`);
    return part ? names.some((name) => name.includes(`_${part}_`)) : names.length > 0;
  }
  const sign = ["<", ">"].find((one) => word.includes(one)) ?? "";
  const [what, limit] = sign ? word.split(sign) : [word, "0"];
  const fitting = asked.percents.filter((p) => !sign || (sign === ">" ? p > Number(limit) : p < Number(limit)));
  if (what === "percents") return fitting.length > 1 && fitting.length === asked.percents.length;
  return fitting.length > 0;
}

/** Runs of up to five words, and in Chinese of up to twelve characters. */
function spans(text) {
  const words = text.replace(/[^\x00-\x7f]/g, " ").split(/\s+/).filter(Boolean).map((word) => stripped(word, "?!.,;:()"));
  const found = new Set();
  words.forEach((_, from) => {
    for (let to = from + 1; to <= Math.min(from + 5, words.length); to += 1) found.add(words.slice(from, to).join(" "));
  });
  if (!isAscii(text)) {
    for (let from = 0; from < Math.min(text.length, 200); from += 1) {
      for (let to = from + 2; to <= Math.min(from + 12, text.length); to += 1) found.add(text.slice(from, to));
    }
  }
  return found;
}
