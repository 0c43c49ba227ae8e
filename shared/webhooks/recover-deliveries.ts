import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod/mini';
import { ApiError, invalidField } from '../errors.ts';
import { runInLanes } from '../run-in-lanes.ts';
import { batchGet } from '../table/batch-get.ts';
import { TIMER_INDEX } from '../table/definition.ts';
import { expression, expressionInput } from '../table/expression.ts';
import type { Table } from '../table/table.ts';
import { failedPartition } from './delivery.ts';
import type { Recovery } from './recovery.ts';
import { attemptAgain } from './resend-delivery.ts';
import type { Webhook } from './webhook.ts';

const MINUTE_MS = 60_000;
/** The longest time back that a request may name. The clock of the client may be wrong by minutes. */
const LONGEST_MS = 7 * 24 * 60 * MINUTE_MS + 5 * MINUTE_MS;

/** The limit of BatchGetItem. */
const PAGE_SIZE = 100;
const MOST_PAGES = 10;
const WRITES_AT_A_TIME = 25;

/** New events of the webhook wait behind these, and many receivers take a tenth of a second for each. */
const SPACING_MS = 100;

const entrySchema = z.object({ pk: z.string(), sk: z.string() });

interface Wanted {
  readonly since: string;
  readonly now: Date;
  /** Whether there is time for another page. */
  readonly hasTime: () => boolean;
}

/**
 * Gives the deliveries of an active webhook that have failed for good since a time a further attempt, those that failed
 * first before others; up to 1,000. Each gets one attempt, also if the request is sent twice at once: a delivery that waits
 * has left the index.
 */
export async function recoverDeliveries(
  table: Table,
  webhook: Webhook,
  { since, now, hasTime }: Wanted,
): Promise<Recovery> {
  if (Math.abs(now.getTime() - Date.parse(since)) > LONGEST_MS) {
    throw invalidField('since', 'The since field must be within the last 7 days.');
  }
  if (webhook.status !== 'active') throw new ApiError('webhook_not_active');
  const query = {
    TableName: table.name,
    IndexName: TIMER_INDEX,
    Limit: PAGE_SIZE,
    ...expressionInput({ key: expression`#timer = ${failedPartition(webhook.id)} AND #due >= ${since}` }),
  };
  let queued = 0;
  let startKey: Record<string, unknown> | undefined;
  for (let page = 0; page === 0 || (startKey && page < MOST_PAGES && hasTime()); page += 1) {
    const { Items = [], LastEvaluatedKey } = await table.client.send(
      new QueryCommand({ ...query, ExclusiveStartKey: startKey }),
    );
    startKey = LastEvaluatedKey;
    const keys = Items.map((it) => entrySchema.parse(it));
    const items = keys.length > 0 ? await batchGet(table, keys) : [];
    const found = keys.map((key, place) => ({ key, item: items[place] }));
    await runInLanes(found, WRITES_AT_A_TIME, async ({ key, item }) => {
      const next = new Date(now.getTime() + queued * SPACING_MS);
      if (await isAdmitted(attemptAgain(table, key, item, { next, admits: hasFailed }))) queued += 1;
    });
  }
  return { queued, has_more: startKey !== undefined };
}

const hasFailed = ({ status }: { readonly status: string }) => status === 'failed';

/** `false` for a delivery that waits again or has expired since the index was read. */
async function isAdmitted(attempt: Promise<unknown>): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) return false;
    throw error;
  }
}
