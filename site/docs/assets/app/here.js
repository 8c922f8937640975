// The address of an application page: what is asked for stands in its query.

/** Set the query's words, drop the empty ones; a new entry of the history only if told so. */
export function write(words, push) {
  const url = new URL(location.href);
  for (const [key, value] of words) {
    if (value) url.searchParams.set(key, value);
    else url.searchParams.delete(key);
  }
  if (url.href !== location.href) history[push ? "pushState" : "replaceState"](history.state, "", url);
}

/** Call `read` when the reader goes back or forward, as long as the application is on the page. */
export function onReturn(root, read) {
  const back = () => {
    if (!root.isConnected) window.removeEventListener("popstate", back);
    else read();
  };
  window.addEventListener("popstate", back);
}
