/** The alerts that somebody has selected, and the one from which a range begins. */
export interface Selection {
  readonly ids: ReadonlySet<string>;
  readonly anchor: string | undefined;
}

export const NOTHING_SELECTED: Selection = { ids: new Set(), anchor: undefined };

/** Selects or deselects one alert; as a range, all that are listed from the last one that was chosen up to it. */
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

/** Selects all that are listed; nothing where all of them are selected already. */
export function chooseAll({ ids }: Selection, listed: readonly string[]): Selection {
  return listed.every((id) => ids.has(id)) ? NOTHING_SELECTED : { ids: new Set(listed), anchor: undefined };
}
