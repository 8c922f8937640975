// The facets of a full name: the exported row of its base and submetric, with what the rollup changes.

import { filled } from "./text.js";

const REDUCTIONS = { avg: "mean", min: "min", max: "max", sum: "sum" };
export const PART = "stall_part=";

/** What the comparison needs, loaded once. */
export class Book {
  static async of(store) {
    const [facets, data] = await Promise.all([store.file("facets.json"), store.file(`${store.lang}/compare.json`)]);
    return new Book(store, facets, data);
  }

  constructor(store, facets, data) {
    Object.assign(this, { store, facets, ...data });
    this.lang = store.lang;
  }

  /** A word of the output; the key itself where the data do not hold it. */
  word(group, key, slots = {}) {
    const text = this.words[group]?.[key];
    return text === undefined ? key : spaced(filled(text, slots), this.lang);
  }

  reason(key, field, slots) {
    const text = this.reasons[key][field];
    return text ? spaced(filled(text, slots), this.lang) : "";
  }

  unit(key) {
    return this.units[key]?.[0] || key;
  }

  /** How many of one unit are in the other, whichever way round; 0 if neither is in the other. */
  nested(a, b) {
    const { nested } = this.names;
    return Number(nested[a]?.[b] ?? nested[b]?.[a] ?? 0);
  }

  clocks(dimension) {
    return dimension.map(([atom]) => atom).filter((atom) => this.atoms[atom]?.clock);
  }

  /** A dimension in words: "bytes per second". */
  measure(dimension, percent) {
    if (!dimension.length) return this.word("phrases", percent ? "percent" : "ratio");
    const words = ([atom, power], field) => {
      const text = this.atoms[atom]?.[field] ?? atom;
      const times = Math.abs(power);
      return times === 1 ? text : text + (times === 2 ? this.word("phrases", "square") : `^${times}`);
    };
    const above = dimension.filter(([, power]) => power > 0).map((pair) => words(pair, "many"));
    const below = dimension.filter(([, power]) => power < 0).map((pair) => words(pair, "one"));
    return [above.join(" × ") || "1", ...below].join(this.word("phrases", "per"));
  }

  /** Whether a text is a full name with a value: a list holds its base, and its suffix is legal there. */
  isName(text) {
    const [prefix, rest] = this.store.prefix(text);
    const [base, suffix] = this.store.split(rest);
    if (!["", "pmsampling:"].includes(prefix) || !base || this.store.kind(base) === "group") return false;
    const legal = this.store.core.kinds[this.store.kind(base)].suffixes;
    return legal.length ? legal.includes(suffix) : !suffix;
  }

  /** Facets of a full name; the name must pass `isName`. */
  of(name) {
    const { store, facets } = this;
    const [prefix, rest] = store.prefix(name);
    const [base, suffixText] = store.split(rest);
    const place = store.place.get(store.recordName(base));
    const suffix = store.suffix(suffixText);
    const kind = store.kindOf[place];
    const [profile, common, numerator = "", denominator = ""] = facets.rows[place];
    const number = facets.submetrics[kind].indexOf(suffix.submetric);
    const [dimension, percent, scope, scopeUnit, window, windowUnit, clock, reference, share] = facets.forms[facets.profiles[profile][number]];
    const [unit, stage, quantity, population, granularity, collection, counts, reduction, aggregated, divisor] = facets.commons[common];
    return {
      name, base, kind, quantity, dimension, unit, stage, population, granularity, counts, numerator, denominator, window, share, divisor,
      counter: base.includes("__") ? base.slice(base.indexOf("__") + 2) || base : base,
      percent: percent === 1,
      scope: scope === "one" && suffix.rollup === "sum" ? "all" : scope,
      scope_unit: scopeUnit,
      reduction: REDUCTIONS[suffix.rollup] ?? reduction,
      window_unit: windowUnit,
      clock_domain: clock,
      reference: { "=": base, "/": denominator }[reference] ?? reference,
      aggregation: aggregated ? base : "",
      collection: prefix.endsWith("pmsampling:") ? "pm sampler" : collection,
      suffix,
    };
  }

  /** Every facet as a word or two. */
  inWords(found) {
    const none = this.word("phrases", "none");
    let place = this.unit(found.unit);
    if (found.stage && !["sass", "pcsamp"].includes(found.stage)) place += (this.lang === "en" ? ", " : "，") + found.stage;
    let reference = found.reference || none;
    if (found.share === "peak") reference = this.word("phrases", "of_peak", { p: found.reference });
    else if (found.percent && found.reference) reference = this.word("phrases", "of_look_ups", { p: found.reference });
    return {
      kind: this.kinds[found.kind] || found.kind,
      dimension: this.measure(found.dimension, found.percent),
      observation_point: place || none,
      population: this.population(found),
      scope: found.scope ? this.scope(found.scope_unit, found.scope) : none,
      reduction: this.word("reductions", found.reduction),
      window: this.window(found.window, found.window_unit),
      clock_domain: this.word("clocks", found.clock_domain),
      reference,
      aggregation: this.word("phrases", found.aggregation ? "largest" : "single"),
      numerator: found.numerator || none,
      denominator: found.denominator || none,
      granularity: found.granularity,
      collection: this.word("collections", found.collection),
    };
  }

  scope(unit, scope) {
    return this.units[unit]?.[scope === "all" ? 2 : 1] || unit;
  }

  window(window, unit) {
    return this.word("windows", window, { unit: this.unit(unit) });
  }

  /** What is kept of the quantity. */
  population(found) {
    const part = found.population.some((one) => one.startsWith(PART));
    const pieces = [];
    for (const one of found.population) {
      if (one.startsWith("stall=") || one.startsWith(PART)) {
        if (part && !one.startsWith(PART)) continue;
        const reason = one.slice(one.indexOf("=") + 1);
        pieces.push(this.word("phrases", "waiting", { p: this.stalls[reason] || reason }));
      } else pieces.push(this.kept[`${one.includes("=") ? "filter" : "flag"}:${one}`] || one);
    }
    return pieces.join(this.lang === "en" ? ", " : "，") || this.word("phrases", "everything");
  }
}


/** Chinese text with a blank between Chinese and Latin letters or digits, where pieces were put together. */
function spaced(text, lang) {
  if (lang !== "zh") return text;
  return text.replace(/(?<=[A-Za-z0-9])(?=[\u4e00-\u9fff])|(?<=[\u4e00-\u9fff])(?=[A-Za-z0-9])/g, " ");
}
