import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { localKey } from '../../../../shared/lambda/connect-key.ts';
import {
  currentSecrets,
  encryptSecret,
  newSecret,
  rotateSecrets,
  type Secrets,
  signatureHeaders,
} from '../../../../shared/webhooks/signature.ts';
import { makeWebhook } from '../../../support/make-webhook.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const NOW = 1_795_348_800;
const randomBytes = seededRandomBytes('signature');

test('The package standardwebhooks verifies a webhook’s signature with each of its secrets, and rejects a changed request', () => {
  vi.useFakeTimers({ now: NOW * 1_000 });
  const [first, second, other] = [newSecret(randomBytes), newSecret(randomBytes), newSecret(randomBytes)];
  const body = JSON.stringify({ type: 'alert.raised', data: { message: 'Größe 🚪' } });
  const headers = signatureHeaders({ id: 'msg', timestamp: NOW, body }, [first, second]);
  for (const secret of [first, second]) {
    expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  }
  expect(() => new Webhook(other).verify(body, headers)).toThrow();
  expect(() => new Webhook(first).verify(body.replace('raised', 'other'), headers)).toThrow();
  expect(() => new Webhook(first).verify(body, { ...headers, 'webhook-id': 'other' })).toThrow();
  expect(() =>
    new Webhook(first).verify(body, { ...headers, 'webhook-timestamp': String(NOW - 1) }),
  ).toThrow();
  vi.useRealTimers();
});

test('A later rotation of a webhook’s secret does not postpone the end of an earlier secret', async () => {
  const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00.000+00:00`;
  const entity = makeWebhook();
  const key = localKey(new Uint8Array(32));
  const [a, b, c, d] = await Promise.all([
    encryptSecret('a', entity, key),
    encryptSecret('b', entity, key),
    encryptSecret('c', entity, key),
    encryptSecret('d', entity, key),
  ]);
  const signing = (secrets: Secrets, hour: number) => currentSecrets({ entity, secrets }, at(hour), key);
  const once = rotateSecrets([{ encrypted: a }], b, { at: at(1), until: at(5) });
  const twice = rotateSecrets(once, c, { at: at(3), until: at(7) });
  expect(await signing(twice, 4)).toEqual(['c', 'b', 'a']);
  expect(await signing(twice, 5)).toEqual(['c', 'b']);
  expect(await signing(twice, 7)).toEqual(['c']);
  expect(rotateSecrets(twice, d, { at: at(8), until: at(9) })).toEqual([
    { encrypted: d },
    { encrypted: c, until: at(9) },
  ]);
});

test('A replaced webhook secret that cannot be decrypted does not sign; if the newest cannot be decrypted, the attempt fails', async () => {
  const entity = makeWebhook();
  const [lost, key] = [localKey(new Uint8Array(32)), localKey(new Uint8Array(32).fill(1))];
  const encrypted = await encryptSecret('a', entity, lost);
  const readable = await encryptSecret('b', entity, key);
  const until = '2026-11-23T00:00:00.000+00:00';
  const signing = (secrets: Secrets) =>
    currentSecrets({ entity, secrets }, '2026-11-22T00:00:00.000+00:00', key);
  await expect(signing([{ encrypted }])).rejects.toThrow('belongs to another key');
  expect(await signing([{ encrypted: readable }, { encrypted, until }])).toEqual(['b']);
});
