import { ApiError } from '../errors.ts';
import { rateLimitHeaders } from '../rate-limits/headers.ts';
import { countRequest } from '../rate-limits/rate-counter.ts';
import { sha256 } from '../sha256.ts';
import type { Table } from '../table/table.ts';
import type { TemplateName } from './mail-message.ts';

/** The limit of mails per template, address and hour: requests for one template do not suppress another. */
export const MAILS_PER_HOUR = 3;
export const INVITATIONS_PER_DAY = 100;

const ID_LENGTH = 8;

interface CountedMail {
  readonly address: string;
  readonly template: TemplateName;
  readonly messageId: string;
  readonly now: Date;
}

/** Counts a mail to an address, once for each message of the queue. Resolves to whether it may be sent. */
export async function countMail(
  table: Table,
  { address, template, messageId, now }: CountedMail,
): Promise<boolean> {
  const { allowed } = await countRequest(table, {
    subject: `mail#${template}#${sha256(address)}`,
    window: 'hour',
    limit: MAILS_PER_HOUR,
    id: sha256(messageId).slice(0, ID_LENGTH),
    now,
  });
  return allowed;
}

/** Counts an invitation of a tenant. Throws `too_many_requests` beyond the limit of a day. */
export async function admitInvitation(table: Table, tenantId: string, now: Date): Promise<void> {
  const verdict = await countRequest(table, {
    subject: `invitations#${tenantId}`,
    window: 'day',
    limit: INVITATIONS_PER_DAY,
    now,
  });
  if (!verdict.allowed) throw new ApiError('too_many_requests', { headers: rateLimitHeaders(verdict) });
}
