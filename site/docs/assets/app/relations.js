// What stands between two values that are to be compared: one issue for each facet that differs, and the verdict.
//
// An issue names a reason of the exported data (facet, effect, words) and fills in its slots.  No name and no number stands
// here; the order of the facets decides only the order of the reasons.

import { dimensions, equal, issue, power, sorted, stallTimes } from "./dimensions.js";
import { total, twin } from "./forms.js";

const EFFECTS = ["note", "converts", "blocks"];
const VERDICTS = { note: "comparable", converts: "convertible", blocks: "not-comparable" };
export const ORDER = ["comparable", "convertible", "not-comparable"];
const VOLUME = ["byte", "sector"];
const same = (a, b) => equal(sorted(a), sorted(b));
const both = (a, b) => a.filter((one) => b.includes(one));

/** The value of a name without its number: its facets, and what follows from them. */
export function quantity(book, facets) {
  const { atoms, names } = book;
  const { dimension, population } = facets;
  const windows = ["active", "elapsed"].includes(facets.window) ? [[facets.window, facets.window_unit]] : [];
  const counted = facets.percent || dimension.some(([atom]) => atoms[atom]?.counted);
  const inst = power(dimension, "inst") || power(dimension, "thread_inst");
  const kept = Object.fromEntries(population.map((one) => [one.split("=")[0], one.includes("=") ? one.slice(one.indexOf("=") + 1) : ""]));
  const each = names.flops[kept.op ?? ""];
  return {
    ...facets,
    label: facets.name,
    windows,
    cycles_of: cyclesOf(book, facets),
    references: facets.share === "peak" ? [facets.reference] : [],
    denominators: facets.denominator ? [facets.denominator] : [],
    throughputs: facets.aggregation ? [facets.aggregation] : [],
    places: counted ? [facets.unit] : [],
    collections: [facets.collection],
    flops: inst ? [each && kept.pred === "on" ? Number(each) : 0] : [],
    levels: VOLUME.some((atom) => power(dimension, atom)) ? [facets.unit] : [],
  };
}

function cyclesOf(book, facets) {
  const window = facets.quantity.startsWith("cycles_") ? facets.quantity.slice(7) : "";
  const plain = facets.window === "none" && !facets.population.length && !facets.stage;
  if (!plain || !["active", "elapsed"].includes(window)) return ["", ""];
  return [window, book.names.same_cycles[window]?.[facets.unit] ?? facets.unit];
}

/** Verdict, issues and identities of a pair of facets, given in the order of their names. */
export function compare(book, one, other) {
  if (one.name === other.name) return { verdict: ORDER[0], issues: [], known: [], sides: {} };
  const sides = { a: quantity(book, one), b: quantity(book, other) };
  let issues = relation(book, sides.a, sides.b);
  const strongest = issues.reduce((most, issue) => Math.max(most, EFFECTS.indexOf(book.reasons[issue.key].effect)), 0);
  let verdict = VERDICTS[EFFECTS[strongest]];
  let known = identities(book, one, other);
  if (!known.length && one.share === "peak" && other.share === "peak") known = peaks(book, one, other);
  if (verdict === "not-comparable" && known.some((row) => row.holds)) {
    // the identity settles what stood in the way; to be told it all the same would contradict the verdict
    issues = issues.filter((found) => book.reasons[found.key].effect !== "blocks");
    verdict = "convertible";
  }
  return { verdict, issues, known, sides };
}

function relation(book, a, b) {
  const found = [...collections(book, a, b)];
  if (found.some((one) => one.key === "sampled")) return [...stallTimes(book, a, b), ...found];
  for (const step of [dimensions, windows, scopes, references, populations]) found.push(...step(book, a, b));
  return found;
}

// --- how the values were gathered -------------------------------------------------------------------------------------

function* collections(book, a, b) {
  const slots = { ca: ["collections", "a"], cb: ["collections", "b"] };
  const sampled = [a, b].map((side) => both(side.collections, book.names.sampled));
  if (!same(...sampled)) yield issue("sampled", slots);
  else if (!same(a.collections, b.collections)) {
    const measured = [...a.collections, ...b.collections].every((one) => book.names.measured.includes(one));
    yield issue(measured ? "gathered_otherwise" : "not_measured", slots);
  }
  if (both(a.collections, b.collections).includes("warp sampler")) {
    const kept = [a, b].map((side) => side.population.filter((one) => one !== "not_issued"));
    if (a.population.includes("not_issued") !== b.population.includes("not_issued") && !same(...kept)) yield issue("sample_bases");
  }
}

// --- window, scope ----------------------------------------------------------------------------------------------------

function* windows(book, a, b) {
  const kinds = [a, b].map((side) => side.windows.map(([kind]) => kind));
  let slots = { wa: ["window", "a"], wb: ["window", "b"] };
  if (kinds[0].length && kinds[1].length && !same(...kinds)) {
    const twins = [twin(a), twin(b)];
    slots = { ...slots, ta: twins[0], tb: twins[1] };
    if (a.base === b.base) {
      const unit = [...a.windows, ...b.windows].find(([kind]) => kind === "active")[1];
      yield issue("window_twins", { ...slots, unit }, twins, `${unit}__cycles_active.avg / ${unit}__cycles_elapsed.avg`);
    } else yield issue("window", slots, twins);
  } else if (same(...kinds) && equal(kinds[0], ["active"]) && !equal(a.windows, b.windows)) {
    if (a.counter === b.counter && book.nested(a.unit, b.unit) && a.percent) yield issue("window_of_nested", slots, [twin(a), twin(b)]);
    else yield issue("window_of_units", slots);
  }
}

function onlyCycles(book, dimension) {
  const above = dimension.filter(([, exponent]) => exponent > 0);
  return above.length > 0 && above.every(([atom]) => book.atoms[atom]?.clock);
}

function* scopes(book, a, b) {
  if (!a.scope || !b.scope || a.percent || b.percent) return;
  const slots = { sa: ["scope", "a"], sb: ["scope", "b"] };
  const pure = onlyCycles(book, a.dimension) && onlyCycles(book, b.dimension);
  const units = [a.scope_unit, b.scope_unit];
  const twice = book.names.one_to_one.some((pair) => same(pair, units) && units[0] !== units[1]);
  const inner = book.nested(...units);
  if (a.scope !== b.scope) {
    const [single, side] = a.scope === "one" ? [a, "a"] : [b, "b"];
    if (["min", "max"].includes(single.reduction)) {
      // the busiest instance times their number is no total
      const t = total(single);
      yield issue("scope_extreme", { ...slots, r: ["reduction", side], s: ["label", side], t }, [t]);
      return;
    }
    const unit = single.scope_unit;
    yield issue("scope_total", { ...slots, unit }, [], `count(${unit})`);
  } else if (units[0] === units[1] || twice || (pure && a.scope === "one")) return;
  else if (a.scope === "all") {
    if (!pure || !inner) return;
    const elapsed = a.cycles_of[0] === "elapsed" && b.cycles_of[0] === "elapsed";
    yield issue(elapsed ? "scope_cycles_elapsed" : "scope_cycles", { ...slots, n: String(inner) }, [], elapsed ? String(inner) : "");
  } else if (inner) {
    const kinds = sorted([...a.windows, ...b.windows].map(([kind]) => kind));
    const active = a.windows.length && b.windows.length && equal(kinds, ["active"]) && !equal(a.windows, b.windows);
    yield issue(active ? "scope_nested_active" : "scope_nested", { ...slots, n: String(inner) }, [], String(inner));
  } else {
    const [ta, tb] = [total(a), total(b)];
    yield issue("scope_units", { ...slots, ta, tb }, [ta, tb]);
  }
}

// --- reference --------------------------------------------------------------------------------------------------------

function* references(book, a, b) {
  const apart = !same(a.denominators, b.denominators);
  if (a.dimension.length || b.dimension.length) {
    if (a.denominators.length && b.denominators.length && apart && equal(a.dimension, b.dimension)) yield otherDenominators(a, b);
    return;
  }
  for (const [side, other, key] of [[a, b, "a"], [b, a, "b"]]) {
    if (side.percent && side.share === "none" && other.percent && other.share !== "none") {
      const ratio = `${side.base}.ratio`;
      yield issue("no_share", { a: ["label", key], b: ["label", key === "a" ? "b" : "a"], ratio }, [ratio]);
      return;
    }
  }
  if (!a.share || !b.share) return;
  if (a.share === "peak" && b.share === "peak") {
    if (!otherPeaks(book, a, b)) return;
    const parts = [...partsOf(book, a, b), ...partsOf(book, b, a)];
    const wholes = parts.map(([whole]) => `breakdown:${whole}`);
    yield issue(parts.length ? "peaks_part" : "peaks", { pa: ["peaks", "a"], pb: ["peaks", "b"], t: wholes.join(", ") }, wholes);
    yield* throughputs(a, b, parts);
  } else if (a.share !== b.share) yield issue("share_of", { pa: ["share", "a"], pb: ["share", "b"] });
  else if (apart) yield otherDenominators(a, b);
}

function otherDenominators(a, b) {
  const looked = a.share === "look_ups" && b.share === "look_ups";
  return issue(looked ? "look_ups" : "denominators", { da: ["denominators", "a"], db: ["denominators", "b"] });
}

function otherPeaks(book, a, b) {
  if (same(a.references, b.references)) return false;
  return !(a.counter === b.counter && !a.aggregation && book.nested(a.unit, b.unit));
}

/** [throughput, constituent] where one of two percentages is a constituent of the other. */
function partsOf(book, side, other) {
  return sorted(side.throughputs).flatMap((whole) => {
    const below = constituents(book, whole);
    return sorted([...other.references, ...other.throughputs].filter((one) => below.has(one))).map((part) => [whole, part]);
  });
}

function* throughputs(a, b, parts) {
  const form = (side) => (side.name.startsWith(side.base) ? side.name.slice(side.base.length) : side.name);
  const key = form(a) === form(b) ? "constituent" : "constituent_form";
  for (const [t, c] of parts) yield issue(key, { t, c });
  const wholes = parts.map(([whole]) => whole);
  for (const t of sorted([...a.throughputs, ...b.throughputs])) if (!wholes.includes(t)) yield issue("throughput_of", { t });
}

/** Every counter and throughput below a throughput, on any chip. */
function constituents(book, throughput) {
  const found = new Set();
  const todo = [throughput];
  while (todo.length) {
    const fresh = (book.parts[todo.pop()] ?? []).filter((one) => !found.has(one));
    for (const one of fresh) found.add(one);
    todo.push(...fresh);
  }
  return found;
}

// --- population and place ---------------------------------------------------------------------------------------------

function* populations(book, a, b) {
  if (a.base === b.base && a.reduction !== b.reduction && a.scope === b.scope) {
    yield issue("reduction", { ra: ["reduction", "a"], rb: ["reduction", "b"] });
  }
  const alike = equal(a.dimension, b.dimension);
  const below = VOLUME.some((atom) => power(a.dimension, atom) < 0);
  if (below && alike && a.levels.length && b.levels.length && !same(a.levels, b.levels)) {
    yield issue("levels", { oa: ["levels", "a"], ob: ["levels", "b"] });
    return;
  }
  if (!alike && a.levels.length && b.levels.length && !same(a.levels, b.levels)) yield issue("places", { oa: ["places", "a"], ob: ["places", "b"] });
  if (!alike || a.percent) return;
  if (a.unit !== b.unit && a.places.length && b.places.length && !book.nested(a.unit, b.unit)) {
    yield issue("places", { oa: ["places", "a"], ob: ["places", "b"] });
    // all traffic of L2 beside that of the SMs
    for (const [whole, part, side] of [[a, b, "a"], [b, a, "b"]]) {
      const ofTheSms = ["sm", "smsp", "l1tex"].includes(part.unit) || part.population.includes("srcunit=tex");
      if (book.names.total_l2.includes(whole.base) && ofTheSms) yield issue("fabric", { a: ["label", side] });
    }
  } else if (!equal(a.population, b.population)) yield issue("populations");
}

// --- identities -------------------------------------------------------------------------------------------------------

/** Identities that hold two names and nothing else but numbers and instance counts. */
function identities(book, one, other) {
  const pair = sorted([one.name, other.name]);
  const found = [];
  for (const row of book.identities) {
    for (const facets of row.anchor ? [one, other] : [one]) {
      const bound = row.anchor ? match(row.anchor, facets.name) : {};
      if (!bound) continue;
      if (bound.X !== undefined) bound.U = facets.divisor;
      if (!Object.entries(row.where).every(([key, rule]) => allowed(rule, bound[key] ?? ""))) continue;
      const fill = (text) => text.replace(/\{([A-Z])\}/g, (whole, key) => bound[key] ?? whole);
      if (!equal(sorted(row.names.map(fill)), pair)) continue;
      found.push({ ...row, left: fill(row.left), right: fill(row.right) });
    }
  }
  return found;
}

/** Identities that say that two counters have the same peak, for percentages under one rollup. */
function peaks(book, one, other) {
  const rollups = sorted([one, other].map(({ suffix }) => (suffix.rollup === "sum" ? "avg" : suffix.rollup)));
  if (rollups.length > 1 || one.suffix.submetric !== other.suffix.submetric) return [];
  const peak = (side) => ({ ...side, name: `${side.base}.${rollups[0]}.peak_sustained` });
  return identities(book, peak(one), peak(other));
}

/** Bind the placeholders of a template to a name, or null; each takes the shortest text up to the next literal. */
function match(template, name) {
  const [first, ...rest] = template.split("{");
  if (!name.startsWith(first)) return null;
  const found = {};
  let at = first.length;
  for (const [index, piece] of rest.entries()) {
    const [key, literal] = [piece.slice(0, piece.indexOf("}")), piece.slice(piece.indexOf("}") + 1)];
    const last = index === rest.length - 1;
    const end = last ? name.length - literal.length : name.indexOf(literal, at);
    if (end <= at || (last && !name.endsWith(literal))) return null;
    const value = name.slice(at, end);
    if (value.includes(".") || (found[key] ?? value) !== value) return null;
    if (key === "R" && !["avg", "max", "min", "sum"].includes(value)) return null;
    found[key] = value;
    at = end + literal.length;
  }
  return at === name.length ? found : null;
}

function allowed(rule, value) {
  if (typeof rule === "string") return value === rule;
  if (Array.isArray(rule)) return rule.includes(value);
  const { not = [], has = [], without = [] } = rule;
  return !not.includes(value) && has.every((text) => value.includes(text)) && !without.some((text) => value.includes(text));
}
