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
  const next = new Set(ids);
  const isSelecting = !ids.has(id);
  for (const it of chosen) {
    if (isSelecting) next.add(it);
    else next.delete(it);
  }
  return { ids: next, anchor: id };
}

/** Selects all listed alerts; none if all of them are selected already. */
export function chooseAll({ ids }: Selection, listed: readonly string[]): Selection {
  return listed.every((id) => ids.has(id)) ? NOTHING_SELECTED : { ids: new Set(listed), anchor: undefined };
}
