// What stands between two values whose dimensions differ: a form, a factor, a clock, or nothing that converts.

import { perSecond, percentage } from "./forms.js";

export const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
export const sorted = (list) => [...new Set(list)].sort();

/** The exponent of an atom; 0 if it does not occur. */
export const power = (dimension, atom) => dimension.find(([one]) => one === atom)?.[1] ?? 0;

/** A dimension times another to a power. */
function times(a, b, exponent = 1) {
  const result = new Map(a);
  for (const [atom, one] of b) result.set(atom, (result.get(atom) ?? 0) + exponent * one);
  return [...result].filter(([, one]) => one).sort((x, y) => (x[0] < y[0] ? -1 : 1));
}

function replaced(dimension, old, now) {
  const exponent = power(dimension, old);
  return exponent ? times(times(dimension, [[old, exponent]], -1), [[now, exponent]]) : dimension;
}

const stalls = (facets) => facets.population.some((kept) => kept.startsWith("stall="));

/** One facet that differs: a reason of the exported data, with what fills its slots. */
export const issue = (key, slots = {}, names = [], factor = "") => ({ key, slots, names, factor });

export function* dimensions(book, a, b) {
  if (equal(a.dimension, b.dimension)) {
    if (!a.dimension.length && a.percent !== b.percent) yield issue("percent_ratio", {}, [], "100");
    return;
  }
  const units = { ua: ["measure", "a"], ub: ["measure", "b"] };
  if (a.base === b.base) {
    yield issue("forms", { ...units, fa: ["formula", "a"], fb: ["formula", "b"] }, [a.name, b.name]);
    return;
  }
  if (a.share && b.share && stalls(a) && stalls(b)) {
    yield issue("stall_bases", { da: a.denominator, db: b.denominator });
    return;
  }
  const found = betweenClocks(book, a, b, units) ?? betweenThings(book, a, b, units);
  if (found) {
    if (found.key) yield found;
    return;
  }
  const rest = [...ofShares(a, b)];
  if (!rest.length) rest.push(...ofIssues(book, a, b));
  if (!rest.length) rest.push(...stallTimes(book, a, b));
  yield* rest.length ? rest : [issue("dimensions", units)];
}

/** Waiting of warps held against a length of time or of cycles. */
export function* stallTimes(book, a, b) {
  for (const [waiting, other, side] of [[a, b, "a"], [b, a, "b"]]) {
    const length = other.dimension.length === 1 && (book.clocks(other.dimension).length || power(other.dimension, "second"));
    if (stalls(waiting) && !stalls(other) && length && !equal(waiting.dimension, other.dimension)) {
      yield issue("stall_time", { ua: ["measure", "a"], ub: ["measure", "b"], a: ["label", side] });
      return;
    }
  }
}

/** A percentage held against cycles of waiting for each instruction, or against an amount per second. */
function* ofShares(a, b) {
  for (const [share, other, side, beside] of [[a, b, "a", "b"], [b, a, "b", "a"]]) {
    if (!share.percent) continue;
    const slots = { a: ["label", beside], b: ["label", side], ua: ["measure", beside] };
    if (stalls(other) && power(other.dimension, "inst") === -1) yield issue("stall_percent", slots);
    else if (share.share === "peak" && power(other.dimension, "second") === -1) {
      const p = percentage(other);
      yield issue("rate_share", { ...slots, p }, [p]);
    }
  }
}

/** Cycles with an issue for each cycle, held against warps or instructions for each cycle. */
function* ofIssues(book, a, b) {
  for (const [issues, other, side, beside] of [[a, b, "a", "b"], [b, a, "b", "a"]]) {
    if (!book.names.issues.includes(issues.counter) || issues.percent || issues.dimension.length) continue;
    const above = other.dimension.filter(([, exponent]) => exponent > 0).map(([atom]) => atom);
    const below = other.dimension.filter(([, exponent]) => exponent < 0).map(([atom]) => atom);
    const counted = equal(above, ["warp"]) || equal(above, ["inst"]);
    if (counted && below.every((atom) => book.atoms[atom]?.clock)) {
      yield issue("issued", { a: ["label", side], b: ["label", beside] }, [], "1");
    }
  }
}

/** Whether two dimensions are one once an atom is exchanged for another, of which each has one. */
function swapped(a, b, old, now) {
  const each = [a, b].every((side) => Boolean(power(side, old)) !== Boolean(power(side, now)));
  return each && equal(replaced(a, old, now), replaced(b, old, now));
}

const anyClock = (book, dimension, by = "cycle") => book.clocks(dimension).reduce((found, atom) => replaced(found, atom, by), dimension);

function betweenClocks(book, a, b, units) {
  const [left, right] = [book.clocks(a.dimension), book.clocks(b.dimension)];
  if (left.length && right.length && equal(anyClock(book, a.dimension), anyClock(book, b.dimension))) {
    if (a.dimension.length === 1) return issue("clocks", units);
    const elapsed = (side) => side.quantity.startsWith("cycles_elapsed");
    if (power(anyClock(book, a.dimension), "cycle") === 1 && elapsed(a) && elapsed(b)) return issue("clock_rates");
    const [ta, tb] = [perSecond(a), perSecond(b)];
    return issue("clocks_of_rates", { ua: ["one", left[0]], ub: ["one", right[0]], ta, tb }, [ta, tb]);
  }
  for (const [cycles, time] of [[a, b], [b, a]]) {
    if (cycles.dimension.length === 1 && book.clocks(cycles.dimension).length && equal(time.dimension, [["second", 1]])) {
      const clock = `${cycles.unit}__cycles_elapsed.avg.per_second`;
      return issue("cycles_time", { ...units, clock }, [clock]);
    }
    const clocks = book.clocks(cycles.dimension);
    const rate = clocks.length === 1 && power(cycles.dimension, clocks[0]) === -1;
    if (rate && equal(anyClock(book, cycles.dimension, "second"), time.dimension)) {
      const t = perSecond(cycles);
      return issue("rate_forms", { ...units, t, a: ["label", "a"], b: ["label", "b"] }, [t]);
    }
  }
  return null;
}

function betweenThings(book, a, b, units) {
  const [left, right] = [a.dimension, b.dimension];
  if (swapped(left, right, "thread_inst", "inst")) {
    const accesses = (side) => side.population.filter((one) => !one.startsWith("pred"));
    return issue(equal(accesses(a), accesses(b)) ? "granularity" : "granularity_apart", units);
  }
  for (const [counted, operations, side, other] of [[a, b, "a", "b"], [b, a, "b", "a"]]) {
    const level = power(counted.dimension, "thread_inst") ? "thread_inst" : "inst";
    if (!power(operations.dimension, "op") || !swapped(left, right, level, "op")) continue;
    if (level === "thread_inst" && equal(counted.flops, [1])) return issue("");
    if (level === "thread_inst" && counted.flops.length && !counted.flops.includes(0)) {
      const n = String(Math.max(...counted.flops));
      return issue("fma_operations", { a: ["label", side], n, k: "1" }, [], counted.flops.length === 1 ? n : "");
    }
    return issue("instructions_as_operations", { a: ["label", side], b: ["label", other], ua: ["measure", side], ub: ["measure", other] });
  }
  const { numbers } = book.names;
  if (swapped(left, right, "sector", "byte")) return issue("sectors_bytes", units, [], String(numbers.sector_bytes));
  if (swapped(left, right, "warp", "thread")) return issue("warps_threads", units, [], String(numbers.warp_threads));
  if (swapped(left, right, "block", "warp")) return issue("blocks_warps", units, [], `ceil(launch__block_size / ${numbers.warp_threads})`);
  if (swapped(left, right, "block", "thread")) return issue("blocks_threads", units, [], "launch__block_size");
  if (swapped(left, right, "wave", "wavefront")) return issue("waves", units);
  if (swapped(left, right, "bank_conflict", "wavefront")) return issue("conflicts", units);
  const rests = [left, right].map((dimension) => withoutCounted(book, dimension));
  return rests[0] && rests[1] && equal(...rests) ? issue("things", units) : null;
}

/** The dimension without the one thing it counts, or null if it counts none or several. */
function withoutCounted(book, dimension) {
  const above = dimension.filter(([atom, exponent]) => exponent === 1 && book.atoms[atom]?.counted);
  return above.length === 1 ? times(dimension, [[above[0][0], 1]], -1) : null;
}

