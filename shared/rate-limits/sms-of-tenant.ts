import type { Table } from '../table/table.ts';
import {
  countRequest,
  LARGEST_LIMIT_WITH_IDS,
  newRequestId,
  type RateVerdict,
  readCount,
  uncountRequest,
} from './rate-counter.ts';

/** The part of the limit that messages of less than critical severity, codes and tests may use. */
const SHARE_OF_OTHERS = 0.9;

const counterOf = (tenantId: string, now: Date) =>
  ({ subject: `sms#${tenantId}`, window: 'day', now }) as const;

interface CountedSms {
  readonly tenantId: string;
  readonly now: Date;
  /** The limit of a tenant in a day (UTC). */
  readonly smsPerDay: number;
  readonly isCritical: boolean;
  /** Identifies the SMS, so that a repetition is not counted again. */
  readonly id?: string;
}

/** Counts an SMS of a tenant before it is sent. The verdict says whether it may be. */
export function countSms(
  table: Table,
  { tenantId, now, smsPerDay, isCritical, id }: CountedSms,
): Promise<RateVerdict> {
  // Both limits count in the same form, or their numbers would not add up.
  const form = smsPerDay > LARGEST_LIMIT_WITH_IDS ? { weight: 1 } : { id: id ?? newRequestId(table) };
  const limit = limitOf({ smsPerDay, isCritical });
  return countRequest(table, { ...counterOf(tenantId, now), ...form, limit });
}

const limitOf = ({ smsPerDay, isCritical }: Pick<CountedSms, 'smsPerDay' | 'isCritical'>) =>
  isCritical ? smsPerDay : Math.floor(smsPerDay * SHARE_OF_OTHERS);

/** Whether a tenant may send another SMS today. It is not counted. */
export async function isSmsLeft(table: Table, sms: Omit<CountedSms, 'id'>): Promise<boolean> {
  return (await readSmsToday(table, sms.tenantId, sms.now)) < limitOf(sms);
}

/** Removes an SMS that was certainly not sent from the counter, which knows it up to the largest limit with ids. */
export async function uncountSms(
  table: Table,
  {
    tenantId,
    now,
    smsPerDay,
    id,
  }: Pick<CountedSms, 'tenantId' | 'now' | 'smsPerDay'> & { readonly id: string },
): Promise<void> {
  if (smsPerDay <= LARGEST_LIMIT_WITH_IDS) await uncountRequest(table, { ...counterOf(tenantId, now), id });
}

/** The SMS of a tenant today (UTC). */
export function readSmsToday(table: Table, tenantId: string, now: Date): Promise<number> {
  return readCount(table, counterOf(tenantId, now));
}
