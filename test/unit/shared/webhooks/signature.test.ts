import { Webhook } from 'standardwebhooks';
import { expect, test, vi } from 'vitest';
import { currentSecrets, rotateSecrets } from '../../../../shared/webhooks/secrets.ts';
import { newSecret, signatureHeaders } from '../../../../shared/webhooks/signature.ts';
import { seededRandomBytes } from '../../../support/random.ts';

const NOW = 1_795_348_800;
const randomBytes = seededRandomBytes('signature');

test('The package standardwebhooks verifies signatures of each secret, and rejects any change', () => {
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

test('A later rotation does not postpone the end of a secret', () => {
  const at = (hour: number) => `2026-11-22T${String(hour).padStart(2, '0')}:00:00.000+00:00`;
  const once = rotateSecrets([{ secret: 'a' }], 'b', { at: at(1), until: at(5) });
  const twice = rotateSecrets(once, 'c', { at: at(3), until: at(7) });
  expect(currentSecrets(twice, at(4))).toEqual(['c', 'b', 'a']);
  expect(currentSecrets(twice, at(5))).toEqual(['c', 'b']);
  expect(currentSecrets(twice, at(7))).toEqual(['c']);
  expect(rotateSecrets(twice, 'd', { at: at(8), until: at(9) })).toEqual([
    { secret: 'd' },
    { secret: 'c', until: at(9) },
  ]);
});
