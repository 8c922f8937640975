// Compares names with the modules of the website, outside a browser: verdicts.mjs APP PAIRS OUT
// PAIRS: a JSON list of [[name, name], language]; OUT: the results in the same order.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [app, pairs, out] = process.argv.slice(2).map((path) => resolve(path));
const at = (name) => pathToFileURL(join(app, name)).href;
const { Store } = await import(at("data.js"));
const { Book } = await import(at("facets.js"));
const { comparison } = await import(at("comparing.js"));
const load = async (path) => JSON.parse(await readFile(join(app, "data", path), "utf8"));
const books = {};
const results = [];
for (const [names, lang] of JSON.parse(await readFile(pairs, "utf8"))) {
  books[lang] ??= await Book.of(await new Store(lang, load).ready());
  results.push(comparison(books[lang], names));
}
await writeFile(out, JSON.stringify(results));
