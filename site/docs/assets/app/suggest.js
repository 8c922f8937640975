// The nearest real names and words to what no list holds, ranked as the command line ranks them.

import { edits, isAscii, suffixesLike, wordKey } from "./text.js";

const MOST = 5;
/** Likeness (1 less edits by length) that a word needs at least. */
const LIKE = 0.62;
/** Edits up to which a name may be a slip of the fingers; farther ones must hold every known word of the query. */
const TYPO = 3;

/** How often each letter occurs: two texts differ by at least half of what their letters differ. */
function letters(text) {
  const counts = new Uint8Array(40);
  for (let at = 0; at < text.length; at += 1) counts[text.charCodeAt(at) % 40] += 1;
  return counts;
}

function apart(a, b) {
  let more = 0;
  let fewer = 0;
  for (let at = 0; at < a.length; at += 1) {
    if (a[at] > b[at]) more += a[at] - b[at];
    else fewer += b[at] - a[at];
  }
  return Math.max(more, fewer);
}

/** [place, edits] of the candidates within some edits, nearest first, then in their order. */
function within(word, candidates, counts, most) {
  const own = letters(word);
  const found = [];
  for (let at = 0; at < candidates.length; at += 1) {
    const other = candidates[at];
    if (Math.abs(other.length - word.length) > most || apart(own, counts[at]) > most) continue;
    const distance = edits(word, other, most);
    if (distance <= most) found.push([at, distance]);
  }
  return found.sort((a, b) => a[1] - b[1] || a[0] - b[0]);
}

/** Ranks candidates; keeps their letters counted. */
class Ranking {
  constructor(candidates, weights) {
    this.candidates = candidates;
    this.weights = weights;
    this.counts = candidates.map(letters);
  }

  /** [candidate, edits] by number of edits, then weight, then name. */
  ranked(word, limit) {
    const furthest = Math.max(3, Math.floor(word.length / 3));
    const wanted = Math.max(limit * 8, 64);
    let found = [];
    // few edits first: with enough names so near, nothing further away can come before them
    for (let most = 2; ; most *= 2) {
      const now = Math.min(most, furthest);
      found = within(word, this.candidates, this.counts, now);
      if (found.length >= limit || now === furthest) break;
    }
    return found
      .slice(0, wanted)
      .sort((a, b) => a[1] - b[1] || this.weights[b[0]] - this.weights[a[0]] || (this.candidates[a[0]] < this.candidates[b[0]] ? -1 : 1))
      .slice(0, limit)
      .map(([at, distance]) => [this.candidates[at], distance]);
  }

  /** Places of candidates that are alike, the likest first. */
  closest(word, limit) {
    const found = [];
    const own = letters(word);
    this.candidates.forEach((other, at) => {
      const longest = Math.max(word.length, other.length);
      const most = Math.floor(longest * (1 - LIKE) + 1e-9);
      if (Math.abs(other.length - word.length) > most || apart(own, this.counts[at]) > most) return;
      const distance = edits(word, other, most);
      if (distance <= most) found.push([at, 1 - distance / longest]);
    });
    return found.sort((a, b) => b[1] - a[1] || a[0] - b[0]).slice(0, limit).map(([at]) => at);
  }
}

/** What to type instead of an unknown text. */
export class Suggester {
  constructor(store) {
    this.store = store;
    this.byName = new Ranking(store.listed, store.weights);
    const { words } = store;
    this.words = [...words.labels, ...Object.keys(words.aliases), ...words.legacy];
    this.byWord = null;
  }

  /** As `metric explain` suggests. */
  suggest(text, chips, limit = MOST) {
    const { store } = this;
    const [, rest] = store.prefix(text);
    let result = [];
    if (!rest.includes(" ") && rest.includes("_")) result = this.names(text, chips, limit);
    if (!result.length || rest.includes(" ") || !rest.includes("__")) {
      this.byWord ??= new Ranking(this.words, []);
      const wanted = wordKey(rest);
      for (const at of this.byWord.closest(wanted, limit)) {
        if (store.lang === "en" && !isAscii(this.words[at])) continue;
        const label = store.labels.has(this.words[at]) ? store.words.labels.indexOf(this.words[at]) : -1;
        const name = label >= 0 ? store.words.shown[label] : this.words[at];
        if (result.some((one) => one.name === name)) continue;
        const why = store.word(label >= 0 ? "is-label" : "is-word");
        result.push({ name, distance: edits(wanted, this.words[at]), why });
      }
      result.sort((a, b) => a.distance - b.distance);
    }
    return result.slice(0, limit);
  }

  /** The nearest names on the chips, each with a suffix that it can have. */
  names(text, chips, limit) {
    const { store } = this;
    let [prefix, rest] = store.prefix(text);
    let [base, suffix] = parts(rest);
    if (prefix === "group:") [prefix, base] = ["", prefix + base];
    let glued = "";
    for (const rollup of Object.keys(store.core.rollups)) {
      for (const end of [`_${rollup}`, `.${rollup}`]) {
        if (!suffix && base.endsWith(end)) [base, glued] = [base.slice(0, -end.length), `.${rollup}`];
      }
    }
    const lower = base.toLowerCase();
    const cased = store.listed.filter((_, place) => store.lower[place] === lower);
    let found = cased.length ? cased.map((name) => [name, 1]) : this.byName.ranked(base, limit * 3);
    if (glued && found.length && found[0][1] > 2) {
      const whole = this.byName.ranked(`${base}_${glued.slice(1)}`, limit * 3);
      if (whole.length && whole[0][1] < found[0][1]) [found, glued] = [whole, ""];
    }
    const counts = this.vocabulary();
    const known = [...wordsOf(base)].filter((word) => counts.has(word));
    const result = [];
    for (const [name, distance] of found) {
      const own = distance > TYPO ? wordsOf(name) : null;
      if ((own && !known.every((word) => own.has(word))) || !this.exists(name, chips)) continue;
      const [form, extra] = this.suffixFor(name, suffix || glued);
      const all = distance + extra;
      let why = store.word(all === 1 ? "edits-one" : "edits-many", { n: all });
      if (name === base) why = store.word("dot-before");
      else if (cased.length) why = store.word("same-letters");
      result.push({ name: prefix + name + form, distance: all, why });
      if (result.length === limit) break;
    }
    return result.length ? result : this.sharing(text, chips);
  }

  /** Names of the same unit that share the words of a query, above all the rarest one; at most three. */
  sharing(text, chips) {
    const { store } = this;
    const [prefix, rest] = store.prefix(text);
    const [base, suffix] = parts(rest);
    const counts = this.vocabulary();
    const weigh = (word) => Math.log(store.listed.length / counts.get(word));
    const rare = new Map([...wordsOf(base)].filter((word) => counts.has(word)).map((word) => [word, weigh(word)]));
    if (!rare.size) return [];
    const rarest = [...rare].reduce((best, one) => (one[1] > best[1] ? one : best))[0];
    const unit = base.split("__")[0];
    const rated = [];
    for (const name of store.listed) {
      if (name.split("__")[0] !== unit || name === base) continue;
      const words = wordsOf(name);
      // variants for the sampler only where the query means them
      if (!words.has(rarest) || (words.has("realtime") && !rare.has("realtime"))) continue;
      let score = 0;
      for (const [word, weight] of rare) if (words.has(word)) score -= 2 * weight;
      for (const word of words) if (!rare.has(word)) score += weigh(word);
      rated.push([score, name]);
    }
    rated.sort((a, b) => (Math.abs(a[0] - b[0]) > 1e-9 ? a[0] - b[0] : a[1] < b[1] ? -1 : 1));
    const why = store.word("words-in-common");
    return rated
      .filter(([, name]) => this.exists(name, chips))
      .slice(0, 3)
      .map(([, name]) => ({ name: prefix + name + this.suffixFor(name, suffix)[0], distance: edits(base, name), why }));
  }

  /** The suffix of a suggestion, and by how many letters it differs from the one asked for. */
  suffixFor(name, wanted) {
    const kind = this.store.kind(name);
    const { suffixes, usual } = this.store.core.kinds[kind];
    if (!wanted || !suffixes.length) return [kind === "throughput" ? usual : "", 0];
    if (suffixes.includes(wanted)) return [wanted, 0];
    // the suffix of another kind says nothing about the one that is wanted here
    return Object.hasOwn(this.store.core.suffixes, wanted) ? [usual, 0] : suffixesLike(wanted, suffixes)[0];
  }

  exists(name, chips) {
    return !chips.length || this.store.on(name, chips, "yu");
  }

  /** Every word of a listed name, and in how many names it stands. */
  vocabulary() {
    if (!this.counts) {
      this.counts = new Map();
      for (const name of this.store.listed) for (const word of wordsOf(name)) this.counts.set(word, (this.counts.get(word) ?? 0) + 1);
    }
    return this.counts;
  }
}

/** Base and suffix by their form alone. */
function parts(name) {
  const at = name.indexOf(".", Math.max(name.indexOf("__"), 0));
  return at < 0 ? [name, ""] : [name.slice(0, at), name.slice(at)];
}

const wordsOf = (name) => new Set(name.replaceAll(".", "_").split("_").filter(Boolean));
