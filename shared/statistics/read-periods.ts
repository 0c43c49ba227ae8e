import { type Cell, loadCell, storedCellSchema } from './cells.ts';
import { type StoredGroup, storedGroupSchema } from './groups.ts';
import { AFTER_PARTS, readPartName, type View, viewPrefix } from './keys.ts';
import { unpack } from './packed.ts';
import type { Period } from './period.ts';
import { type PeriodState, readState } from './period-item.ts';
import type { ReadItems } from './read-items.ts';
import { ROWS } from './write-parts.ts';

type Item = Readonly<Record<string, unknown>>;

/** The first and the last of some periods of a level. */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

/** Reads the states of days or months. */
export async function readStates(read: ReadItems, { first, last }: Span): Promise<PeriodState[]> {
  const items = await read(`${first.level}#${first.name}`, `${last.level}#${last.name}`);
  return items.flatMap((item) => readState(item) ?? []);
}

/** Reads the alerts of the hours of some days, with the name of their day. */
export async function readHours(
  read: ReadItems,
  { first, last }: Span,
): Promise<{ readonly day: string; readonly cells: readonly Cell[] }[]> {
  const items = await read(`HOUR#${first.name}`, `HOUR#${last.name}~`);
  const parts = new Map<string, number | undefined>();
  return items.flatMap((item) => {
    const state = readState(item);
    if (!state) return [];
    const { name } = state.period;
    if (isPart(item)) {
      if (parts.get(name) !== readPartName(String(item['sk'])).parts) return []; // an earlier division
    } else {
      parts.set(name, state.parts); // the item of an hour sorts before its parts
    }
    const rows = item[ROWS];
    return rows === undefined
      ? []
      : [{ day: name.slice(0, 10), cells: unpack(storedCellSchema, rows).map(loadCell) }];
  });
}

const isPart = ({ sk }: Item) => String(sk).split('#').length > 2;

/** Reads the groups of days or months that are complete, with the name of their period. */
export async function readView(
  read: ReadItems,
  view: View,
  { first, last }: Span,
  states: ReadonlyMap<string, PeriodState>,
): Promise<{ readonly name: string; readonly groups: readonly StoredGroup[] }[]> {
  const prefix = viewPrefix(view, first.level);
  const items = await read(`${prefix}${first.name}`, `${prefix}${last.name}${AFTER_PARTS}`);
  return items.flatMap((item) => {
    const { name, parts } = readPartName(String(item['sk']));
    const state = states.get(name);
    const isCurrent = view !== 'BY_SITE' || state?.parts === parts;
    if (!state?.rolled || !isCurrent) return [];
    return [{ name, groups: unpack(storedGroupSchema, item[ROWS]) }];
  });
}
