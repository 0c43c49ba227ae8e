import * as z from 'zod';
import type { Clock } from '../../../shared/base/time.ts';
import type { Outbox } from '../outbox.ts';
import type { ServiceReply, ServiceRequest } from './services-server.ts';

const PATH = '/v2/email/outbound-emails';

const text = z.object({ Data: z.string().min(1), Charset: z.literal('UTF-8') }).transform(({ Data }) => Data);
const mailSchema = z.strictObject({
  FromEmailAddress: z.email(),
  Destination: z.strictObject({ ToAddresses: z.tuple([z.email()]) }),
  Content: z.strictObject({
    Simple: z.strictObject({ Subject: text, Body: z.strictObject({ Text: text }) }),
  }),
  ConfigurationSetName: z.string().optional(),
});

export function isForSes({ method, path }: ServiceRequest): boolean {
  return method === 'POST' && path === PATH;
}

/** Answers `SendEmail` of SES v2 for what functions send (ses.ts), and keeps it in the outbox. */
export function answerSes(
  outbox: Outbox,
  { body }: ServiceRequest,
  { clock, newId }: { readonly clock: Clock; readonly newId: () => string },
): ServiceReply {
  const mail = mailSchema.safeParse(JSON.parse(body));
  const headers = { 'Content-Type': 'application/json' };
  const failure = (type: string, message: string): ServiceReply => ({
    status: 400,
    headers: { ...headers, 'x-amzn-ErrorType': type },
    body: JSON.stringify({ message }),
  });
  if (outbox.failures.email === 'no_answer') return 'no_answer';
  if (!mail.success) return failure('BadRequestException', z.prettifyError(mail.error));
  if (outbox.failures.email === 'refused') return failure('MessageRejected', 'The outbox refuses mail.');
  const { Destination, Content } = mail.data;
  const { Subject: subject, Body } = Content.Simple;
  const [to] = Destination.ToAddresses;
  outbox.add({ channel: 'email', to, subject, text: Body.Text, at: clock().toISOString() });
  return { status: 200, headers, body: JSON.stringify({ MessageId: newId() }) };
}
