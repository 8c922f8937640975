// Answers for what is no listed name: patterns, labels, older names, concepts, invented names, questions.

import { explainMetric } from "./metric.js";
import { folded, glob, isAscii, wordKey } from "./text.js";

/** A meaning with its summary alone. */
export const blank = (summary) => ({ summary, counts: "", denominator: "", answers: "", does_not_say: "" });
const unique = (list) => [...new Set(list)];

// --- patterns ---------------------------------------------------------------------------------------------------------

/** Spell out {a,b} groups, or null if there are too many alternatives or a brace is left open. */
export function expandBraces(text, most) {
  let results = [""];
  let rest = text;
  while (rest.includes("{")) {
    const at = rest.indexOf("{");
    const before = rest.slice(0, at);
    const end = rest.indexOf("}", at);
    if (end < 0) return null;
    const options = rest.slice(at + 1, end).replaceAll("|", ",").split(",");
    rest = rest.slice(end + 1);
    if (results.length * options.length > most) return null;
    results = results.flatMap((r) => options.map((option) => r + before + option.trim()));
  }
  return results.map((r) => r + rest);
}

function angles(text) {
  let result = "";
  let rest = text;
  while (rest.includes("<")) {
    const at = rest.indexOf("<");
    const end = rest.indexOf(">", at);
    result += rest.slice(0, at) + (end < 0 ? rest.slice(at) : "*");
    rest = end < 0 ? "" : rest.slice(end + 1);
  }
  return result + rest;
}

export async function explainFamily(store, text) {
  let [prefix, rest] = store.prefix(text);
  if (prefix.includes("regex:")) {
    // which names an expression matches is for the command line to say
    return {
      status: "family",
      request: "expands",
      name: text,
      meaning: blank(store.core.prefixes["regex:"].text),
      request_text: store.core.requests.expands,
      suggestions: [],
      sources: [],
    };
  }
  rest = rest.replaceAll("…", "*").replaceAll("...", "*");
  const braces = rest.includes("{") && rest.includes("}");
  if (!(rest.includes("*") || braces || (rest.includes("<") && rest.includes(">"))) || rest.includes(" ")) return null;
  if (!rest.replaceAll("*", "")) return null;
  const patterns = expandBraces(angles(rest), store.core.most);
  if (!patterns) return null;
  const members = matches(store, patterns);
  const count = members.length;
  // a star is a shorthand in prose; ncu itself knows none
  const request = count || !rest.includes("*") ? "unknown" : "ends-the-run";
  const note = text.includes("*") ? { note: store.word("pattern-note") } : {};
  return {
    ...note,
    status: count ? "family" : "unknown",
    request,
    name: text,
    meaning: blank(store.word(count ? "pattern-matches" : "pattern-matches-none", { count })),
    members: members.slice(0, store.core.shown),
    members_total: count,
    request_text: store.core.requests[request],
    suggestions: [],
    sources: [],
  };
}

function matches(store, patterns) {
  const found = [];
  for (const pattern of patterns) {
    const dot = pattern.indexOf(".", Math.max(pattern.indexOf("__"), 0));
    const whole = dot < 0 || pattern.slice(dot, dot + 7).includes(".Triage");
    const [base, suffix] = whole ? [pattern, ""] : [pattern.slice(0, dot), pattern.slice(dot)];
    for (const name of store.listed) {
      if (!glob(base, name)) continue;
      if (!suffix) found.push(name);
      else {
        const legal = store.core.kinds[store.kind(name)].suffixes;
        found.push(...legal.filter((one) => glob(suffix, one)).map((one) => name + one));
      }
    }
  }
  return unique(found);
}

// --- labels -----------------------------------------------------------------------------------------------------------

export async function explainLabel(store, text, chips) {
  const word = store.bare(text);
  const key = wordKey(word);
  if (!store.labels.has(key)) return null;
  const entry = await store.thing(`label:${key}`);
  // "hit rate" asks for the concept, "Hit Rate" for the label
  if (entry.label !== word && concept(store, word)) return null;
  const meanings = [];
  for (const [metric, section, where, capability, spans] of entry.rows) {
    const one = { metric, section, where };
    if (capability) one.compute_capability = capability;
    if (chips.length && !covers(store, spans, chips)) continue;
    const found = metric ? await explainMetric(store, metric, chips) : null;
    one.summary = found ? found.meaning.summary : "";
    one.unit_of_measure = found ? found.unit_of_measure : "";
    meanings.push(one);
  }
  const metrics = unique(meanings.map((one) => one.metric));
  const answer = {
    status: "label",
    name: entry.label,
    meanings,
    metrics,
    suggestions: [],
    sources: store.core.label_sources,
  };
  const known = concept(store, text);
  if (known) answer.concept = known;
  if (metrics.length === 1) {
    const one = await explainMetric(store, metrics[0], chips);
    if (one) {
      answer.sources = [...answer.sources, ...one.sources];
      for (const field of ["meaning", "pitfalls", "unit_of_measure", "collect", "related"]) answer[field] = one[field];
      answer.metric = metrics[0];
    }
  }
  answer.meaning ??= blank(store.word("label-of-many", { count: metrics.length }));
  if (store.legacy.has(text)) answer.also_legacy = text;
  return answer;
}

const concept = (store, text) =>
  store.alias(wordKey(text)).map(([kind, key]) => (kind === "term" || kind === "stall" ? `${kind}:${key}` : "")).find(Boolean);

/** Whether a row of a label is shown on one of some chips, by its spans of compute capabilities. */
function covers(store, spans, chips) {
  // "8" in a section's range is compute capability 8.0, not all of 8.x
  const number = (text) => {
    const [major, minor] = text.split(".");
    return Number(major) * 1000 + Number(minor || 0);
  };
  return chips.some((chip) => {
    const capability = store.core.capabilities[chip];
    if (capability === undefined) return true;
    const have = number(capability);
    return spans.some((span) => {
      const [low, high = low] = span.split("-");
      return (low ? number(low) : 0) <= have && have <= (high ? number(high) : Infinity);
    });
  });
}

// --- older names, words -----------------------------------------------------------------------------------------------

export async function explainLegacy(store, text, chips, exact = false) {
  const key = [text, ...(exact ? [] : [text.toLowerCase()])].find((one) => store.legacy.has(one));
  if (key === undefined) return null;
  const { answer, exact: related } = await store.thing(`legacy:${key}`);
  const request = text.includes(".") ? "empty-row" : "ends-the-run";
  const found = { ...answer, name: text, request, request_text: store.core.requests[request] };
  if (answer.sources.length) found.sources = [{ ...answer.sources[0], what: text }];
  if (exact && related) found.related = related;
  const { now, why } = answer.legacy;
  if (!now || !chips.length) return found;
  const there = await store.spelledFor(now, chips);
  const lacks = there ? "" : store.word("chip-lacks", { chips: chips.join(" "), name: now });
  found.legacy = { ...answer.legacy, now: there || now, why: [why, lacks].filter(Boolean).join(store.lang === "en" ? " " : "") };
  found.suggestions = answer.suggestions.map((one) => ({ ...one, name: there || now }));
  return found;
}

export async function explainAlias(store, text, chips) {
  const word = store.bare(text);
  let found = store.alias(wordKey(word));
  if (!found.length && !isAscii(word)) found = store.alias(folded(word));
  if (!found.length) {
    const key = store.product(word);
    if (key) found = [["product", key]];
  }
  if (!found.length) return null;
  const others = found.filter(([kind]) => kind !== "legacy");
  if (!others.length) return explainLegacy(store, found[0][1], chips);
  const rank = ([kind]) => (store.core.first.includes(kind) ? store.core.first.indexOf(kind) : store.core.first.length);
  const best = others.reduce((a, b) => (rank(b) < rank(a) ? b : a));
  return describe(store, best[0], best[1], word);
}

/** The answer for an entry that is no metric. */
export async function describe(store, kind, key, query) {
  const answer = { ...(await store.thing(`${kind}:${key}`)) };
  if (kind !== "rule" && store.labels.has(wordKey(query))) {
    const label = await store.thing(`label:${wordKey(query)}`);
    answer.metrics = unique(label.rows.map(([metric]) => metric));
  }
  return answer;
}

export async function invented(store, text) {
  const [, rest] = store.prefix(text);
  return store.thing(`invented:${rest.split(".", 1)[0].toLowerCase()}`);
}
