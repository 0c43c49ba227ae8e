import { type ItemKey, STATISTICS_PREFIX, statisticsPartition } from '../table/keys.ts';
import type { Period } from './period.ts';

export const tenantOfStatistics = ({ pk }: ItemKey) => pk.slice(STATISTICS_PREFIX.length);

/** The item of a period. It has the timer and, for a small hour, the numbers of the alerts. */
export const periodKey = (tenantId: string, { level, name }: Period): ItemKey => ({
  pk: statisticsPartition(tenantId),
  sk: `${level}#${name}`,
});

/** Reads the period from a sort key; `undefined` if it is not that of a period. */
export function periodOf(sk: string): Period | undefined {
  const [level, name = ''] = sk.split('#');
  return level === 'HOUR' || level === 'DAY' || level === 'MONTH' ? { level, name } : undefined;
}

const partName = (parts: number, part: number) => `${parts}.${String(part).padStart(2, '0')}`;

/** One of the further items of an hour that does not fit into its own item. */
export const hourPartKey = (tenantId: string, hour: Period, parts: number, part: number): ItemKey => {
  const { pk, sk } = periodKey(tenantId, hour);
  return { pk, sk: `${sk}#${partName(parts, part)}` };
};

/** Which groups of a day or month an item has: those of the whole tenant, those by site, or those of one site. */
export type View = 'TOTALS' | 'BY_SITE' | `OF_SITE#${string}`;

export const viewPrefix = (view: View, level: Period['level']) => `${view}#${level}#`;

export const viewKey = (
  tenantId: string,
  view: View,
  { level, name }: Period,
  { parts, part }: { readonly parts: number; readonly part: number } = { parts: 1, part: 0 },
): ItemKey => ({
  pk: statisticsPartition(tenantId),
  sk: `${viewPrefix(view, level)}${name}#${partName(parts, part)}`,
});

/** Reads the name of the period and the number of parts from the sort key of a part. */
export function readPartName(sk: string): { readonly name: string; readonly parts: number } {
  const [name = '', part = ''] = sk.split('#').slice(-2);
  return { name, parts: Number.parseInt(part, 10) };
}

/** Sorts after every part of a period. */
export const AFTER_PARTS = '#~';
