// The explanation of a name whose base a list holds: the row of its base, with what suffix, prefix and chip add.

import { filled, suffixesLike } from "./text.js";

const SUFFIXED = ["counter", "ratio", "throughput"];
const STATES = { y: "yes", l: "library", u: "unknown", n: "no" };
const STOPS = ".。!?！？";

/** Explain a full or base name, or null if no list holds its base. */
export async function explainMetric(store, text, chips, suggester = null) {
  let [prefix, rest] = store.prefix(text);
  // no name has a blank: words behind a name make a question of it
  if (prefix.includes("regex:") || text.includes(" ")) return null;
  let [base, suffixText] = store.split(rest);
  if (!base && prefix === "group:") [base, suffixText] = store.split(text);
  const whole = store.recordName(text) !== "";
  if ((!base && whole) || (base && prefix === "group:" && whole)) [base, suffixText, prefix] = [text, "", ""];
  if (!base) return null;
  const { row, shard, pattern } = await store.row(base);
  const one = new Metric(store, row, shard, { text, prefix, base, suffixText, chips, pattern });
  return one.answer(suggester);
}

/** Whether a set of chips, written as 0 and 1, holds one of some. */
const holds = (store, marks, chips) => chips.some((chip) => marks[store.chipNumber.get(chip)] === "1");

class Metric {
  constructor(store, row, shard, asked) {
    Object.assign(this, { store, row, shard, ...asked });
    this.core = store.core;
    // groups are listed with their prefix
    this.mark = asked.base.startsWith(asked.prefix) ? "" : asked.prefix;
    this.type = row.y ?? row.k;
    this.where = this.core.availability[row.a - 1];
    this.suffix = store.suffix(asked.suffixText);
    this.sub = this.core.submetrics[this.suffix.submetric];
    this.rollup = this.core.rollups[this.suffix.rollup];
    this.kind = this.core.kinds[row.k];
  }

  t(number) {
    return this.shard.texts[number ?? 0];
  }

  async answer(suggester) {
    const { core, row, base, prefix, suffixText, store } = this;
    const [status, request] = this.judge();
    Object.assign(this, { status, request });
    this.variant = this.pickVariant();
    const answer = {
      status,
      request,
      name: this.mark ? prefix + base + suffixText : this.text,
      base,
      kind: row.k,
      decoded: this.decoded(),
      tokens: this.tokens(),
      dimension: this.dimension(),
      unit_of_measure: this.unit(),
      semantics: this.semantics(),
      meaning: this.meaning(),
      pitfalls: this.pitfalls(),
      availability: this.availability(),
      labels: this.labels(),
      related: await this.related(),
      collect: this.collect(),
      request_text: core.requests[request],
      suggestions: this.suggestions(suggester),
      shifts: this.chips.length ? [] : (row.sh ?? []).map((n) => this.t(n)),
      sources: this.sources(),
    };
    if (this.type === "throughput") answer.breakdown = this.breakdown();
    if (request === "expands") {
      const forms = row.k === "group" ? [] : core.expands[this.type === "ratio" ? "ratio" : "counter"];
      answer.expands_to = forms.map((form) => base + form);
    }
    const notes = [row.no && !this.pattern ? this.t(row.no) : ""];
    if (prefix.endsWith("breakdown:")) notes.unshift(core.prefixes["breakdown:"].text);
    const note = notes.filter(Boolean).join(core.lang === "en" ? " " : "");
    if (note) answer.note = note;
    answer.formula = this.formula();
    answer.history = (row.hi ?? []).map((n) => this.t(n));
    return answer;
  }

  judge() {
    const { core, row, prefix, suffixText } = this;
    const have = this.offered();
    const [profiling, sampling] = [have.includes("profiling") ? "p" : "", have.includes("pmsampling") ? "s" : ""];
    const form = core.forms[row.f - 1][profiling + sampling || (have.length ? "o" : "")];
    const kind = Object.keys(form).find((one) => one && prefix.endsWith(one)) ?? "";
    const legal = this.kind.suffixes;
    let suffix = "other";
    if (!suffixText) suffix = "none";
    else if (legal.includes(suffixText)) suffix = "legal";
    else if (form[kind].rollup && Object.hasOwn(core.rollups, suffixText.slice(1))) suffix = "rollup";
    const [status, request] = form[kind][suffix];
    if (status !== "known") return [status, request];
    if (this.chips.length) {
      const states = this.chips.map((chip) => STATES[this.where.on[this.store.chipNumber.get(chip)]]);
      if (states.every((state) => state === "no")) {
        return ["not-on-chip", suffixText ? "empty-row" : "ends-the-run"];
      }
      if (!states.some((state) => state === "yes" || state === "unknown")) {
        // the lists are those of one release of ncu; of a chip that they do not cover they say nothing
        const covered = this.chips.some((chip) => this.store.listedChips.includes(chip));
        return [status, covered || !this.where.listed ? "not-offered" : "unknown"];
      }
    } else if (!this.where.listed && !this.where.outside) return [status, "not-offered"];
    return [status, request];
  }

  /** The collections that hold the name: on the chips asked for, where these have it, else anywhere. */
  offered() {
    const numbers = this.chips.map((chip) => this.store.chipNumber.get(chip));
    const on = this.where.c.filter(([, marks]) => numbers.some((at) => marks[at] === "1"));
    return (on.length ? on : this.where.c).map(([name]) => name);
  }

  /** Names to read beside it: on the chips asked for, else on those that have the name itself. */
  async related() {
    if (this.pattern) return [];
    const rows = (this.row.re ?? []).map(([name, why, others = []]) => ({ name, why: this.t(why), others }));
    const on = this.chips.length ? this.chips : this.core.chips.filter((_, at) => "yl".includes(this.where.on[at]));
    return (await this.store.fitted(rows, on)).filter((one) => one.name !== this.text);
  }

  pickVariant() {
    const { row } = this;
    const at = (row.vc ?? []).findIndex((marks) => holds(this.store, this.shard.chips[marks ?? 0], this.chips));
    const [dims, units, active, elapsed] = row.v[at + 1];
    return { dims, units, active, elapsed };
  }

  decoded() {
    const [group, unit, stage, counter, statistic, filters, stall] = this.row.d;
    const start = this.mark.length + this.base.length;
    return {
      prefix: this.mark,
      group, unit, stage, counter, statistic, filters, stall,
      rollup: this.suffix.rollup,
      normalization: this.suffix.submetric,
      unknown: this.suffix.unknown.map(({ token, offset }) => ({ token, offset: offset + start })),
    };
  }

  tokens() {
    const { core, row, shard, mark: prefix, base, suffix } = this;
    const name = prefix + base + suffix.text;
    const found = [];
    const add = (text, offset, role, entry) => {
      const { short = "", long = "", mistaken_for = "" } = entry ?? {};
      found.push({ text, offset, role, short, long, mistaken_for });
    };
    if (prefix) add(prefix, 0, "prefix", core.prefixes[prefix]);
    const flat = row.t ?? [];
    for (let at = 0; at < flat.length; at += 3) {
      const [role, ...texts] = shard.tokens[flat[at + 2]];
      const [short, long, mistaken_for] = texts.slice(0, 3).map((n) => this.t(n));
      const text = texts[3] ?? base.slice(flat[at], flat[at] + flat[at + 1]);
      add(text, flat[at] + prefix.length, role, { short, long, mistaken_for });
    }
    const start = prefix.length + base.length;
    for (const [role, key, entries] of [
      ["rollup", suffix.rollup, core.rollups],
      ["submetric", suffix.submetric, core.submetrics],
    ]) {
      if (key) add(key, name.indexOf("." + key, start) + 1, role, entries[key]);
    }
    for (const one of suffix.unknown) add(one.token, start + one.offset, "unknown");
    return found.sort((a, b) => a.offset - b.offset);
  }

  dimension() {
    if (this.sub?.dims === "percent") return "%";
    return this.variant.dims + ({ per_cycle: "/cycle", per_second: "/second" }[this.sub?.dims] ?? "");
  }

  unit() {
    if (this.type === "throughput" || (this.sub?.dims === "percent" && this.suffixText)) return "%";
    return this.variant.units[{ per_cycle: 1, per_second: 2 }[this.sub?.dims] ?? 0];
  }

  /** Whether a statement about the denominator makes sense: not behind a suffix that the kind cannot have. */
  divides() {
    const { suffix, row, sub } = this;
    if (!suffix.text || !SUFFIXED.includes(row.k)) return !suffix.text;
    return !suffix.unknown.length && (sub?.kinds ?? []).includes(row.k);
  }

  denominator() {
    const { sub, row } = this;
    if (!this.divides()) return "";
    if (!this.suffixText) return this.t(row.dn);
    let text = sub?.denominator ?? "";
    if (row.k === "throughput") text = sub?.throughput_denominator || text;
    const { active, elapsed } = this.variant;
    return text && filled(text, { active, elapsed, denominator: this.t(row.rd) });
  }

  /** [above, below the line, factor] of the value, where the data hold a formula; null elsewhere. */
  formula() {
    const { row, suffix, sub, base } = this;
    if (this.status === "illegal-suffix") return null;
    const [above, below] = row.rp ?? [];
    if (suffix.submetric === "ratio" && above && below) return [`${above}.sum`, `${below}.sum`, ""];
    if (!sub?.formula || row.k === "throughput") return null;
    const { active, elapsed } = this.variant;
    const text = filled(sub.formula, { base, rollup: suffix.rollup, active, elapsed });
    const [top, bottom = ""] = text.split(" / ");
    const [factor, counted] = top.startsWith("100 * ") ? ["100 × ", top.slice(6)] : ["", top];
    return [counted, bottom.replace(/^\((.*)\)$/, "$1"), factor].map((part) => part.replaceAll(" * ", " × "));
  }

  semantics() {
    const { row, suffix, sub } = this;
    const ratio = this.type === "ratio";
    const scopes = (row.sc ?? [0, 0]).map((n) => this.t(n));
    let reduction = this.rollup?.reduction || (ratio ? "ratio of sums" : "none");
    if (!suffix.rollup && !ratio) reduction = "none";
    return {
      scope: suffix.rollup === "sum" || ratio ? scopes[1] : scopes[0],
      reduction,
      window: suffix.text ? (sub?.window ?? "none") : "none",
      clock_domain: SUFFIXED.includes(row.k) ? sub?.clock || row.cl || "none" : "none",
      denominator: this.denominator(),
      reference: sub?.reference ? this.t(row.rf) : "",
      granularity: row.gr ?? "",
      collection: row.cn ?? "",
    };
  }

  meaning() {
    const { row, suffix, status, core } = this;
    const legal = status !== "illegal-suffix";
    const rollups = Object.keys(core.rollups);
    const rollup = legal ? this.t(this.shard.rollups[row.ro - 1][rollups.indexOf(suffix.rollup)]) : "";
    const submetric = legal ? (this.sub?.phrase ?? "") : "";
    const pieces = [this.t(row.ph), rollup, submetric].filter(Boolean);
    const summary = pieces.join(core.lang === "zh" ? "，" : ", ");
    const below = this.denominator();
    const own = (row.k === "counter" && suffix.text) || (below && row.fam);
    const said = own ? below : this.t(row.de);
    return {
      summary: stopped(summary, core.lang),
      counts: this.t(row.co),
      denominator: said || below,
      answers: this.t(row.an),
      does_not_say: this.t(suffix.submetric === "pct" ? row.np : row.ns),
    };
  }

  pitfalls() {
    const { row, suffix, status, shard } = this;
    const found = (row.pf ?? []).map(([rule, text]) => ({ rule, text: this.t(text) }));
    const own = new Set(found.map((one) => one.rule));
    const rollup = Object.keys(this.core.rollups).indexOf(suffix.rollup) + 1;
    const add = (number) => {
      const rows = shard.candidates[number ?? 0] || [];
      const one = rows.length > 1 ? rows[rollup] : rows[0];
      if (!one) return;
      const [rule, place, strict, submetrics] = one;
      const text = this.t(place);
      // the entry of the name warns of the same, and says it of this name
      if (strict && own.has(rule)) return;
      if (submetrics && suffix.text && !submetrics.includes(suffix.submetric)) return;
      if (found.every((other) => other.text !== text)) found.push({ rule, text });
    };
    const legal = status !== "illegal-suffix";
    if (legal) add(shard.by_key[row.ps ?? 0]?.[suffix.submetric]);
    for (const number of row.pv ?? []) add(number);
    add(row.pt);
    if (legal) add(shard.by_key[row.pr ?? 0]?.[suffix.rollup]);
    return found;
  }

  availability() {
    const { core, where, row, store } = this;
    const asked = this.chips.length && this.status !== "not-on-chip" ? this.chips : core.chips;
    const numbers = asked.map((chip) => store.chipNumber.get(chip));
    const chips = {};
    asked.forEach((chip, index) => {
      const at = numbers[index];
      const have = core.releases.filter((_, release) => where.r[at] & (1 << release));
      chips[chip] = {
        ncu: STATES[where.ncu[at]],
        collections: where.c.filter(([, marks]) => marks[at] === "1").map(([name]) => name),
        library: have.length ? "yes" : "no",
        first: have[0] ?? null,
        last: have.at(-1) ?? null,
      };
    });
    const collections = {};
    for (const one of new Set([...core.usual_collections, ...where.c.map(([name]) => name)])) {
      const marks = where.c.find(([name]) => name === one)?.[1] ?? "";
      const on = numbers.some((at) => marks[at] === "1");
      collections[one] = on ? "yes" : where.outside || !where.listed ? "unknown" : "no";
    }
    const releases = {};
    core.releases.forEach((release, index) => {
      const have = numbers.some((at) => where.r[at] & (1 << index));
      releases[release] = have ? "yes" : where.library ? "no" : "unknown";
    });
    const renamed = this.pattern ? {} : row;
    return { chips, collections, releases, renamed_from: renamed.rb ?? [], renamed_to: renamed.rt ?? [] };
  }

  breakdown() {
    const rows = this.pattern ? [] : (this.row.br ?? []);
    const same = new Map();
    const leaves = {};
    let hidden = false;
    for (const [marks, chips, names, secret, below] of rows) {
      const on = this.chips.length ? chips.filter((chip) => this.chips.includes(chip)) : chips;
      if (!on.length) continue;
      // rows stand for one library each; chips of several libraries can have the same list
      const key = JSON.stringify(names);
      same.set(key, [...(same.get(key) ?? []), ...on]);
      leaves[chips.join(" ")] = below;
      hidden ||= secret > 0;
    }
    const by = Object.fromEntries([...same].map(([names, on]) => [on.join(" "), JSON.parse(names)]));
    const constituents = this.chips.length === 1 ? (Object.values(by)[0] ?? []) : by;
    return { constituents, hidden, leaves };
  }

  labels() {
    if (this.pattern) return [];
    const full = this.base + this.suffixText;
    return (this.row.la ?? [])
      .filter(([, , , metric]) => !this.suffixText || metric === full)
      .map(([section, label, where, metric, capability]) => {
        const one = { section, label, where, metric };
        if (capability) one.compute_capability = capability;
        return one;
      });
  }

  collect() {
    const { row, core, status, request, where, base } = this;
    let { prefix, suffixText: suffix } = this;
    if (status === "not-on-chip" || request === "not-offered") return "";
    if (request === "reported-only") {
      return row.sec && !this.pattern ? filled(core.commands.section, { section: row.sec }) : "";
    }
    const collections = this.offered();
    if (!collections.length && !where.outside) return "";
    const suffixed = SUFFIXED.includes(row.k);
    const usual = this.kind.usual;
    if (suffixed && (status === "needs-suffix" || status === "illegal-suffix")) {
      suffix = suffix ? suffixesLike(suffix, this.kind.suffixes)[0][0] : usual;
    }
    if (prefix.endsWith("breakdown:")) {
      prefix = this.type === "throughput" ? prefix : "";
      suffix ||= usual;
    }
    if (prefix.endsWith("pmsampling:") && !collections.includes("pmsampling")) prefix = "";
    if (collections.length && !collections.includes("profiling") && collections.includes("pmsampling")) {
      prefix = "pmsampling:";
      suffix ||= usual;
    }
    if (!suffixed) suffix = "";
    return filled(core.commands.metrics, { name: prefix + base + suffix });
  }

  suggestions(suggester) {
    const { row, status, base, suffixText, store } = this;
    if (status === "needs-suffix") {
      return this.kind.needs.map(([form, distance, why]) => ({ name: base + form, distance, why }));
    }
    if (status === "illegal-suffix") {
      const why = this.kind.why;
      if (!SUFFIXED.includes(row.k)) return [{ name: base, distance: suffixText.length, why }];
      return suffixesLike(suffixText, this.kind.suffixes)
        .slice(0, 3)
        .map(([form, distance]) => ({ name: base + form, distance, why }));
    }
    if (status !== "not-on-chip") return [];
    const found = [];
    for (const [other, why] of this.pattern ? [] : (row.cp ?? [])) {
      const name = other + suffixText;
      if (found.some((one) => one.name === name) || !store.on(other, this.chips, "yl")) continue;
      found.push({ name, distance: 0, why: this.t(why) });
    }
    if (found.length || !suggester) return found;
    const why = store.word("nearest-on", { chips: this.chips.join(" ") });
    return suggester.sharing(base + suffixText, this.chips).map((one) => ({ ...one, why }));
  }

  sources() {
    const { row, shard, suffix, core } = this;
    const rows = (row.so ?? []).map((n) => shard.sources[n]);
    const add = (entry) => {
      if (entry && rows.every((one) => JSON.stringify(one) !== JSON.stringify(entry))) rows.push(entry);
    };
    if (suffix.rollup) add(core.rollups[suffix.rollup]?.sources);
    if (suffix.submetric) add(core.submetrics[suffix.submetric]?.sources);
    rows.push(...(row.sp ?? []).map((n) => shard.sources[n]));
    return rows.map(([what, sources, confidence]) => ({ what, sources, confidence }));
  }
}

function stopped(text, lang) {
  return !text || STOPS.includes(text.at(-1)) ? text : text + (lang === "zh" ? "。" : ".");
}
