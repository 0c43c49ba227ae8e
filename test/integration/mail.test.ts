import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findUserByEmail } from '../../shared/accounts/account.ts';
import { type MailMessage, SEND_MAIL } from '../../shared/mail/mail-message.ts';
import { isMailOn, requireMail } from '../../shared/mail/mail-settings.ts';
import { admitInvitation, queueMail } from '../../shared/mail/queue-mail.ts';
import { MailNotSentError, type PostMail, sendMail } from '../../shared/mail/send-mail.ts';
import { en } from '../../shared/texts/en.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startMail, type TestMail } from '../support/mail.ts';

const settings = { mailFrom: 'guard@example.com' };

let guard: TestGuard;
let mail: TestMail;
beforeAll(async () => {
  guard = await startGuard({ settings });
  mail = await startMail(guard);
});
afterAll(async () => {
  await mail.stop();
  await guard.stop();
});

async function resetOf(email: string): Promise<MailMessage> {
  const owner = await findUserByEmail(guard.table, email);
  if (!owner) throw new Error(`Nobody has ${email}.`);
  return { template: 'second_factor_reset', tenant_id: owner.tenantId, user_id: owner.userId };
}

const queue = (message: MailMessage) => queueMail({ settings: settings as never }, message);
const outcomes = () =>
  guard.metrics.flatMap(({ dimensions }) =>
    dimensions && 'outcome' in dimensions ? [dimensions.outcome] : [],
  );

test('A queued mail reaches its user, with links to the public URL', async () => {
  await queue(await resetOf('operator@acme.test'));
  expect(await mail.deliver()).toEqual([
    {
      channel: 'email',
      to: 'operator@acme.test',
      subject: en.mails.secondFactorReset('').subject,
      text: expect.stringContaining(`${guard.url}/console\n`),
      at: guard.clock.now.toISOString(),
    },
  ]);
  expect(outcomes()).toEqual(['sent']);
});

test('No mail is sent if its user is blocked, deleted or unknown', async () => {
  await queue(await resetOf('blocked@acme.test'));
  await queue({ template: 'second_factor_reset', tenant_id: randomUUID(), user_id: randomUUID() });
  await queue({ template: 'second_factor_reset', email: 'nobody@acme.test' });
  expect(await mail.deliver()).toEqual([]);
  expect(outcomes().slice(-3)).toEqual(['refused', 'refused', 'refused']);
});

test('An e-mail address gets at most three mails of a kind in an hour', async () => {
  const message = await resetOf('viewer@acme.test');
  for (let count = 0; count < 4; count += 1) await queue(message);
  expect(await mail.deliver()).toHaveLength(3);
  expect(outcomes().at(-1)).toBe('limited');
  guard.clock.advance(3_600_000);
  await queue(message);
  expect(await mail.deliver()).toHaveLength(1);
});

test('A message that the mail queue delivers twice is sent as one mail', async () => {
  const body = JSON.stringify(await resetOf('operator@acme.test'));
  const event = { Records: [{ messageId: randomUUID(), body }] };
  await guard.invoke(SEND_MAIL, event);
  await guard.invoke(SEND_MAIL, event);
  expect(outcomes().slice(-2)).toEqual(['sent', 'repeated']);
});

test('An unreadable message in the mail queue moves to the dead-letter queue', async () => {
  const event = { Records: [{ messageId: 'unreadable', body: '{"template":"other"}' }] };
  expect(await guard.invoke(SEND_MAIL, event)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'unreadable' }],
  });
});

/** Sends a mail again and again, as the queue does, and counts the calls of SES. */
async function attempt(times: number, answer: (call: number) => Promise<void>, seconds = 90) {
  const message = await resetOf('master@acme.test');
  const messageId = randomUUID();
  let calls = 0;
  const post: PostMail = () => {
    calls += 1;
    return answer(calls);
  };
  const results: string[] = [];
  for (let time = 0; time < times; time += 1) {
    guard.clock.advance(seconds * 1_000);
    const { table, clock } = guard;
    const context = {
      table,
      now: clock.now,
      messageId,
      post,
      randomBytes: (size: number) => new Uint8Array(size),
    };
    const sent = sendMail(message, { ...context, publicUrl: guard.url, timeoutSeconds: 15 });
    results.push(
      await sent.then(
        ({ outcome }) => outcome,
        () => 'failed',
      ),
    );
  }
  return { calls, results };
}

const refuse = async () => {
  throw new MailNotSentError('SES refused it: TooManyRequestsException');
};
const stall = async () => {
  throw new Error('SES failed: TimeoutError');
};

test('A mail that SES rejects is sent again until SES accepts it', async () => {
  const { calls, results } = await attempt(6, (call) => (call < 5 ? refuse() : Promise.resolve()));
  expect(results).toEqual(['failed', 'failed', 'failed', 'failed', 'sent', 'repeated']);
  expect(calls).toBe(5);
});

test('A mail for which SES sent no reply is tried once more, and then left to an operator', async () => {
  const { calls, results } = await attempt(5, stall);
  expect(results).toEqual(Array(5).fill('failed'));
  expect(calls).toBe(2);
});

test('While one function sends a mail, no other function sends it', async () => {
  const { calls, results } = await attempt(2, stall, 1);
  expect(results).toEqual(['failed', 'failed']);
  expect(calls).toBe(1);
});

/** The event of SES about a mail to an address, as EventBridge sends it. */
const note = (address: string, detail: object) =>
  guard.invoke('note-mail-feedback', {
    Records: [
      {
        messageId: 'feedback',
        body: JSON.stringify({
          time: '2026-11-20T12:01:00Z',
          detail: { ...detail, mail: { destination: [address] } },
        }),
      },
    ],
  });

test('After a permanent bounce or a complaint an e-mail address gets no more mail', async () => {
  await note('admin@acme.test', { eventType: 'Bounce', bounce: { bounceType: 'Permanent' } });
  await note('Master@globex.test', { eventType: 'Complaint', complaint: {} });
  await queue(await resetOf('admin@acme.test'));
  await queue(await resetOf('master@globex.test'));
  expect(await mail.deliver()).toEqual([]);
  expect(outcomes().slice(-2)).toEqual(['suppressed', 'suppressed']);
});

test('A master sees that mail to a user bounced, until the user has another e-mail address', async () => {
  const token = await guard.signIn('master@acme.test');
  const owner = await findUserByEmail(guard.table, 'admin@acme.test');
  const read = async () => (await guard.call(`GET /api/v1/users/${owner?.userId}/mail`, { token })).body;
  expect(await read()).toEqual({ suppressed: { reason: 'bounce', at: '2026-11-20T12:01:00.000+00:00' } });
  const json = { email: 'other@acme.test' };
  await guard.call(`PATCH /api/v1/users/${owner?.userId}`, { token, json });
  expect(await read()).toEqual({ suppressed: null });
});

test('After a temporary bounce an e-mail address still gets mail', async () => {
  await note('operator@globex.test', { eventType: 'Bounce', bounce: { bounceType: 'Transient' } });
  await queue(await resetOf('operator@globex.test'));
  expect(await mail.deliver()).toHaveLength(1);
});

test('Unreadable feedback from SES moves to the dead-letter queue', async () => {
  const event = { Records: [{ messageId: 'unreadable', body: '{}' }] };
  expect(await guard.invoke('note-mail-feedback', event)).toEqual({
    batchItemFailures: [{ itemIdentifier: 'unreadable' }],
  });
});

test('A tenant invites at most a hundred people a day', async () => {
  const { table, clock } = guard;
  const invite = () => admitInvitation(table, 'tenant', clock.now);
  for (let count = 0; count < 100; count += 1) await invite();
  await expect(invite()).rejects.toMatchObject({ code: 'too_many_requests' });
  clock.advance(24 * 3_600_000);
  await invite();
});

test('A stage without a mail sender queues no mail, and refuses requests that need it with mail_not_configured', async () => {
  const off = { mailFrom: 'none' };
  await queueMail({ settings: off as never }, await resetOf('operator@acme.test'));
  expect(await mail.deliver()).toEqual([]);
  expect([isMailOn(off), isMailOn(settings)]).toEqual([false, true]);
  expect(() => requireMail(off)).toThrow(
    expect.objectContaining({ code: 'mail_not_configured', status: 409 }),
  );
});
