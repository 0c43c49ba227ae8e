import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import type { Outbox } from '../outbox.ts';
import type { ServiceReply, ServiceRequest } from './services-server.ts';

/** The path to which the push sender sends, instead of the push services of browsers (`GUARD_OUTBOX_URL`). */
export const PUSHES_PATH = '/outbox/pushes';

const pushSchema = z.strictObject({
  to: z.string(),
  title: z.string(),
  text: z.string(),
  link: z.url(),
  tag: z.string(),
});

export const isPush = ({ method, path }: ServiceRequest): boolean =>
  method === 'POST' && path === PUSHES_PATH;

/** Answers as a push service, and keeps the push in the outbox. */
export function answerPush(
  outbox: Outbox,
  { body }: ServiceRequest,
  { clock }: { readonly clock: Clock },
): ServiceReply {
  if (outbox.failures.push === 'no_answer') return 'no_answer';
  const push = pushSchema.safeParse(JSON.parse(body));
  if (!push.success || outbox.failures.push === 'refused') return { status: 400 };
  const { to, title: subject, text, link } = push.data;
  outbox.add({ channel: 'push', to, subject, text, link, at: clock().toISOString() });
  return { status: 201 };
}
