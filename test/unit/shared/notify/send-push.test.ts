import { expect, test } from 'vitest';
import { openServices } from '../../../../lib/local/triggers/services.ts';
import { localKey } from '../../../../shared/lambda/connect-key.ts';
import type { Network } from '../../../../shared/lambda/outbound.ts';
import { pushSender } from '../../../../shared/notify/send-push.ts';
import { newVapidKey } from '../../../../shared/notify/vapid-key.ts';
import { makeRuntime, type RuntimeParts } from '../../../support/make-runtime.ts';
import { openPushBrowser, readVapid } from '../../../support/push-browser.ts';
import { serveLoopback } from '../../../support/serve-loopback.ts';
import { MESSAGE } from '../senders/destinations.ts';

const key = newVapidKey();
const owner = { purpose: 'push', tenant_id: 'platform', id: key.publicKey } as const;
const Item = {
  public_key: key.publicKey,
  private_key: await localKey(new Uint8Array(32)).encrypt(key.privateKey, owner),
};

const network = (address = '127.0.0.1'): Network => ({
  resolve: (_, callback) => callback(null, [{ address, family: 4 }]),
  timeout: () => new AbortController().signal,
  stopwatch: () => 0,
});

interface Sending extends Pick<RuntimeParts, 'answers' | 'settings'> {
  readonly address?: string;
}

/** A sender of a stage with a key, which may send to localhost. */
function senderOf({ answers = [{ Item }], settings = {}, address }: Sending = {}) {
  const { runtime, logged, sent } = makeRuntime({
    clock: () => new Date(),
    answers,
    settings: { destinations: { isLocalhostAllowed: true }, outboxUrl: undefined, ...settings },
  });
  return { send: pushSender(runtime, network(address)), logged, sent };
}

/** A push service that answers with a status. */
async function servePushes(status: number) {
  const received: { headers: Record<string, unknown>; body: Buffer }[] = [];
  const { url } = await serveLoopback(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    received.push({ headers: request.headers, body: Buffer.concat(chunks) });
    if (status === 0) response.destroy();
    else response.writeHead(status).end();
  });
  const origin = url.replace('127.0.0.1', 'localhost');
  const browser = openPushBrowser(`${origin}/send/secret-path`);
  const to = { kind: 'push', address: 'localhost', subscription: browser.subscription } as const;
  return { received, origin, browser, to };
}

test('The subscribed browser can decrypt a push, and its push service can verify the stage’s key', async () => {
  const { received, origin, browser, to } = await servePushes(201);
  const { send } = senderOf();
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'sent' });
  const [push] = received;
  expect(push?.headers).toMatchObject({
    ttl: '3600',
    urgency: 'high',
    'content-encoding': 'aes128gcm',
    'content-type': 'application/octet-stream',
    'content-length': String(push?.body.length),
  });
  expect(JSON.parse(browser.decrypt(push?.body ?? Buffer.alloc(0)))).toEqual({
    title: MESSAGE.subject,
    text: MESSAGE.text,
    link: MESSAGE.link,
    tag: MESSAGE.tag,
  });
  const vapid = readVapid(String(push?.headers['authorization']));
  expect(vapid).toMatchObject({
    key: key.publicKey,
    claims: { aud: origin, sub: 'https://guard.example.com' },
  });
});

test('A push names the stage’s mail sender, if there is one, as the contact for the push service', async () => {
  const { received, to } = await servePushes(201);
  await senderOf({ settings: { mailFrom: 'guard@example.com' } }).send(to, MESSAGE);
  const { claims } = readVapid(String(received[0]?.headers['authorization']));
  expect(claims).toMatchObject({ sub: 'mailto:guard@example.com' });
});

test('Pushes about the same alert have the same topic, so that a new push replaces one that still waits', async () => {
  const { received, to } = await servePushes(201);
  const { send } = senderOf();
  await send(to, MESSAGE);
  await send(to, { ...MESSAGE, text: 'resolved' });
  await send(to, { ...MESSAGE, tag: 'alert-2' });
  const topics = received.map(({ headers }) => String(headers['topic']));
  expect(topics[0]).toMatch(/^[\w-]{32}$/);
  expect(topics[1]).toBe(topics[0]);
  expect(topics[2]).not.toBe(topics[0]);
});

test.each([
  [404, { outcome: 'refused', reason: 'subscription_gone', isFinal: true }],
  [410, { outcome: 'refused', reason: 'subscription_gone', isFinal: true }],
  [400, { outcome: 'refused', reason: 'refused', isFinal: true }],
  [429, { outcome: 'refused', reason: 'throttled', isFinal: false }],
  [503, { outcome: 'refused', reason: 'provider_failed', isFinal: false }],
  [0, { outcome: 'unknown', reason: 'no_answer' }],
])(
  'The status %i of a push service determines whether the push was accepted and may be repeated',
  async (status, result) => {
    const { received, to } = await servePushes(status);
    const { send, logged } = senderOf();
    expect(await send(to, MESSAGE)).toEqual(result);
    expect(received).toHaveLength(1);
    // A path of a push service is a secret.
    expect(JSON.stringify(logged)).toBe('[]');
  },
);

test('If a push service answers too late, the outcome of the push is unknown', async () => {
  const { to } = await servePushes(201);
  const late: Network = { ...network(), timeout: () => AbortSignal.abort() };
  const { runtime } = makeRuntime({
    clock: () => new Date(),
    answers: [{ Item }],
    settings: { destinations: { isLocalhostAllowed: true }, outboxUrl: undefined },
  });
  expect(await pushSender(runtime, late)(to, MESSAGE)).toEqual({ outcome: 'unknown', reason: 'no_answer' });
});

test.each(['http://push.example.com/a', 'https://10.0.0.1/a', 'https://metadata.internal/a'])(
  'A push to %s is refused, because the address is not public',
  async (endpoint) => {
    const { subscription } = openPushBrowser(endpoint);
    const result = await senderOf().send({ kind: 'push', address: 'a', subscription }, MESSAGE);
    expect(result).toEqual({ outcome: 'refused', reason: 'address_not_allowed', isFinal: true });
  },
);

test('A push to a host name that resolves to a private address is refused before anything is sent', async () => {
  const { subscription } = openPushBrowser('https://push.example.com/a');
  const { send } = senderOf({ address: '10.0.0.1' });
  expect(await send({ kind: 'push', address: 'a', subscription }, MESSAGE)).toEqual({
    outcome: 'refused',
    reason: 'address_not_allowed',
    isFinal: true,
  });
});

test('A push subscription with an invalid key is refused permanently', async () => {
  const { to, received } = await servePushes(201);
  const keys = { ...to.subscription.keys, p256dh: 'A'.repeat(87) };
  const result = await senderOf().send({ ...to, subscription: { ...to.subscription, keys } }, MESSAGE);
  expect(result).toEqual({ outcome: 'refused', reason: 'subscription_not_valid', isFinal: true });
  expect(received).toEqual([]);
});

test('A stage without a push key sends no pushes, and a stage with one reads the key once', async () => {
  const { to } = await servePushes(201);
  const { send, sent } = senderOf({ answers: [{}, { Item }] });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'refused', reason: 'push_key_missing', isFinal: false });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'sent' });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'sent' });
  expect(sent).toHaveLength(2);
});

test('On the local server, pushes reach the outbox instead of a push service, and can be made to fail', async () => {
  const services = await openServices([], { clock: () => new Date(0), newId: () => 'id', log: () => {} });
  const { to, received } = await servePushes(201);
  const { send } = senderOf({ settings: { outboxUrl: `${services.url}/outbox/pushes` } });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'sent' });
  services.outbox.fail({ push: 'refused' });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'refused', reason: 'refused', isFinal: true });
  services.outbox.fail({ push: 'no_answer' });
  expect(await send(to, MESSAGE)).toEqual({ outcome: 'unknown', reason: 'no_answer' });
  expect(received).toEqual([]);
  const { subject, text, link } = MESSAGE;
  expect(services.outbox.items).toEqual([
    { channel: 'push', to: 'localhost', subject, text, link, at: '1970-01-01T00:00:00.000Z' },
  ]);
  await services.close();
});
