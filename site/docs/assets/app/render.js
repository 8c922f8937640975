// An answer as elements: the answer first, then the name taken apart, then what else there is to know.

import { address, broken, code, copyButton, fill, h, named } from "./dom.js";

const WIDE = 12;

/** Elements for an answer. */
export function render(store, answer, chip) {
  return new Renderer(store, chip).render(answer);
}

class Renderer {
  constructor(store, chip) {
    this.store = store;
    this.chip = chip;
  }

  word(key, slots) {
    return this.store.word(key, slots);
  }

  /** A link that asks this page. */
  ask(q, ...children) {
    return h("a", { href: address("resolve", { q, chip: this.chip }), "data-q": q }, children.length ? children : code(q));
  }

  render(answer) {
    if (answer.status === "label") return this.label(answer);
    if (answer.tokens) return this.metric(answer);
    return this.thing(answer);
  }

  head(answer, ...facts) {
    const good = this.store.core.good.includes(answer.status) && !this.store.core.bad_requests.includes(answer.request);
    const status = h("span", { class: `mp-badge mp-${good ? "good" : answer.status === "legacy" ? "old" : "bad"}` }, this.word(`status-${answer.status}`));
    return h("div", { class: "mp-head" }, status, facts.filter(Boolean).map((fact) => h("span", { class: "mp-fact" }, fact)));
  }

  /** One row of the list below; nothing where there is nothing to say. */
  row(key, ...content) {
    const children = content.flat(Infinity).filter((one) => one !== null && one !== undefined && one !== "");
    if (!children.length) return null;
    return h("div", { class: "mp-row" }, h("dt", {}, this.word(key)), h("dd", {}, children));
  }

  rows(...rows) {
    const found = rows.flat().filter(Boolean);
    return found.length ? h("dl", { class: "mp-rows" }, found) : null;
  }

  list(items) {
    return items.length ? h("ul", {}, items.map((item) => h("li", {}, item))) : null;
  }

  /** A list of which the tail is folded away. */
  folded(items, most) {
    if (items.length <= most) return this.list(items);
    const rest = items.slice(most);
    const more = h("details", {}, h("summary", {}, this.word("and-more", { n: rest.length })), this.list(rest));
    return [this.list(items.slice(0, most)), more];
  }

  metric(answer) {
    const { meaning } = answer;
    const known = "kind" in answer;
    return [
      this.head(answer, known && this.word(`kind-${answer.kind}`), answer.unit_of_measure),
      this.tokens(answer),
      this.problem(answer),
      h("p", { class: "mp-summary" }, named(meaning.summary)),
      this.formula(answer),
      this.rows(
        this.row("counts", named(meaning.counts)),
        this.row("denominator", named(meaning.denominator)),
        this.row("answers", named(meaning.answers)),
        this.row("does_not_say", named(meaning.does_not_say)),
        this.row("breakdown", this.breakdown(answer.breakdown)),
        this.row("pitfalls", this.pitfalls(answer)),
        this.row("note", [answer.note, ...(answer.shifts ?? [])].filter(Boolean).map((one) => h("p", {}, named(one)))),
        this.row("collect", this.collect(answer)),
        this.row("available", this.available(answer)),
        this.row("shown", this.shown(answer)),
        this.row("expands_to", (answer.expands_to ?? []).map((name) => [this.ask(name), " "])),
        this.row("related", this.related(answer)),
        this.row("history", this.history(answer)),
        this.row("sources", this.sources(answer)),
        this.row("more-here", this.more(answer)),
      ),
    ];
  }

  // --- the name ---------------------------------------------------------------------------------------------------------

  /** The name with each of its parts coloured; what a part means stands below while it is pointed at or has the focus. */
  tokens(answer) {
    const name = answer.name;
    const note = h("div", { class: "mp-note", id: "mp-note" }, h("p", { class: "mp-hint" }, this.word("token-hint")));
    const drawn = [];
    let at = 0;
    for (const token of answer.tokens) {
      if (token.offset < at) continue;
      drawn.push(h("span", { class: "mp-joint" }, name.slice(at, token.offset)));
      drawn.push(this.token(token, note));
      at = token.offset + token.text.length;
    }
    drawn.push(h("span", { class: "mp-joint" }, name.slice(at)));
    return h("div", { class: "mp-decoded" }, h("div", { class: "mp-name" }, drawn), note);
  }

  token(token, note) {
    const role = this.word(`role-${token.role}`);
    const short = token.short || (token.role === "unknown" ? this.word("no-entry") : "");
    const show = () => {
      for (const one of note.parentElement.querySelectorAll("[data-here]")) delete one.dataset.here;
      button.dataset.here = "";
      fill(
        note,
        h("p", {}, h("code", { class: `mp-role-${token.role}` }, token.text), " ", h("em", {}, role), short ? ` · ${short}` : ""),
        token.long ? h("p", {}, named(token.long)) : null,
        token.mistaken_for ? h("p", {}, h("strong", {}, this.word("token-not")), " ", named(token.mistaken_for)) : null,
      );
    };
    const button = h(
      "button",
      { type: "button", class: `mp-token mp-role-${token.role}`, "aria-describedby": "mp-note", "aria-label": `${token.text}, ${role}${short ? `: ${short}` : ""}`, onmouseenter: show, onfocus: show, onclick: show },
      h("span", { class: "mp-text" }, broken(token.text)),
      // under a short part its role would push the parts of the name apart
      h("span", { class: "mp-role", "aria-hidden": "true" }, role.length > 1.6 * token.text.length + 1 ? "\u00a0" : role),
    );
    return button;
  }

  formula(answer) {
    if (!answer.formula) return null;
    const [above, below, factor] = answer.formula;
    const line = below
      ? h("span", { class: "mp-fraction" }, h("span", { class: "mp-above" }, broken(above)), h("span", { class: "mp-below" }, broken(below)))
      : h("span", {}, broken(above));
    const read = `${factor}${above}${below ? ` / ${below}` : ""}`;
    return h("figure", { class: "mp-formula", role: "img", "aria-label": `${this.word("formula")}: ${read}` }, factor ? h("span", {}, factor) : null, line);
  }

  // --- blocks -----------------------------------------------------------------------------------------------------------

  problem(answer) {
    const bad = this.store.core.bad_requests.includes(answer.request);
    const fine = ["collected", "expands"].includes(answer.request);
    const lines = [];
    if ((answer.status !== "known" || !fine) && answer.request_text) lines.push(h("p", {}, h("strong", {}, "ncu"), this.word("colon"), answer.request_text));
    lines.push(this.suggestions(answer.suggestions));
    if (!lines.some(Boolean)) return null;
    return h("div", { class: `mp-problem${bad || answer.status === "unknown" ? " mp-wrong" : ""}` }, lines.filter(Boolean));
  }

  suggestions(found) {
    if (!found?.length) return null;
    return [
      h("p", {}, h("strong", {}, this.word("suggestions"))),
      h("ul", { class: "mp-suggestions" }, found.map((one) => h("li", {}, this.ask(one.name), one.why ? h("span", { class: "mp-why" }, ` ${one.why}`) : null))),
    ];
  }

  pitfalls(answer) {
    const said = answer.meaning.does_not_say;
    const items = (answer.pitfalls ?? []).filter((one) => !one.text || !said.includes(one.text));
    return this.folded(items.map((one) => [named(one.text), one.rule ? [one.text ? " " : "", this.ask(one.rule, h("span", { class: "mp-rule" }, one.rule))] : null]), 4);
  }

  breakdown(made) {
    if (!made) return null;
    const { constituents } = made;
    const groups = Array.isArray(constituents) ? [["", constituents]] : Object.entries(constituents);
    if (!groups.some(([, names]) => names.length)) return groups.length || Array.isArray(constituents) ? this.word("all-hidden") : null;
    const shown = groups.map(([chips, names]) => {
      const list = this.list(names.map((name) => this.ask(name)));
      return chips ? h("details", { open: groups.length === 1 || chips.split(" ").includes("gh100") }, h("summary", {}, this.chipWords(chips.split(" "))), list) : list;
    });
    return [shown, made.hidden ? h("p", {}, this.word("hidden-member")) : null];
  }

  collect(answer) {
    if (!answer.collect) return null;
    return h("div", { class: "mp-command" }, h("code", {}, broken(answer.collect)), copyButton(this.store, answer.collect));
  }

  /** Chips, whole families by their family name. */
  chipWords(chips) {
    let left = chips;
    const words = [];
    for (const [family, members] of Object.entries(this.store.core.families)) {
      if (members.every((one) => left.includes(one))) {
        words.push(members.length > 1 ? family : members[0]);
        left = left.filter((one) => !members.includes(one));
      }
    }
    return [...words, ...left].join(" ");
  }

  available(answer) {
    const where = answer.availability;
    if (!where) return null;
    const { core } = this.store;
    const rows = Object.entries(where.chips);
    const state = (one) => (one.ncu === "yes" ? "yes" : one.library === "yes" ? "library" : one.ncu);
    const marks = rows.map(([chip, one]) => {
      const is = state(one);
      const said = this.word(`state-${is}`, { release: core.lists_release });
      const title = [said, one.collections.join(", "), one.first ? `CUDA ${one.first}–${one.last}` : ""].filter(Boolean).join("; ");
      return h("li", {}, h("a", { href: address("resolve", { q: answer.name, chip }), "data-q": answer.name, "data-chip": chip, class: `mp-chip mp-chip-${is}`, title, "aria-label": `${chip}: ${title}` }, chip));
    });
    const legend = ["yes", "library", "unknown", "no"]
      .filter((is) => rows.some(([, one]) => state(one) === is))
      .map((is) => h("li", {}, h("span", { class: `mp-chip mp-chip-${is}`, "aria-hidden": "true" }, "\u00a0"), " ", this.word(`state-${is}`, { release: core.lists_release })));
    const collections = Object.entries(where.collections).filter(([, is]) => is === "yes").map(([name]) => name);
    const releases = Object.entries(where.releases).filter(([, is]) => is === "yes").map(([name]) => this.release(name));
    const renamed = ["renamed_to", "renamed_from"].filter((key) => where[key].length).map((key) => h("p", {}, this.word(key), " ", where[key].map((name) => [this.ask(name), " "])));
    return [
      h("ul", { class: "mp-chips" }, marks),
      h("ul", { class: "mp-legend" }, legend),
      collections.length ? h("p", {}, this.word("in-collections"), this.word("colon"), collections.join(", ")) : null,
      releases.length ? h("p", {}, this.word("in-releases"), this.word("colon"), releases.length > 1 ? `${releases[0]} – ${releases.at(-1)}` : releases[0]) : null,
      renamed,
    ];
  }

  release(cuda) {
    const found = Object.entries(this.store.core.cuda_of).find(([, one]) => one === cuda);
    return found ? `${cuda} (ncu ${found[0]})` : cuda;
  }

  shown(answer) {
    const rows = (answer.labels ?? []).map((one) => (one.label ? `${one.label} · ${one.section}` : one.section) + (one.compute_capability ? ` (CC ${one.compute_capability.replaceAll("|", ", ")})` : ""));
    const unique = [...new Set(rows)];
    return this.folded(unique.map((row) => {
      const [label, section] = row.split(" · ");
      return section ? [this.ask(label, label), ` · ${section}`] : row;
    }), 4);
  }

  related(answer) {
    return this.folded((answer.related ?? []).map((one) => [this.ask(one.name), one.why ? h("span", { class: "mp-why" }, ` ${one.why}`) : null]), 6);
  }

  history(answer) {
    const lines = answer.history ?? [];
    if (!lines.length) return null;
    return this.folded(lines.map(named), 3);
  }

  sources(answer) {
    const by = {};
    for (const one of answer.sources ?? []) {
      const have = (by[one.confidence] ??= []);
      have.push(...one.sources.filter((source) => !have.includes(source)));
    }
    const text = Object.entries(by).filter(([, names]) => names.length).map(([how, names]) => `${this.sure(how)}${this.word("colon")}${names.join(", ")}`).join("; ");
    return text ? h("span", { class: "mp-sources" }, text) : null;
  }

  more(answer) {
    if (!answer.decoded?.unit && !answer.base) return null;
    const { unit, counter } = answer.decoded ?? {};
    return [
      h("a", { href: address("compare", { a: answer.name }) }, this.word("show-compare")),
      unit ? [" · ", h("a", { href: address("table", { unit, quantity: counter }) }, this.word("show-table"))] : null,
    ];
  }

  // --- other answers ----------------------------------------------------------------------------------------------------

  label(answer) {
    const groups = new Map();
    for (const one of answer.meanings) {
      if (!groups.has(one.metric)) groups.set(one.metric, []);
      groups.get(one.metric).push(one);
    }
    const { meaning } = answer;
    const metrics = [...groups].map(([metric, rows]) => {
      const places = rows.map((one) => one.section + (one.compute_capability ? ` (CC ${one.compute_capability.replaceAll("|", ", ")})` : ""));
      const summary = answer.metric ? "" : rows[0].summary;
      return [metric ? this.ask(metric) : null, summary ? h("p", {}, named(summary)) : null, h("p", { class: "mp-why" }, [...new Set(places)].join(", "))];
    });
    return [
      this.head(answer, answer.unit_of_measure),
      h("h2", { class: "mp-title" }, answer.name),
      h("p", { class: "mp-summary" }, named(meaning.summary)),
      this.rows(
        this.row("meanings", this.folded(metrics, WIDE)),
        this.row("counts", named(meaning.counts)),
        this.row("denominator", named(meaning.denominator)),
        this.row("answers", named(meaning.answers)),
        this.row("does_not_say", named(meaning.does_not_say)),
        this.row("pitfalls", this.pitfalls(answer)),
        this.row("collect", this.collect(answer)),
        this.row("related", this.related(answer)),
        this.row("older", answer.also_legacy ? answer.legacy_text ?? answer.also_legacy : null),
        this.row("sources", this.sources(answer)),
      ),
    ];
  }

  thing(answer) {
    const { meaning, legacy } = answer;
    const kind = (answer.id ?? "").split(":")[0];
    const where = { stall: "waits_for", rule: "why" }[kind] ?? "place";
    const unknown = answer.status === "unknown";
    const now = legacy && (legacy.now ? this.ask(legacy.now) : legacy.formula ? code(legacy.formula) : this.word("nothing-now"));
    const suggestions = answer.suggestions?.filter((one) => one.name !== legacy?.now);
    const members = answer.members ?? [];
    const left = (answer.members_total ?? 0) - members.length;
    const regex = answer.name?.startsWith("regex:");
    return [
      this.head(answer),
      answer.name ? h("h2", { class: "mp-title" }, broken(answer.name)) : null,
      meaning.summary === answer.name ? null : h("p", { class: "mp-summary" }, named(meaning.summary)),
      unknown || suggestions?.length ? this.problem({ ...answer, suggestions, request_text: unknown ? answer.request_text : "" }) : null,
      regex ? h("p", {}, this.word("command"), " ", code(`metric explain '${answer.name}'`)) : null,
      this.rows(
        legacy ? [this.row("now", now), this.row("match", this.word(`match-${legacy.match}`)), this.row("scale", named(legacy.scale)), this.row("note", named(legacy.why))] : [],
        this.row("note", named(answer.note ?? "")),
        this.row(where, named(meaning.counts)),
        this.row("does_not_say", named(meaning.does_not_say)),
        this.row("next", named(answer.next ?? "")),
        this.row("details-of", this.details(answer)),
        this.row("matching", members.length ? [this.list(members.map((name) => this.ask(name))), left > 0 ? h("p", {}, this.word("and-more", { n: left }), " ", h("a", { href: address("table", { text: answer.name }) }, this.word("title-table"))) : null] : null),
        this.row("request", legacy ? answer.request_text : ""),
        this.row("metrics-of", this.folded((answer.metrics ?? []).filter(Boolean).map((name) => this.ask(name)), WIDE)),
        this.row("pitfalls", this.pitfalls(answer)),
        this.row("related", this.related(answer)),
        this.row("sources", this.sources(answer)),
      ),
    ];
  }

  details(answer) {
    const rows = answer.details ?? [];
    if (!rows.length) return null;
    return h("table", { class: "mp-details" }, h("tbody", {}, rows.map((one) => h("tr", {}, h("th", { scope: "row" }, this.detail(one.name)), h("td", {}, this.value(String(one.value)), one.confidence ? h("span", { class: "mp-why" }, ` ${this.sure(one.confidence)}`) : null)))));
  }

  /** How sure a statement is, in the language of the page. */
  sure(confidence) {
    return this.store.core.confidences[confidence] ?? confidence;
  }

  value(text) {
    return text === "yes" || text === "no" ? this.store.core.details[text] ?? text : text;
  }

  detail(name) {
    const { details, lang } = this.store.core;
    return lang === "en" ? name : details[name] || name.split(" ").map((word) => details[word] ?? word).join(" ");
  }
}
