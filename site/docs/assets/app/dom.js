// Building elements.  Everything that comes from the address or the data goes in as text, never as markup.

/** An element with attributes, listeners (`onclick`) and children (texts, elements, or lists of them). */
export function h(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? "" : String(value));
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
  return element;
}

/** Text with the names in it set as code. */
export function named(text) {
  return text.split(/((?:[a-z0-9]+:)?[A-Za-z0-9.]+__[A-Za-z0-9_.]*[A-Za-z0-9])/).map((word, at) => (at % 2 ? code(word) : word));
}

/** A name as code, with places where a narrow screen may break it. */
export function code(name) {
  return h("code", {}, broken(name));
}

/** A name with places to break it behind underscores and dots. */
export function broken(name) {
  return name.split(/(?<=[_.])(?=[^_.])/).flatMap((piece, at) => (at ? [document.createElement("wbr"), piece] : [piece]));
}

/** Replace what an element holds. */
export function fill(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== ""));
}

/** A button that copies a text. */
export function copyButton(store, text) {
  const button = h("button", { type: "button", class: "mp-copy md-button", onclick: copy }, store.word("copy"));
  async function copy() {
    await navigator.clipboard.writeText(text);
    button.textContent = store.word("copied");
    setTimeout(() => (button.textContent = store.word("copy")), 1500);
  }
  return button;
}

/** Address of an application page with a query. */
export function address(page, query) {
  const parameters = new URLSearchParams(Object.entries(query).filter(([, value]) => value));
  const text = parameters.toString();
  return `../${page}/${text ? `?${text}` : ""}`;
}
