import * as z from 'zod/mini';
import { formatTimestamp } from '../time.ts';
import { TIMER_KINDS, TIMER_SHARDS, type TimerKind } from './timer.ts';
import type { OwnHeartbeat } from './timer-work.ts';

/** That there is something due in a shard. It may come late and twice: what is done is decided on the items. */
export interface TimerMessage {
  readonly kind: TimerKind;
  readonly shard: number;
  readonly heard: OwnHeartbeat | undefined;
}

const timestamp = z.iso.datetime({ offset: true });

const messageSchema = z.object({
  kind: z.string(),
  shard: z.int().check(z.minimum(0), z.maximum(TIMER_SHARDS - 1)),
  heard: z.optional(z.object({ checked_at: timestamp, resumed_at: timestamp })),
});

export function writeTimerMessage({ kind, shard, heard }: TimerMessage): string {
  const times = heard && {
    checked_at: formatTimestamp(heard.checkedAt),
    resumed_at: formatTimestamp(heard.resumedAt),
  };
  return JSON.stringify({ kind, shard, heard: times } satisfies z.input<typeof messageSchema>);
}

/** Reads a message; `undefined` where another release sent it for a kind that this one does not know. */
export function readTimerMessage(body: string): TimerMessage | undefined {
  const { kind: name, shard, heard } = messageSchema.parse(JSON.parse(body));
  const kind = TIMER_KINDS.find((it) => it === name);
  if (kind === undefined) return undefined;
  const times = heard && {
    checkedAt: new Date(heard.checked_at),
    resumedAt: new Date(heard.resumed_at),
  };
  return { kind, shard, heard: times };
}
