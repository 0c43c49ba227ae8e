import * as z from 'zod/mini';
import { sha256 } from '../base/digest.ts';
import { toEpochSeconds } from '../base/time.ts';
import { commit } from '../table/commit.ts';
import { untilSettled } from '../table/decide-and-write.ts';
import { TTL_ATTRIBUTE } from '../table/definition.ts';
import { ABSENT, expression } from '../table/expression.ts';
import { shapesKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { putIf } from '../table/writes.ts';

/** The shapes that a reporter has sent within the last hour: when each was first seen, in epoch seconds, by its hash. */
type Shapes = Readonly<Record<string, number>>;

/** How many shapes of an hour have alerts of their own. */
const MOST_SHAPES = 5;
const WINDOW_SECONDS = 3_600;
const HASH_LENGTH = 16;

/** What to do with a body of a shape: it belongs to the alert of its shape, or to the one for all further shapes. */
export type ShapeRuling =
  | { readonly kind: 'own'; readonly shapes: Shapes; readonly isNew: boolean }
  | { readonly kind: 'runaway' };

/** Decides about a shape. From the sixth shape in an hour on, further ones have one alert together. */
export function ruleOnShape(before: Shapes, shape: string, nowSeconds: number): ShapeRuling {
  const recent = Object.entries(before).filter(([, at]) => nowSeconds - at < WINDOW_SECONDS);
  const shapes = Object.fromEntries(recent);
  if (Object.hasOwn(shapes, shape)) return { kind: 'own', shapes, isNew: false };
  if (recent.length >= MOST_SHAPES) return { kind: 'runaway' };
  return { kind: 'own', shapes: { ...shapes, [shape]: nowSeconds }, isNew: true };
}

const shapesSchema = z.object({ shapes: z.record(z.string(), z.int()), series: z.string() });

interface Reporter {
  readonly tenantId: string;
  /** The device that reports, or the key of a reporter without one. */
  readonly id: string;
}

/** Notes that a reporter has sent a shape, exactly once however many are sent at once, and decides about it. */
export function noteShape(
  table: Table,
  { tenantId, id }: Reporter,
  shape: string,
  now: Date,
): Promise<ShapeRuling['kind']> {
  const key = shapesKey(tenantId, id);
  const seconds = toEpochSeconds(now);
  const hash = sha256(shape).slice(0, HASH_LENGTH);
  return untilSettled(table, async () => {
    const item = await getItem(table, key);
    const before = item && shapesSchema.parse(item);
    const ruling = ruleOnShape(before?.shapes ?? {}, hash, seconds);
    if (ruling.kind === 'runaway' || !ruling.isNew) return { result: ruling.kind };
    const series = table.newWriteId();
    const next = { ...key, shapes: ruling.shapes, series, [TTL_ATTRIBUTE]: seconds + 2 * WINDOW_SECONDS };
    const isUnchanged = before ? expression`#series = ${before.series}` : ABSENT;
    const write = {
      ...putIf(table, next, isUnchanged, 'stale'),
      hasHappened: (found: Record<string, unknown> | undefined) => found?.['series'] === series,
    };
    return (await commit(table, [write])) === 'written' ? { result: ruling.kind } : undefined;
  });
}
