import { lookup } from 'node:dns/promises';
import { hostname } from 'node:os';
import { Webhook } from 'standardwebhooks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isPublicAddress } from '../../shared/base/address.ts';
import { readOutboundUrl } from '../../shared/lambda/outbound.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { call, create, SENDS_TO_LOCALHOST } from './deployed-guard.ts';
import { openPremises, type Premises, raiseAlert } from './deployed-premises.ts';

/**
 * Deployed webhooks: a change of the table invokes `queue-webhooks` by the stream and `deliver-webhook` by the FIFO queue, which
 * sends to a receiver. MiniStack runs one batch of a FIFO queue at a time (ministack 1.5.33, services/lambda_svc.py,
 * `_sqs_esm_concurrency`), so test/integration shows that a slow receiver delays no other one.
 */

/** Each poll is a request of a user with a rate limit. */
const PATIENCE = { timeout: 40_000, interval: 250 };
/** A minute and a tenth until the next attempt is due, and a minute until the timers run. */
const RETRY = { timeout: 150_000, interval: 2_000 };

let premises: Premises;
let receiver: Receiver;

beforeAll(async () => {
  premises = await openPremises('Webhooks');
  receiver = await startReceiver();
});

afterAll(() => receiver?.stop());

const newWebhook = (url: string, events: readonly string[] = ['alert.raised']) =>
  create('/api/v1/webhooks', premises.master.token, { url, events });

async function deliveriesOf(id: string) {
  const { status, body, text } = await call(`GET /api/v1/webhooks/${id}/deliveries`, {
    token: premises.master.token,
  });
  if (status !== 200) throw new Error(`No deliveries: ${text}`);
  return body.data;
}

/** Resolves to the latest delivery of a webhook after this number of attempts. */
async function deliveryTried(id: string, attempts: number, patience = PATIENCE) {
  await expect.poll(async () => (await deliveriesOf(id))[0]?.attempts, patience).toBe(attempts);
  return (await deliveriesOf(id))[0];
}

/** A valid name of a webhook that resolves to a private address on this machine; `undefined` if there is none. */
async function findPrivateName(): Promise<string | undefined> {
  for (const name of [hostname(), 'ip6-loopback']) {
    if (!readOutboundUrl(`https://${name}/`, { isLocalhostAllowed: false })) continue;
    const addresses = await lookup(name, { all: true }).catch(() => []);
    if (addresses.some(({ address }) => !isPublicAddress(address))) return name;
  }
  return undefined;
}

test('A webhook URL in a private network is rejected', async () => {
  const urls = [
    'https://10.0.0.1/',
    'https://0x7f000001/',
    'https://[::ffff:169.254.169.254]/',
    'https://db.internal/',
  ];
  const local = SENDS_TO_LOCALHOST ? [] : [receiver.url];
  for (const url of [...urls, ...local]) {
    const json = { url, events: ['alert.raised'] };
    const answer = await call('POST /api/v1/webhooks', { token: premises.master.token, json });
    expect([answer.status, answer.body.code], url).toEqual([422, 'validation_failed']);
  }
});

describe('a host name that resolves to a private address', () => {
  let webhookId: string;
  let refused: object;

  test('A webhook makes no connection to a host name that resolves to a private address', async () => {
    const name = await findPrivateName();
    refused = {
      event: 'alert.raised',
      status: 'pending',
      status_code: null,
      error: name ? 'address_not_allowed' : expect.stringMatching(/^E/),
      next_attempt_at: expect.any(String),
    };
    const { port } = new URL(receiver.url);
    const before = receiver.connections();
    ({ id: webhookId } = await newWebhook(`https://${name ?? 'hooks.example.invalid'}:${port}/`));
    await raiseAlert(premises.master, premises.siteId);
    expect(await deliveryTried(webhookId, 1)).toMatchObject(refused);
    expect(receiver.connections()).toBe(before);
  });

  // Once is enough: it takes two minutes. The schedule of the timers, their queue, and the queue of deliveries.
  test.skipIf(SENDS_TO_LOCALHOST)(
    'A timer retries a webhook delivery to a private address, again without a connection',
    async () => {
      const before = receiver.connections();
      expect(await deliveryTried(webhookId, 2, RETRY)).toMatchObject(refused);
      expect(receiver.connections()).toBe(before);
    },
    RETRY.timeout,
  );
});

describe.runIf(SENDS_TO_LOCALHOST)('a receiver', () => {
  test('A webhook receives each event once, signed and in order', async () => {
    const events = ['alert.raised', 'alert.acknowledged', 'alert.resolved'];
    const { id, secret } = await newWebhook(receiver.url, events);
    const alert = await raiseAlert(premises.master, premises.siteId);
    for (const action of ['acknowledge', 'resolve']) {
      await call(`POST /api/v1/alerts/${alert.id}/${action}`, { token: premises.master.token });
    }
    const ofAlert = () => receiver.received.filter(({ body }) => body.data.alert.id === alert.id);
    await expect.poll(() => ofAlert().length, PATIENCE).toBe(events.length);
    expect(ofAlert().map(({ body }) => body.type)).toEqual(events);
    const verifier = new Webhook(secret);
    for (const { headers, text, body } of ofAlert()) {
      expect(verifier.verify(text, headers as Record<string, string>)).toEqual(body);
    }
    const ids = ofAlert().map(({ headers }) => headers['webhook-id']);
    await expect
      .poll(() => deliveriesOf(id), PATIENCE)
      .toMatchObject(
        ids
          .map((it, place) => ({
            id: it,
            event: events[place],
            status: 'delivered',
            attempts: 1,
            status_code: 204,
          }))
          .toReversed(),
      );
  });
});
