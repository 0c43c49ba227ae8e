import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import { allOf, expression, expressionInput } from '../table/expression.ts';
import { statisticsPartition } from '../table/keys.ts';
import { inPartition } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { loadCell, storedCellSchema, unpack } from './cells.ts';
import { type StoredGroup, storedGroupSchema } from './groups.ts';
import type { HourCells } from './hours-within.ts';
import { AFTER_PARTS, readPartName, type View, viewPrefix } from './keys.ts';
import type { Period } from './period.ts';
import { type PeriodState, ROWS, readState } from './period-item.ts';

type Item = Readonly<Record<string, unknown>>;

/** The first and the last period of a row of periods of one level. */
export interface Span {
  readonly first: Period;
  readonly last: Period;
}

/** Reads the states of days or months. */
export async function readStates(read: ReadItems, { first, last }: Span): Promise<PeriodState[]> {
  const items = await read(`${first.level}#${first.name}`, `${last.level}#${last.name}`);
  return items.flatMap((item) => readState(item) ?? []);
}

/** Reads the cells of the hours from one period to another. */
export async function readHours(read: ReadItems, { first, last }: Span): Promise<HourCells[]> {
  const items = await read(`HOUR#${first.name}`, `HOUR#${last.name}~`);
  const parts = new Map<string, number | undefined>();
  return items.flatMap((item) => {
    const state = readState(item);
    if (!state) return [];
    const { name } = state.period;
    if (isPart(item)) {
      if (parts.get(name) !== readPartName(String(item['sk'])).parts) return []; // of an earlier division
    } else {
      parts.set(name, state.parts); // the item of an hour comes before its parts
    }
    const rows = item[ROWS];
    return rows === undefined
      ? []
      : [{ hour: name, day: name.slice(0, 10), cells: unpack(storedCellSchema, rows).map(loadCell) }];
  });
}

const isPart = ({ sk }: Item) => String(sk).split('#').length > 2;

/** The groups of a day or month that is rolled up, with its name. */
export interface StoredPeriod {
  readonly name: string;
  readonly groups: readonly StoredGroup[];
}

/** Reads the groups of days or months that are rolled up. */
export async function readView(
  read: ReadItems,
  view: View,
  { first, last }: Span,
  states: ReadonlyMap<string, PeriodState>,
): Promise<StoredPeriod[]> {
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

/** Reads items of one tenant's statistics. */
export type ReadItems = (first: string, last: string) => Promise<readonly Item[]>;

interface Reading {
  /** Whether the read must see all writes that have ended. If it need not, it costs half. */
  readonly isConsistent: boolean;
  /** Called with the number of items after each read. It may throw, to end the report. */
  readonly onRead?: (items: number) => void;
}

/** Makes a function that reads the items with sort keys from `first` to `last`. */
export function itemReader(table: Table, tenantId: string, { isConsistent, onRead }: Reading): ReadItems {
  return async (first, last) => {
    const input = {
      TableName: table.name,
      ...expressionInput({
        key: allOf(inPartition(statisticsPartition(tenantId)), expression`sk BETWEEN ${first} AND ${last}`),
      }),
      ConsistentRead: isConsistent,
    };
    const read: Item[] = [];
    let startKey: Item | undefined;
    do {
      const { Items = [], LastEvaluatedKey } = await table.client.send(
        new QueryCommand({ ...input, ExclusiveStartKey: startKey }),
      );
      onRead?.(Items.length);
      read.push(...Items);
      startKey = LastEvaluatedKey;
    } while (startKey);
    return read;
  };
}
