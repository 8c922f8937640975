// Other forms of a name: in the other window, over all instances, per second, as a percentage.

const WINDOWS = [["_active", "_elapsed"], ["_elapsed", "_active"]];

/** The name in the other window. */
export function twin(side) {
  const at = side.name.indexOf(`${side.base}.`);
  const head = at < 0 ? side.name : side.name.slice(0, at);
  const tail = at < 0 ? "" : side.name.slice(at + side.base.length + 1);
  for (const [here, there] of WINDOWS) {
    if (tail.includes(here)) return `${head}${side.base}.${tail.replaceAll(here, there)}`;
    // the active cycles of a unit are the active window itself
    if (side.cycles_of[0] && side.base.endsWith(here)) return `${head}${side.base.slice(0, -here.length)}${there}.${tail}`;
  }
  return side.name;
}

const tail = (side) => {
  const at = side.name.lastIndexOf(`${side.base}.`);
  return at < 0 ? side.name : side.name.slice(at + side.base.length + 1);
};

/** The name with the rollup over all instances. */
export function total(side) {
  const rest = tail(side);
  const at = rest.indexOf(".");
  return `${side.base}.sum${at < 0 ? "" : rest.slice(at)}`;
}

/** The form per second of a count or of a rate per cycle. */
export const perSecond = (side) => `${side.base}.${tail(side).split(".")[0]}.per_second`;

/** The counter itself in percent of its own peak over the whole range. */
export const percentage = (side) => `${side.base}.${tail(side).split(".")[0]}.pct_of_peak_sustained_elapsed`;
