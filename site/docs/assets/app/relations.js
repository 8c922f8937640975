// What stands between two values that are to be compared: one issue for each facet that differs, and the verdict.
//
// An issue names a reason of the exported data (facet, effect, words) and fills in its slots.  No name and no number stands
// here; the order of the facets decides only the order of the reasons.

const EFFECTS = ["note", "converts", "blocks"];
const VERDICTS = { note: "comparable", converts: "convertible", blocks: "not-comparable" };
export const ORDER = ["comparable", "convertible", "not-comparable"];
const VOLUME = ["byte", "sector"];

const equal = (a, b) => JSON.stringify(a) === JSON.stringify(b);
const sorted = (list) => [...new Set(list)].sort();
const same = (a, b) => equal(sorted(a), sorted(b));
const both = (a, b) => a.filter((one) => b.includes(one));

/** The exponent of an atom; 0 if it does not occur. */
const power = (dimension, atom) => dimension.find(([one]) => one === atom)?.[1] ?? 0;

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

const swapped = (a, b, old, now) => equal(replaced(a, old, now), replaced(b, old, now));
const stalls = (facets) => facets.population.some((kept) => kept.startsWith("stall="));

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
  const issues = relation(book, sides.a, sides.b);
  const strongest = issues.reduce((most, issue) => Math.max(most, EFFECTS.indexOf(book.reasons[issue.key].effect)), 0);
  let verdict = VERDICTS[EFFECTS[strongest]];
  const known = identities(book, one, other);
  if (verdict === "not-comparable" && known.some((row) => row.holds)) verdict = "convertible";
  return { verdict, issues, known, sides };
}

function relation(book, a, b) {
  const found = [...collections(book, a, b)];
  if (found.some((issue) => issue.key === "sampled")) return found;
  for (const step of [dimensions, windows, scopes, references, populations]) found.push(...step(book, a, b));
  return found;
}

const issue = (key, slots = {}, names = [], factor = "") => ({ key, slots, names, factor });

// --- how the values were gathered -------------------------------------------------------------------------------------

function* collections(book, a, b) {
  const slots = { ca: ["collections", "a"], cb: ["collections", "b"] };
  const sampled = [a, b].map((side) => both(side.collections, book.names.sampled));
  if (!same(...sampled)) yield issue("sampled", slots);
  else if (!same(a.collections, b.collections)) yield issue("gathered_otherwise", slots);
  if (both(a.collections, b.collections).includes("warp sampler")) {
    const kept = [a, b].map((side) => side.population.filter((one) => one !== "not_issued"));
    if (a.population.includes("not_issued") !== b.population.includes("not_issued") && !same(...kept)) yield issue("sample_bases");
  }
}

// --- dimension, clock, granularity ------------------------------------------------------------------------------------

function* dimensions(book, a, b) {
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
  for (const [stalled, other] of [[a, b], [b, a]]) {
    const length = other.dimension.length === 1 && (book.clocks(other.dimension).length || power(other.dimension, "second"));
    if (stalls(stalled) && !stalls(other) && length) {
      yield issue("stall_time", { ...units, a: ["label", stalled === a ? "a" : "b"] });
      return;
    }
  }
  yield issue("dimensions", units);
}

const anyClock = (book, dimension) => book.clocks(dimension).reduce((found, atom) => replaced(found, atom, "cycle"), dimension);

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
      return issue("fma_operations", { a: ["label", side], n: String(Math.max(...counted.flops)), k: "1" });
    }
    return issue("instructions_as_operations", { a: ["label", side], b: ["label", other], ua: ["measure", side], ub: ["measure", other] });
  }
  const { numbers } = book.names;
  if (swapped(left, right, "sector", "byte")) return issue("sectors_bytes", units, [], String(numbers.sector_bytes));
  if (swapped(left, right, "warp", "thread")) return issue("warps_threads", units, [], String(numbers.warp_threads));
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
    const unit = a.scope === "one" ? units[0] : units[1];
    yield issue("scope_total", { ...slots, unit }, [], `count(${unit})`);
  } else if (units[0] === units[1] || twice || (pure && a.scope === "one")) return;
  else if (a.scope === "all") {
    if (!pure || !inner) return;
    const elapsed = a.cycles_of[0] === "elapsed" && b.cycles_of[0] === "elapsed";
    yield issue(elapsed ? "scope_cycles_elapsed" : "scope_cycles", { ...slots, n: String(inner) }, [], elapsed ? String(inner) : "");
  } else if (inner) {
    const kinds = sorted([...a.windows, ...b.windows].map(([kind]) => kind));
    const active = equal(kinds, ["active"]) && !equal(a.windows, b.windows);
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
    yield issue("peaks", { pa: ["references", "a"], pb: ["references", "b"] });
    yield* throughputs(book, a, b);
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

function* throughputs(book, a, b) {
  for (const [side, other] of [[a, b], [b, a]]) {
    for (const name of side.throughputs) {
      const below = constituents(book, name);
      const parts = sorted([...other.references, ...other.throughputs].filter((one) => below.has(one)));
      for (const part of parts) yield issue("constituent", { t: name, c: part }, [`breakdown:${name}`]);
      if (!parts.length) yield issue("throughput_of", { t: name });
    }
  }
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
  if (!alike || a.percent) return;
  if (a.unit !== b.unit && a.places.length && b.places.length && !book.nested(a.unit, b.unit)) {
    yield issue("places", { oa: ["places", "a"], ob: ["places", "b"] });
  } else if (!equal(a.population, b.population)) yield issue("populations");
}

// --- other forms of a name --------------------------------------------------------------------------------------------

/** What stands behind the base and its dot. */
function cut(side) {
  const at = side.name.lastIndexOf(`${side.base}.`);
  return at < 0 ? ["", side.name] : [side.name.slice(0, at), side.name.slice(at + side.base.length + 1)];
}

/** The name in the other window. */
function twin(side) {
  const at = side.name.indexOf(`${side.base}.`);
  if (at < 0) return side.name;
  const head = side.name.slice(0, at);
  const tail = side.name.slice(at + side.base.length + 1);
  for (const [here, there] of [["_active", "_elapsed"], ["_elapsed", "_active"]]) {
    if (tail.includes(here)) return `${head}${side.base}.${tail.replaceAll(here, there)}`;
  }
  return side.name;
}

/** The name with the rollup over all instances. */
function total(side) {
  const [, tail] = cut(side);
  const at = tail.indexOf(".");
  return `${side.base}.sum${at < 0 ? "" : tail.slice(at)}`;
}

/** The form per second of a rate per cycle. */
function perSecond(side) {
  const [, tail] = cut(side);
  return `${side.base}.${tail.split(".")[0]}.per_second`;
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
