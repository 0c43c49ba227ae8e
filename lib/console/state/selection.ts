/** The selected alerts, and the alert at which a range starts. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

/** Selects or deselects one alert, or the range from the last chosen alert up to this one. */
export function choose(
  { ids, anchor }: Selection,
  id: string,
  isRange: boolean,
  listed: readonly string[],
): Selection {
  const [from, to] = [anchor === undefined ? -1 : listed.indexOf(anchor), listed.indexOf(id)];
  const chosen =
    isRange && from >= 0 && to >= 0 ? listed.slice(Math.min(from, to), Math.max(from, to) + 1) : [id];
  return { ids: changed(ids, chosen, !ids.has(id)), anchor: id };
}

/** Selects these alerts; deselects them if all of them are selected already. Others stay as they are. */
export function chooseAll({ ids, anchor }: Selection, these: readonly string[]): Selection {
  return { ids: changed(ids, these, !these.every((id) => ids.has(id))), anchor };
}

function changed(ids: ReadonlySet<string>, chosen: readonly string[], isSelecting: boolean): Set<string> {
  const next = new Set(ids);
  for (const id of chosen) {
    if (isSelecting) next.add(id);
    else next.delete(id);
  }
  return next;
}
