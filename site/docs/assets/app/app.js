// Entry: starts the application that the page holds, on the first page and after every instant navigation.

import { Store } from "./data.js";
import { fill, h } from "./dom.js";

const PAGES = {
  resolve: () => import("./resolver.js"),
  table: () => import("./table.js"),
  compare: () => import("./compare.js"),
};
const LANGUAGES = { en: "English", zh: "中文" };
const stores = {};

/** Put back the address that the page took aside while the theme started. */
function restore() {
  if (!window.mpAddress) return;
  history.replaceState(history.state, "", window.mpAddress);
  delete window.mpAddress;
}

async function start() {
  restore();
  for (const root of document.querySelectorAll(".mp-app:not([data-started])")) {
    root.dataset.started = "";
    const { app, lang, others } = root.dataset;
    const store = (stores[lang] ??= new Store(lang));
    const body = h("div", { class: "mp-body" });
    const links = h("nav", { class: "mp-languages" });
    fill(root, links, body);
    try {
      const [page] = await Promise.all([PAGES[app](), store.ready()]);
      const moved = () => showLanguages(links, app, others);
      page.mount(body, store, moved);
      moved();
    } catch (error) {
      const text = lang === "zh" ? "数据没有加载成功，请刷新页面。" : "The data did not load; reload the page.";
      fill(body, h("p", { role: "alert" }, text));
      console.error(error);
    }
  }
}

/** Links to the same view in the other languages. */
function showLanguages(links, app, others) {
  const all = others.split(" ").filter((lang) => LANGUAGES[lang]);
  fill(links, all.map((lang) => h("a", { href: `../../${lang}/${app}/${location.search}`, hreflang: lang, lang }, LANGUAGES[lang])));
}

// mkdocs-material announces every page it shows; without it this page is the only one
if (window.document$) window.document$.subscribe(start);
else start();
