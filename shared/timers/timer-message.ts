import * as z from 'zod/mini';
import { formatTimestamp } from '../time.ts';
import { TIMER_KINDS, TIMER_SHARDS, type TimerKind } from './timer.ts';
import type { OwnHeartbeat } from './timer-work.ts';

/** Starts the run of a shard. May arrive late or twice: the work decides on the items. */
export interface TimerMessage {
  readonly kind: TimerKind;
  readonly shard: number;
  readonly ownHeartbeat: OwnHeartbeat | undefined;
}

const timestamp = z.iso.datetime({ offset: true });

const messageSchema = z.object({
  kind: z.string(),
  shard: z.int().check(z.minimum(0), z.maximum(TIMER_SHARDS - 1)),
  heard: z.optional(z.object({ checked_at: timestamp, resumed_at: timestamp })),
});

export function writeTimerMessage({ kind, shard, ownHeartbeat }: TimerMessage): string {
  const heard = ownHeartbeat && {
    checked_at: formatTimestamp(ownHeartbeat.checkedAt),
    resumed_at: formatTimestamp(ownHeartbeat.resumedAt),
  };
  return JSON.stringify({ kind, shard, heard } satisfies z.input<typeof messageSchema>);
}

/** Reads a message; `undefined` for a kind that only another release knows. */
export function readTimerMessage(body: string): TimerMessage | undefined {
  const { kind: name, shard, heard } = messageSchema.parse(JSON.parse(body));
  const kind = TIMER_KINDS.find((it) => it === name);
  if (kind === undefined) return undefined;
  const ownHeartbeat = heard && {
    checkedAt: new Date(heard.checked_at),
    resumedAt: new Date(heard.resumed_at),
  };
  return { kind, shard, ownHeartbeat };
}
