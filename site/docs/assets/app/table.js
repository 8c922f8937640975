// The table of all names: filters and order stand in the address; only the rows in view are elements.

import { address, broken, fill, h } from "./dom.js";
import * as here from "./here.js";
import { chipSelect } from "./resolver.js";
import { glob } from "./text.js";

const FIELDS = ["text", "unit", "kind", "quantity", "qualifier", "on", "not", "release", "what", "collection"];
const WHAT = ["new", "gone", "renamed", "dims", "owner"];
const COLUMNS = ["name", "meaning", "unit", "kind", "since", "chips"];
const APART = [["gh100", "gb100"], ["gb100", "gh100"], ["ga100", "gh100"]];
/** Rows drawn beyond what is in view. */
const SPARE = 10;

export async function mount(root, store, moved) {
  const [data, meanings] = await Promise.all([store.file("table.json"), store.file(`${store.lang}/meanings.json`)]);
  new Table(root, store, moved, data, meanings).start();
}

/** One row a base name, with what is filtered, sorted and shown. */
function rowsOf(store, data, meanings) {
  const { rows } = data;
  return store.names.map((name, at) => {
    const where = store.core.availability[rows.availability[at]];
    let seen = 0;
    for (const mask of where.r) seen |= mask;
    const first = seen ? 31 - Math.clz32(seen & -seen) : -1;
    return {
      name,
      meaning: meanings[at],
      unit: data.units[rows.unit[at]],
      kind: store.kindOf[at],
      quantity: data.quantities[rows.quantity[at]],
      qualifiers: rows.qualifiers[at].map((n) => data.qualifiers[n]),
      where,
      first,
      since: first < 0 ? "" : store.core.releases[first],
      chips: [...where.on].filter((state) => state === "y" || state === "l").length,
      events: data.events[rows.events[at]],
      words: `${name} ${meanings[at]}`.toLowerCase(),
    };
  });
}

class Table {
  constructor(root, store, moved, data, meanings) {
    Object.assign(this, { root, store, moved, data });
    this.all = rowsOf(store, data, meanings);
    // by name, those of the sampling groups (TPC.TriageCompute.…) behind the others
    const group = (row) => (row.name.split("__")[0].includes(".") ? 1 : 0);
    this.all.sort((a, b) => group(a) - group(b) || (a.name < b.name ? -1 : 1));
    this.all.forEach((row, place) => (row.place = place));
    this.active = -1;
  }

  start() {
    const { store } = this;
    const changed = () => this.change();
    const counted = (key, of = (row) => [row[key]]) => {
      const counts = new Map();
      for (const row of this.all) for (const value of of(row)) if (value) counts.set(value, (counts.get(value) ?? 0) + 1);
      return [...counts].sort((a, b) => (a[0] < b[0] ? -1 : 1));
    };
    const select = (key, options) =>
      h("select", { id: `mp-${key}`, onchange: changed }, h("option", { value: "" }, store.word("any")), options.map(([value, text]) => h("option", { value }, text)));
    const numbered = (pairs) => pairs.map(([value, count]) => [value, `${value} (${count})`]);
    this.fields = {
      text: h("input", { id: "mp-text", type: "search", autocomplete: "off", spellcheck: "false", oninput: changed }),
      unit: select("unit", numbered(counted("unit"))),
      kind: select("kind", counted("kind").map(([kind, count]) => [kind, `${store.word(`kind-${kind}`)} (${count})`])),
      quantity: select("quantity", numbered(counted("quantity"))),
      qualifier: select("qualifier", numbered(counted("qualifiers", (row) => row.qualifiers))),
      on: chipSelect(store, { id: "mp-on", onchange: changed }, store.word("any")),
      not: chipSelect(store, { id: "mp-not", onchange: changed }, "–"),
      release: select("release", [...store.core.releases].reverse().map((one) => [one, this.release(one)])),
      what: select("what", [["first", store.word("what-first")], ...WHAT.map((one) => [one, store.word(`what-${one}`)])]),
      collection: select("collection", numbered(counted("collections", (row) => row.where.c.map(([name]) => name)))),
    };
    this.fields.what.options[0].textContent = store.word("what-any");
    const labelled = FIELDS.map((key) => h("div", { class: "mp-field" }, h("label", { for: `mp-${key}` }, store.word(`f-${key}`)), this.fields[key]));
    this.count = h("p", { class: "mp-count", role: "status", "aria-live": "polite" });
    this.head = h("div", { class: "mp-grid-head", role: "rowgroup" });
    this.body = h("div", { class: "mp-body-rows", role: "rowgroup" });
    this.grid = h("div", { class: "mp-grid", role: "table", "aria-label": store.word("title-table") }, this.head, this.body);
    this.scroll = h("div", { class: "mp-scroll", tabindex: "0", onscroll: () => this.draw(), onkeydown: (event) => this.key(event) }, this.grid);
    fill(
      this.root,
      this.quick(),
      h("form", { class: "mp-filters", role: "search", onsubmit: (event) => event.preventDefault() }, labelled),
      this.count,
      this.scroll,
      h("p", { class: "mp-count" }, store.word("table-hint")),
    );
    here.onReturn(this.root, () => this.read());
    window.addEventListener("resize", () => this.draw());
    this.read();
  }

  release(cuda) {
    const found = Object.entries(this.store.core.cuda_of).find(([, one]) => one === cuda);
    return found ? `${cuda} (ncu ${found[0]})` : cuda;
  }

  /** Views that people ask for most, one click each. */
  quick() {
    const { store } = this;
    const views = APART.map(([on, not]) => [store.word("quick-apart", { a: on, b: not }), { on, not }]);
    for (const release of store.core.releases.slice(-2).reverse()) views.push([store.word("quick-release", { release }), { release }]);
    const link = ([text, view]) =>
      h("a", { href: address("table", view), onclick: (event) => this.follow(event, view) }, text);
    const clear = h("button", { type: "button", onclick: (event) => this.follow(event, {}) }, store.word("clear"));
    return h("nav", { class: "mp-quick", "aria-label": store.word("quick") }, views.map(link), clear);
  }

  follow(event, view) {
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    event.stopPropagation();
    for (const key of FIELDS) this.fields[key].value = view[key] ?? "";
    this.change(true);
  }

  // --- the address ------------------------------------------------------------------------------------------------------

  read() {
    const parameters = new URLSearchParams(location.search);
    for (const key of FIELDS) this.fields[key].value = parameters.get(key) ?? "";
    const [column, down] = (parameters.get("sort") ?? "name").split("-");
    this.order = COLUMNS.includes(column) ? column : "name";
    this.down = down === "down";
    this.show();
  }

  change(push = false) {
    const sort = this.order === "name" && !this.down ? "" : this.order + (this.down ? "-down" : "");
    here.write([...FIELDS.map((key) => [key, this.fields[key].value.trim()]), ["sort", sort]], push);
    this.moved();
    this.show();
  }

  // --- rows -------------------------------------------------------------------------------------------------------------

  /** A test for each filter that is set. */
  tests() {
    const value = Object.fromEntries(FIELDS.map((key) => [key, this.fields[key].value.trim()]));
    const number = (chip) => this.store.chipNumber.get(chip);
    const tests = [];
    if (value.text) tests.push(textTest(value.text));
    for (const key of ["unit", "kind", "quantity"]) if (value[key]) tests.push((row) => row[key] === value[key]);
    if (value.qualifier) tests.push((row) => row.qualifiers.includes(value.qualifier));
    if (value.on) tests.push((row) => "yl".includes(row.where.on[number(value.on)]));
    if (value.not) tests.push((row) => row.where.on[number(value.not)] === "n");
    if (value.collection) {
      tests.push((row) => row.where.c.some(([name, marks]) => name === value.collection && (!value.on || marks[number(value.on)] === "1")));
    }
    const release = this.store.core.releases.indexOf(value.release);
    if (release >= 0 && value.what === "first") tests.push((row) => row.first === release);
    else if (release >= 0 || (value.what && value.what !== "first")) {
      const kind = WHAT.indexOf(value.what);
      const chip = value.on ? this.data.classes.indexOf(this.store.core.classes[value.on]) : -1;
      tests.push((row) =>
        row.events.some(([where, when, what]) => (release < 0 || when === release) && (kind < 0 || what === kind) && (chip < 0 || where === chip)));
    }
    return tests;
  }

  show() {
    const tests = this.tests();
    this.rows = this.all.filter((row) => tests.every((test) => test(row)));
    const key = { since: "first", name: "place" }[this.order] ?? this.order;
    const sign = this.down ? -1 : 1;
    this.rows.sort((a, b) => (a[key] === b[key] ? a.place - b.place : (a[key] < b[key] ? -1 : 1) * sign));
    this.count.textContent = this.rows.length
      ? this.store.word("count", { n: this.rows.length.toLocaleString("en-US"), all: this.all.length.toLocaleString("en-US") })
      : this.store.word("nothing-left");
    this.active = -1;
    this.heading();
    this.scroll.scrollTop = 0;
    this.draw(true);
  }

  heading() {
    const words = { name: "c-name", meaning: "c-meaning", unit: "f-unit", kind: "f-kind", since: "c-since", chips: "c-chips" };
    const cell = (column) => {
      const here = column === this.order;
      const sort = here ? (this.down ? "descending" : "ascending") : "none";
      const mark = here ? (this.down ? " ↓" : " ↑") : "";
      const turn = () => {
        this.down = here && !this.down;
        this.order = column;
        this.change();
        this.head.querySelector(`[data-column="${column}"]`)?.focus();
      };
      const button = h("button", { type: "button", "data-column": column, onclick: turn }, this.store.word(words[column]) + mark);
      return h("span", { role: "columnheader", "aria-sort": sort, class: column === "kind" ? "mp-keep" : null }, button);
    };
    fill(this.head, h("div", { class: "mp-line", role: "row", "aria-rowindex": "1" }, COLUMNS.map(cell)));
    this.grid.setAttribute("aria-rowcount", String(this.rows.length + 1));
  }

  height() {
    return 2.2 * parseFloat(getComputedStyle(document.documentElement).fontSize);
  }

  draw(force = false) {
    if (!this.root.isConnected) return;
    const height = this.height();
    const from = Math.max(0, Math.floor(this.scroll.scrollTop / height) - SPARE);
    const to = Math.min(this.rows.length, from + Math.ceil(this.scroll.clientHeight / height) + 2 * SPARE);
    if (!force && this.from === from && this.to === to) return;
    Object.assign(this, { from, to });
    const held = this.body.contains(document.activeElement);
    this.body.style.height = `${this.rows.length * height}px`;
    fill(this.body, this.rows.slice(from, to).map((row, at) => this.line(row, from + at, height)));
    if (held) this.link(this.active)?.focus({ preventScroll: true });
  }

  line(row, at, height) {
    const link = h("a", { href: address("resolve", { q: row.name, chip: this.fields.on.value }), title: row.name, onfocus: () => (this.active = at) }, broken(row.name));
    const cells = [link, row.meaning, row.unit, this.store.word(`kind-${row.kind}`), row.since, String(row.chips)];
    const element = h(
      "div",
      { class: "mp-line", role: "row", "aria-rowindex": at + 2, "data-row": at },
      cells.map((cell, column) => h("span", { role: "cell", class: column === 3 ? "mp-keep" : null, title: column === 1 ? row.meaning : null }, cell)),
    );
    // a rule of its own style: a page may forbid style attributes, not the property
    element.style.top = `${at * height}px`;
    return element;
  }

  link(at) {
    return this.body.querySelector(`[data-row="${at}"] a`);
  }

  key(event) {
    const page = Math.max(1, Math.floor(this.scroll.clientHeight / this.height()) - 2);
    const steps = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -Infinity, End: Infinity };
    const step = steps[event.key];
    if (step === undefined || event.target.closest(".mp-grid-head") || !this.rows.length) return;
    event.preventDefault();
    this.active = Math.min(this.rows.length - 1, Math.max(0, this.active + step));
    const height = this.height();
    const top = this.active * height;
    const room = this.scroll.clientHeight - this.head.offsetHeight;
    if (top < this.scroll.scrollTop) this.scroll.scrollTop = top;
    else if (top + height > this.scroll.scrollTop + room) this.scroll.scrollTop = top + height - room;
    this.draw();
    this.link(this.active)?.focus({ preventScroll: true });
  }
}

/** Every word must occur in the name or the meaning; a word with a star is a pattern for the name. */
function textTest(text) {
  const tests = text.toLowerCase().split(/\s+/).map((word) =>
    word.includes("*") ? (row) => glob(word, row.name.toLowerCase()) : (row) => row.words.includes(word));
  return (row) => tests.every((test) => test(row));
}
