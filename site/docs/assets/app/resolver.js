// The resolver: one field, an answer below it, both in the address (?q=…&chip=…).

import { Combobox } from "./combobox.js";
import { address, broken, fill, h } from "./dom.js";
import { Explainer } from "./explain.js";
import * as here from "./here.js";
import { render } from "./render.js";
import { stripped } from "./text.js";

const EXAMPLES = [
  "sm__throughput.avg.pct_of_peak_sustained_elapsed",
  "L2 Hit Rate",
  "achieved_occupancy",
  "long_scoreboard",
  "l1tex__t_sector_hit_rate.pct",
];
const REST = 400;

export function mount(root, store, moved) {
  new Resolver(root, store, moved).start();
}

/** A select of all chips, by family. */
export function chipSelect(store, attributes, any) {
  const grouped = Object.groupBy ? Object.groupBy(store.core.chips, (chip) => store.core.classes[chip]) : byClass(store);
  const groups = Object.values(grouped).map((chips) =>
    chips.map((chip) => {
      const capability = store.core.capabilities[chip];
      return h("option", { value: chip }, capability ? `${chip} (${capability})` : chip);
    }),
  );
  return h("select", attributes, h("option", { value: "" }, any), groups);
}

function byClass(store) {
  const found = {};
  for (const chip of store.core.chips) (found[store.core.classes[chip]] ??= []).push(chip);
  return found;
}

class Resolver {
  constructor(root, store, moved) {
    Object.assign(this, { root, store, moved });
    this.explainer = new Explainer(store);
    this.turn = 0;
  }

  start() {
    const { store } = this;
    this.input = new Combobox(store, "mp-q", store.word("ask"), {
      typed: () => this.typed(),
      taken: () => this.show(true, true),
    });
    this.chip = chipSelect(store, { id: "mp-chip", class: "mp-select", onchange: () => this.show(true) }, store.word("chip-any"));
    this.status = h("p", { class: "mp-hidden", role: "status", "aria-live": "polite" });
    this.answer = h("section", { class: "mp-answer", "aria-label": store.word("meanings") });
    fill(
      this.root,
      h("form", { class: "mp-form", role: "search", onsubmit: (event) => this.submit(event) },
        this.input.element,
        h("div", { class: "mp-field" }, h("label", { for: "mp-chip" }, store.word("chip")), this.chip)),
      this.status,
      this.answer,
    );
    // what was typed stands in the address before a link leaves the page, so that going back finds it
    this.root.addEventListener("click", () => this.write(false), { capture: true });
    this.answer.addEventListener("click", (event) => this.follow(event));
    here.onReturn(this.root, () => this.read());
    this.read();
  }

  /** Take the query from the address. */
  read() {
    const parameters = new URLSearchParams(location.search);
    this.input.value = parameters.get("q") ?? "";
    const [chip = ""] = this.store.target(parameters.get("chip") ?? "");
    this.chip.value = chip;
    return this.show(false);
  }

  /** A link to this page changes the query; the page stays. */
  follow(event) {
    const link = event.target.closest?.("a[data-q]");
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    this.input.value = link.dataset.q;
    if (link.dataset.chip !== undefined) this.chip.value = link.dataset.chip;
    this.show(true, true);
    this.input.input.focus({ preventScroll: true });
    this.root.scrollIntoView({ block: "nearest" });
  }

  submit(event) {
    event.preventDefault();
    this.input.close();
    this.show(true);
  }

  typed() {
    clearTimeout(this.timer);
    this.show(false);
    // the address follows once typing rests, so that going back does not step through letters
    this.timer = setTimeout(() => this.write(false), REST);
  }

  write(push) {
    if (!this.root.isConnected) return;
    here.write([["q", this.input.value.trim()], ["chip", this.chip.value]], push);
    this.moved();
  }

  async show(write, push = false) {
    const turn = (this.turn += 1);
    if (write) this.write(push);
    // pasted out of a document or a list
    const query = stripped(this.input.value.trim(), "`,;");
    if (!query.trim()) {
      this.status.textContent = "";
      fill(this.answer, this.examples());
      return;
    }
    try {
      const answer = await this.explainer.explain(query, this.chip.value ? [this.chip.value] : []);
      if (turn !== this.turn) return;
      fill(this.answer, render(this.store, answer, this.chip.value));
      this.status.textContent = `${answer.name ?? query}: ${answer.meaning.summary}`;
      this.answer.dataset.query = this.input.value;
    } catch (error) {
      if (turn !== this.turn) return;
      fill(this.answer, h("p", { role: "alert" }, this.store.word("failed")));
      console.error(error);
    }
  }

  examples() {
    const links = EXAMPLES.map((q) => h("li", {}, h("a", { href: address("resolve", { q }), "data-q": q }, broken(q))));
    return [h("p", {}, this.store.word("try")), h("ul", {}, links)];
  }
}
