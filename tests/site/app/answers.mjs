// Explains queries with the modules of the website, outside a browser: answers.mjs APP QUERIES OUT
// QUERIES: a JSON list of [query, chips, language]; OUT: the answers in the same order.
import { readFile, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const [app, queries, out] = process.argv.slice(2).map((path) => resolve(path));
const at = (name) => pathToFileURL(join(app, name)).href;
const { Store } = await import(at("data.js"));
const { Explainer } = await import(at("explain.js"));
const load = async (path) => JSON.parse(await readFile(join(app, "data", path), "utf8"));
const explainers = {};
const answers = [];
for (const [query, chips, lang] of JSON.parse(await readFile(queries, "utf8"))) {
  explainers[lang] ??= new Explainer(await new Store(lang, load).ready());
  answers.push(await explainers[lang].explain(query, chips));
}
await writeFile(out, JSON.stringify(answers));
