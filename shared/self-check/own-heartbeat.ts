import { UpdateCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { formatTimestamp } from '../base/time.ts';
import type { OwnHeartbeat } from '../table/due-timers.ts';
import { expression, expressionInput } from '../table/expression.ts';
import type { ItemKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';

const OWN_HEARTBEAT_KEY: ItemKey = { pk: 'WATCH', sk: 'HEARING' };

/** After a longer gap between its own heartbeats, Guard does not know whether a device was offline during it. */
const LONGEST_GAP_MS = 180_000;

const ATTEMPTS = 5;

const storedSchema = z.object({
  heard_at: z.optional(z.string()),
  resumed_at: z.optional(z.string()),
  missed_at: z.optional(z.string()),
});

type Stored = z.infer<typeof storedSchema>;

/**
 * Records that Guard's own heartbeat, sent at `checkedAt`, arrived through its public URL. Returns since when every such
 * heartbeat has arrived: since `checkedAt` itself if the one before failed, or was at least 3 minutes earlier.
 */
export async function recordOwnHeartbeat(table: Table, checkedAt: Date): Promise<OwnHeartbeat> {
  for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
    const stored = storedSchema.parse((await getItem(table, OWN_HEARTBEAT_KEY)) ?? {});
    const { heard_at, resumed_at } = stored;
    // This run has already written it, or a parallel run that began later has.
    if (heard_at !== undefined && resumed_at !== undefined && Date.parse(heard_at) >= checkedAt.getTime()) {
      return { checkedAt, resumedAt: new Date(resumed_at) };
    }
    const resumedAt = resumptionOf(stored, checkedAt);
    if (await writeHeartbeat(table, stored, { checkedAt, resumedAt })) return { checkedAt, resumedAt };
  }
  throw new Error("Guard's own heartbeat keeps changing");
}

/** Whether one of Guard's own heartbeats has ever arrived, so that the public URL exists. */
export async function hasHeardItself(table: Table): Promise<boolean> {
  const stored = storedSchema.parse((await getItem(table, OWN_HEARTBEAT_KEY)) ?? {});
  return stored.heard_at !== undefined;
}

/** Records that Guard's own heartbeat did not arrive. */
export async function recordMissedHeartbeat(table: Table, at: Date): Promise<void> {
  const update = expression`SET #missed_at = ${formatTimestamp(at)}`;
  await table.client.send(
    new UpdateCommand({
      TableName: table.name,
      Key: { ...OWN_HEARTBEAT_KEY },
      ...expressionInput({ update }),
    }),
  );
}

function resumptionOf({ heard_at, resumed_at, missed_at }: Stored, checkedAt: Date): Date {
  if (heard_at === undefined || resumed_at === undefined) return checkedAt;
  const gap = checkedAt.getTime() - Date.parse(heard_at);
  const hasMissed = missed_at !== undefined && missed_at >= heard_at;
  return hasMissed || gap >= LONGEST_GAP_MS ? checkedAt : new Date(resumed_at);
}

/** Writes a heartbeat. Returns false if another run has written one since it was read. */
function writeHeartbeat(
  table: Table,
  { heard_at }: Stored,
  { checkedAt, resumedAt }: OwnHeartbeat,
): Promise<boolean> {
  return updateIf(table, OWN_HEARTBEAT_KEY, {
    update: expression`SET #heard_at = ${formatTimestamp(checkedAt)}, #resumed_at = ${formatTimestamp(resumedAt)}`,
    condition:
      heard_at === undefined
        ? expression`attribute_not_exists(#heard_at)`
        : expression`#heard_at = ${heard_at}`,
  });
}
