// The comparison of two names: both in the address (?a=…&b=…), the verdict with its reasons, all facets side by side.

import { Combobox } from "./combobox.js";
import { comparison } from "./comparing.js";
import { address, broken, code, fill, h, named } from "./dom.js";
import { Explainer } from "./explain.js";
import { Book } from "./facets.js";
import * as here from "./here.js";
import { wordKey } from "./text.js";

const EXAMPLES = [
  ["sm__inst_executed.avg", "smsp__inst_executed.avg"],
  ["sm__warps_active.avg.pct_of_peak_sustained_active", "sm__warps_active.avg.pct_of_peak_sustained_elapsed"],
  ["lts__t_sectors.sum", "dram__bytes.sum"],
];
const SIDES = ["a", "b"];
const REST = 400;

export async function mount(root, store, moved) {
  new Compare(root, store, moved, await Book.of(store)).start();
}

class Compare {
  constructor(root, store, moved, book) {
    Object.assign(this, { root, store, moved, book });
    this.explainer = new Explainer(store);
    this.turn = 0;
  }

  start() {
    const { store } = this;
    this.fields = SIDES.map((side) => new Combobox(store, `mp-${side}`, side.toUpperCase(), { typed: () => this.typed(), taken: () => this.show(true) }));
    this.status = h("p", { class: "mp-hidden", role: "status", "aria-live": "polite" });
    this.answer = h("section", { class: "mp-answer", "aria-label": store.word("title-compare") });
    const submit = (event) => {
      event.preventDefault();
      this.show(true);
    };
    fill(this.root, h("form", { class: "mp-form", role: "search", onsubmit: submit }, this.fields.map((field) => field.element), h("button", { type: "submit", class: "mp-hidden" }, store.word("title-compare"))), this.status, this.answer);
    this.root.addEventListener("click", () => this.write(false), { capture: true });
    this.answer.addEventListener("click", (event) => this.follow(event));
    here.onReturn(this.root, () => this.read());
    this.read();
  }

  read() {
    const parameters = new URLSearchParams(location.search);
    SIDES.forEach((side, at) => (this.fields[at].value = parameters.get(side) ?? ""));
    return this.show(false);
  }

  write(push) {
    if (!this.root.isConnected) return;
    here.write(SIDES.map((side, at) => [side, this.fields[at].value.trim()]), push);
    this.moved();
  }

  typed() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.write(false), REST);
    this.show(false);
  }

  /** A link to this page changes the names; the page stays. */
  follow(event) {
    const link = event.target.closest?.("a[data-pair]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    JSON.parse(link.dataset.pair).forEach((name, at) => (this.fields[at].value = name));
    this.show(true, true);
  }

  pair(names, ...children) {
    const [a, b] = names;
    return h("a", { href: address("compare", { a, b }), "data-pair": JSON.stringify(names) }, children);
  }

  async show(write, push = false) {
    const turn = (this.turn += 1);
    if (write) this.write(push);
    const texts = this.fields.map((field) => field.value.trim());
    if (!texts.every(Boolean)) {
      this.status.textContent = "";
      fill(this.answer, this.examples());
      return;
    }
    try {
      const found = await Promise.all(texts.map((text) => this.resolve(text)));
      if (turn !== this.turn) return;
      if (found.every((one) => one.name)) this.tell(comparison(this.book, found.map((one) => one.name)));
      else fill(this.answer, found.map((one, at) => (one.name ? null : this.wrong(texts, at, one.answer))));
    } catch (error) {
      if (turn !== this.turn) return;
      fill(this.answer, h("p", { role: "alert" }, this.store.word("failed")));
      console.error(error);
    }
  }

  // --- what is compared -------------------------------------------------------------------------------------------------

  /** The full name that a text stands for, or the explanation of what it is instead. */
  async resolve(text) {
    const { store } = this;
    const bare = store.bare(text);
    if (await this.exists(bare)) return { name: bare };
    const key = wordKey(bare);
    if (store.labels.has(key)) {
      const { rows } = await store.thing(`label:${key}`);
      let left = rows.filter(([metric]) => metric);
      for (const narrower of [([, , where]) => where === "header", ([metric]) => !store.prefix(metric)[0], ([metric]) => !metric.includes("Triage")]) {
        const fewer = left.filter(narrower);
        if (fewer.length) left = fewer;
      }
      const names = [];
      for (const metric of new Set(left.map(([one]) => one))) if (await this.exists(metric)) names.push(metric);
      if (names.length === 1) return { name: names[0] };
    }
    return { answer: await this.explainer.explain(text) };
  }

  /** Whether a text is a full name that some chip still has. */
  async exists(text) {
    if (!this.book.isName(text)) return false;
    const [base] = this.store.split(this.store.prefix(text)[1]);
    const { row } = await this.store.row(base);
    const { on, r, listed } = this.store.core.availability[row.a - 1];
    return !(listed || r.some(Boolean)) || [...on].some((state) => state !== "n");
  }

  wrong(texts, at, answer) {
    const { store } = this;
    const instead = [...(answer.suggestions ?? []), ...(answer.expands_to ?? []).map((name) => ({ name })), ...(answer.metrics ?? []).filter(Boolean).map((name) => ({ name })), ...(answer.availability?.renamed_to ?? []).map((name) => ({ name }))];
    const link = ({ name, why }) => {
      const pair = texts.map((text, index) => (index === at ? name : text));
      return h("li", {}, this.pair(pair, code(name)), why ? h("span", { class: "mp-why" }, ` ${why}`) : null);
    };
    return h(
      "div",
      { class: "mp-problem mp-wrong" },
      h("p", {}, h("strong", {}, SIDES[at].toUpperCase()), " ", code(texts[at]), " · ", store.word(`status-${answer.status}`)),
      h("p", {}, named(answer.meaning.summary)),
      instead.length ? [h("p", {}, h("strong", {}, store.word("suggestions"))), h("ul", { class: "mp-suggestions" }, instead.slice(0, 8).map(link))] : null,
    );
  }

  examples() {
    return [h("p", {}, this.store.word("try")), h("ul", {}, EXAMPLES.map((pair) => h("li", {}, this.pair(pair, broken(pair[0]), " · ", broken(pair[1])))))];
  }

  // --- the answer -------------------------------------------------------------------------------------------------------

  tell(result) {
    const { book, store } = this;
    const heading = (key) => book.word("headings", key);
    const verdict = book.word("verdicts", result.verdict);
    const reason = (one) => h("li", {}, h("strong", {}, book.word("facets", one.facet)), store.word("colon"), named(one.text));
    const advice = [...new Set(result.instead.map((one) => this.advice(one)))];
    const names = result.names.map((name) => h("th", { scope: "col" }, h("a", { href: address("resolve", { q: name }) }, code(name))));
    const rows = Object.entries(result.facets).map(([facet, cells]) => {
      const differs = result.differs.includes(facet);
      return h("tr", { class: differs ? "mp-differs" : null }, h("th", { scope: "row" }, book.word("facets", facet), differs ? h("span", { class: "mp-hidden" }, ` (${store.word("differs")})`) : null), cells.map((cell) => h("td", {}, named(cell))));
    });
    fill(
      this.answer,
      h(
        "div",
        { class: `mp-verdict mp-${result.verdict}` },
        h("p", {}, h("strong", {}, verdict)),
        result.reasons.length ? h("ul", {}, result.reasons.map(reason)) : null,
        advice.length ? [h("p", {}, h("strong", {}, heading("instead"))), h("ul", {}, advice.map((one) => h("li", {}, named(one))))] : null,
      ),
      h("table", { class: "mp-facets" }, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, store.word("facet")), names)), h("tbody", {}, rows)),
      h("p", { class: "mp-count" }, store.word("compare-hint"), " ", code(`metric compare ${result.names[0]} --chip a100 --chip b200`)),
    );
    this.status.textContent = `${result.names.join(", ")}: ${verdict}`;
  }

  advice(one) {
    const head = one.name ?? (one.factor === undefined ? "" : this.book.word("phrases", "factor", { k: one.factor }));
    return !head || one.text.includes(head) ? one.text : `${head}: ${one.text}`;
  }
}
