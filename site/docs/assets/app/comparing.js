// A comparison in words: the facets side by side, one verdict, every reason, and what to use instead.

import { ORDER, compare } from "./relations.js";
import { filled } from "./text.js";

const LONGEST = 90;

/** Compare full names; the result has the form of schema/compare.schema.json. */
export function comparison(book, texts) {
  const found = texts.map((text) => book.of(text));
  const reasons = new Map();
  const instead = new Map();
  const identities = new Map();
  let verdict = ORDER[0];
  found.forEach((first, index) => {
    for (const second of found.slice(index + 1)) {
      const [one, other] = first.name <= second.name ? [first, second] : [second, first];
      const pair = compare(book, one, other);
      if (ORDER.indexOf(pair.verdict) > ORDER.indexOf(verdict)) verdict = pair.verdict;
      for (const row of pair.known) if (!identities.has(row.id)) identities.set(row.id, row);
      tell(book, pair, reasons, instead);
    }
  });
  for (const row of identities.values()) {
    const key = `identity\n${row.text}`;
    const effect = row.holds ? "converts" : "note";
    if (!reasons.has(key)) reasons.set(key, { facet: "identity", effect, names: [row.left, row.right], text: row.text });
  }
  const order = ["blocks", "converts", "note"];
  const words = found.map((one) => book.inWords(one));
  const keys = Object.keys(words[0]);
  return {
    names: texts,
    asked: texts,
    verdict,
    reasons: [...reasons.values()].sort((a, b) => order.indexOf(a.effect) - order.indexOf(b.effect)),
    instead: verdict === ORDER[0] ? [] : [...instead.values()],
    identities: [...identities.values()].map(({ id, chips }) => ({ id, chips })),
    facets: Object.fromEntries(keys.map((key) => [key, words.map((one) => one[key])])),
    differs: keys.filter((key) => new Set(words.map((one) => one[key])).size > 1),
  };
}

function tell(book, { issues, sides }, reasons, instead) {
  for (const issue of issues) {
    const entry = book.reasons[issue.key];
    const slots = { a: ["label", "a"], b: ["label", "b"], ...issue.slots };
    const words = Object.fromEntries(Object.entries(slots).map(([key, mark]) => [key, typeof mark === "string" ? mark : word(book, mark, sides)]));
    const text = book.reason(issue.key, "text", words);
    const names = [sides.a.label, sides.b.label];
    const at = `${entry.facet}\n${text}`;
    if (!reasons.has(at)) reasons.set(at, { facet: entry.facet, effect: entry.effect, names, text });
    const advice = book.reason(issue.key, "instead", words);
    if (!advice) continue;
    const add = (key, row) => {
      if (!instead.has(`${advice}\n${key}`)) instead.set(`${advice}\n${key}`, { ...row, text: advice });
    };
    if (issue.factor) add(issue.factor, { factor: issue.factor });
    for (const name of issue.names) if (!names.includes(name)) add(name, { name });
    if (![...instead.values()].some((row) => row.text === advice)) add("", {});
  }
}

/** A mark of a reason in words. */
function word(book, [what, which], sides) {
  const side = sides[which];
  const join = (pieces) => pieces.join(book.lang === "en" ? ", " : "、") || "?";
  if (what === "phrase") return book.word("phrases", which);
  if (!side) return book.atoms[which].one;
  switch (what) {
    case "label":
      return short(side.label);
    case "measure":
      return book.measure(side.dimension, side.percent);
    case "window":
      return windows(book, side);
    case "scope":
      return book.scope(side.scope_unit, side.scope);
    case "collections":
      return join(side.collections.map((one) => book.word("collections", one)).sort());
    case "reduction":
      return book.word("reductions", side.reduction);
    case "places":
    case "levels":
      return join([...side[what]].sort().map((unit) => book.unit(unit)));
    case "peaks":
      return join(peaks(book, side));
    case "share":
      if (side.share === "peak") return book.word("phrases", "of_peak", { p: join(peaks(book, side)) });
      return book.word("phrases", "of_look_ups", { p: join([...side.denominators].sort()) });
    case "formula":
      return formula(book, side);
    default:
      return join([...side[what]].sort());
  }
}

/** Whose peak: that of a counter, or of whichever constituent of a throughput is the largest. */
function peaks(book, side) {
  return [...side.references].sort().map((one) => (side.throughputs.includes(one) ? book.word("phrases", "largest_of", { t: one }) : one));
}

function short(label) {
  const half = LONGEST / 2;
  return label.length <= LONGEST ? label : `${label.slice(0, half - 1)} … ${label.slice(1 - half)}`;
}

function windows(book, side) {
  const found = side.windows.length ? side.windows : side.cycles_of[0] ? [side.cycles_of] : [];
  const words = [...new Set(found.map(([kind, unit]) => book.window(kind, unit)))];
  return words.length ? words.join(book.lang === "en" ? ", " : "、") : book.word("windows", "none");
}

function formula(book, side) {
  const text = book.store.core.submetrics[side.suffix.submetric]?.formula;
  if (!text) return side.label;
  const slots = { base: side.base, rollup: side.suffix.rollup, active: `${side.unit}__cycles_active`, elapsed: `${side.unit}__cycles_elapsed` };
  return `${side.label} = ${filled(text, slots)}`;
}
