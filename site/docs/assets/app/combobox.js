// A text field that offers listed names while one types; by mouse and by keys.

import { broken, fill, h } from "./dom.js";

const COMPLETIONS = 8;
const FEWEST = 3;

export class Combobox {
  /** `typed` is called at every change of the text, `taken` when a name was chosen. */
  constructor(store, id, label, { typed, taken }) {
    Object.assign(this, { store, id, typed, taken });
    this.chosen = -1;
    this.input = h("input", {
      id, type: "search", class: "mp-input", autocomplete: "off", autocapitalize: "off", spellcheck: "false",
      role: "combobox", "aria-expanded": "false", "aria-controls": `${id}-list`, "aria-autocomplete": "list",
      oninput: () => this.change(),
      onkeydown: (event) => this.key(event),
      onblur: () => this.close(),
    });
    this.box = h("ul", { id: `${id}-list`, class: "mp-list", role: "listbox", "aria-label": store.word("matching"), hidden: true });
    this.element = h("div", { class: "mp-field mp-grow" }, h("label", { for: id }, label), this.input, this.box);
  }

  get value() {
    return this.input.value;
  }

  set value(text) {
    this.input.value = text;
  }

  change() {
    this.offer(this.completions());
    this.typed();
  }

  close() {
    this.offer([]);
  }

  /** Listed names that hold the text, those in use first. */
  completions() {
    const text = this.value.trim().toLowerCase();
    if (text.length < FEWEST || /\s/.test(text)) return [];
    const { listed, lower, weights } = this.store;
    const found = [];
    listed.forEach((name, at) => {
      const place = lower[at].indexOf(text);
      if (place >= 0 && name.length > text.length) found.push([name, weights[at] + (place === 0 ? 2 : 0)]);
    });
    return found.sort((a, b) => b[1] - a[1]).slice(0, COMPLETIONS).map(([name]) => name);
  }

  offer(names) {
    this.chosen = -1;
    this.box.hidden = !names.length;
    this.input.setAttribute("aria-expanded", String(names.length > 0));
    this.input.removeAttribute("aria-activedescendant");
    const option = (name, at) => {
      // before the field loses the focus, which closes the list
      const take = (event) => {
        event.preventDefault();
        this.take(name);
      };
      return h("li", { id: `${this.id}-option-${at}`, role: "option", "aria-selected": "false", onmousedown: take }, broken(name));
    };
    fill(this.box, names.map(option));
  }

  take(name) {
    this.value = name;
    this.close();
    this.taken();
  }

  key(event) {
    const options = [...this.box.children];
    if (event.key === "Escape" && options.length) {
      event.preventDefault();
      this.close();
    } else if (event.key === "Enter" && this.chosen >= 0) {
      event.preventDefault();
      this.take(options[this.chosen].textContent);
    } else if (["ArrowDown", "ArrowUp"].includes(event.key) && options.length) {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      this.chosen = (Math.max(this.chosen, step > 0 ? -1 : 0) + step + options.length) % options.length;
      options.forEach((one, at) => one.setAttribute("aria-selected", String(at === this.chosen)));
      this.input.setAttribute("aria-activedescendant", options[this.chosen].id);
      options[this.chosen].scrollIntoView({ block: "nearest" });
    }
  }
}
