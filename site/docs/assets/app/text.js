// Texts: places in braces, keys of words, edit distance.

/** A text with its {places} filled in; what is filled in is not read again. */
export function filled(text, slots) {
  const [head, ...pieces] = text.split("{");
  return pieces.reduce((result, piece) => {
    const at = piece.indexOf("}");
    const key = piece.slice(0, at);
    return result + (at >= 0 && Object.hasOwn(slots, key) ? slots[key] + piece.slice(at + 1) : "{" + piece);
  }, head);
}

/** How labels and other words are looked up: case and runs of blanks do not matter. */
export function wordKey(text) {
  return text.toLowerCase().trim().split(/\s+/).join(" ");
}

/** Text without the characters of `signs` at its ends. */
export function stripped(text, signs) {
  let start = 0;
  let end = text.length;
  while (start < end && signs.includes(text[start])) start += 1;
  while (end > start && signs.includes(text[end - 1])) end -= 1;
  return text.slice(start, end);
}

export const isAscii = (text) => /^[\x00-\x7f]*$/.test(text);

/** Lower case, full-width signs as plain ones, one blank between words, none around Chinese, % for percent. */
export function folded(text) {
  const plain = Array.from(text.toLowerCase(), (char) => {
    const code = char.codePointAt(0);
    return code >= 0xff01 && code <= 0xff5e ? String.fromCharCode(code - 0xfee0) : char;
  });
  const joined = [];
  for (const word of plain.join("").split(/\s+/).filter(Boolean)) {
    const bare = word.replace(/[?.,;:!]+$/, "");
    if ((bare === "percent" || bare === "pct") && /\d$/.test(joined.at(-1) ?? "")) joined[joined.length - 1] += "%" + word.slice(bare.length);
    else joined.push(word);
  }
  const words = joined.join(" ");
  let result = "";
  for (let at = 0; at < words.length; at += 1) {
    const char = words[at];
    if (char === " " && !(isAscii(words[at - 1]) && isAscii(words[at + 1] ?? ""))) continue;
    result += char;
  }
  return result;
}

let rows = [0, 1, 2].map(() => new Int32Array(64));

/** Edits between two texts (insert, drop, change, swap neighbours), or `most + 1` if there are more than `most`. */
export function edits(a, b, most = Infinity) {
  if (Math.abs(a.length - b.length) > most) return most + 1;
  // what both have at their ends costs nothing
  let start = 0;
  let n = a.length;
  let m = b.length;
  while (start < n && start < m && a.charCodeAt(start) === b.charCodeAt(start)) start += 1;
  while (n > start && m > start && a.charCodeAt(n - 1) === b.charCodeAt(m - 1)) [n, m] = [n - 1, m - 1];
  [n, m] = [n - start, m - start];
  if (!n || !m) return n + m;
  const wide = Math.min(most, Math.max(n, m));
  if (rows[0].length <= m) rows = rows.map(() => new Int32Array(2 * m));
  let [before, last, row] = rows;
  for (let j = 0; j <= m; j += 1) last[j] = j;
  for (let i = 1; i <= n; i += 1) {
    const from = Math.max(1, i - wide);
    const to = Math.min(m, i + wide);
    row[from - 1] = from === 1 ? i : wide + 1;
    if (to < m) row[to + 1] = wide + 1;
    let least = row[from - 1];
    const char = a.charCodeAt(start + i - 1);
    const left = i > 1 ? a.charCodeAt(start + i - 2) : -1;
    for (let j = from; j <= to; j += 1) {
      const other = b.charCodeAt(start + j - 1);
      let best = last[j - 1] + (char === other ? 0 : 1);
      if (last[j] + 1 < best) best = last[j] + 1;
      if (row[j - 1] + 1 < best) best = row[j - 1] + 1;
      if (left === other && j > 1 && char === b.charCodeAt(start + j - 2) && before[j - 2] + 1 < best) best = before[j - 2] + 1;
      row[j] = best;
      if (best < least) least = best;
    }
    // a swap reaches two rows back, so that one poor row alone does not end it
    if (least > wide + 1) return most + 1;
    [before, last, row] = [last, row, before];
  }
  return last[m] > most ? most + 1 : last[m];
}

/** Whether `*` in a pattern can be filled so that it equals the text. */
export function glob(pattern, text) {
  const parts = pattern.split("*");
  if (parts.length === 1) return pattern === text;
  const first = parts[0];
  const end = parts[parts.length - 1];
  if (!text.startsWith(first) || !text.endsWith(end) || text.length < first.length + end.length) return false;
  let at = first.length;
  const limit = text.length - end.length;
  for (const part of parts.slice(1, -1)) {
    const found = text.indexOf(part, at);
    if (found < 0 || found + part.length > limit) return false;
    at = found + part.length;
  }
  return true;
}

/** Legal suffixes by how near they are to a wrong one: parts in common first, then edits. */
export function suffixesLike(suffix, legal) {
  const words = (text) => new Set(text.split(".").flatMap((part) => part.split("_")).filter(Boolean));
  const wrong = words(suffix);
  const rank = legal.map((candidate) => {
    const right = words(candidate);
    const apart = [...wrong].filter((w) => !right.has(w)).length + [...right].filter((w) => !wrong.has(w)).length;
    return [candidate, edits(suffix, candidate), apart];
  });
  rank.sort((a, b) => a[2] - b[2] || a[1] - b[1] || (a[0] < b[0] ? -1 : 1));
  return rank.map(([candidate, distance]) => [candidate, distance]);
}
