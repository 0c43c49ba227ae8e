import { expect, test } from 'vitest';
import { claimsOf, dedupClaimKey, dedupKeyOfUser } from '../../../../shared/alerts/dedup-key.ts';
import { deviceAlertPrefix } from '../../../../shared/table/keys.ts';

const place = { tenant_id: 'tenant', site_id: 'site', device_id: 'device', type: 'panic' };
const claim = (key: string) => dedupClaimKey(place, key, 'device');

const KEY = 'panel:device:1:panic:5';
const ofUser = (user: string) => dedupKeyOfUser(KEY, user);

test('The claims of two users and of nobody are different, and a key without a user finds all of them', () => {
  const claims = [KEY, ofUser('5'), ofUser('6')].map(claim);
  expect(new Set(claims.map(({ sk }) => sk)).size).toBe(3);
  const { hash, isOwn } = claimsOf(KEY);
  for (const { sk } of claims) expect(sk.startsWith(deviceAlertPrefix('device', hash))).toBe(true);
  expect(claims.map(isOwn)).toEqual([true, true, true]);
});

test('A key with a user finds the claims of that user and of nobody, but none of another user', () => {
  const { hash, isOwn } = claimsOf(ofUser('5'));
  expect(hash).toBe(claimsOf(KEY).hash);
  expect([KEY, ofUser('5'), ofUser('6'), ofUser('55')].map(claim).map(isOwn)).toEqual([
    true,
    true,
    false,
    false,
  ]);
});

test('A key of another reporter is never divided', () => {
  const key = 'door#user=5';
  expect(claimsOf(key).hash).not.toBe(claimsOf('door').hash);
});
