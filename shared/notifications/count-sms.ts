import type { AlertSeverity } from '../alerts/alert.ts';
import { countRequest } from '../rate-limits/rate-counter.ts';
import { sha256 } from '../sha256.ts';
import type { Table } from '../table/table.ts';

const ID_LENGTH = 8;

interface CountedSms {
  readonly tenantId: string;
  /** Counted once. */
  readonly id: string;
  readonly severity: AlertSeverity | undefined;
  readonly limit: number;
  readonly now: Date;
}

/** Counts an SMS of a tenant today (UTC). Resolves to whether it may be sent. The last tenth is kept for critical alerts. */
export async function countSms(
  table: Table,
  { tenantId, id, severity, limit, now }: CountedSms,
): Promise<boolean> {
  const { allowed } = await countRequest(table, {
    subject: `sms#${tenantId}`,
    window: 'day',
    limit: severity === 'critical' ? limit : ordinaryLimit(limit),
    id: sha256(id).slice(0, ID_LENGTH),
    now,
  });
  return allowed;
}

/** The part of the limit that everything but critical alerts may use: at least one message is kept. */
export const ordinaryLimit = (limit: number) => Math.floor(limit * ORDINARY_SHARE);

const ORDINARY_SHARE = 0.9;
