import { afterAll, beforeAll, expect, test } from 'vitest';
import { localKeySetting } from '../../shared/lambda/connect-key.ts';
import { readSettings } from '../../shared/lambda/settings.ts';
import { getPushKey, readVapidKey } from '../../shared/notify/vapid-key.ts';
import { pushKeyKey } from '../../shared/table/keys.ts';
import { getItem } from '../../shared/table/reads.ts';
import { functionVariables } from '../support/function-variables.ts';
import { startTable, type TestTable } from '../support/table.ts';

let table: TestTable;
beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const clock = () => new Date('2026-11-20T12:00:00Z');
const runtime = () => ({ table, clock, settings: readSettings(functionVariables()) });

test('The Web Push key is created at its first use, and concurrent first uses create only one', async () => {
  expect(await readVapidKey(runtime())).toBeUndefined();
  const keys = await Promise.all([1, 2, 3, 4].map(() => getPushKey(runtime())));
  expect(new Set(keys).size).toBe(1);
  expect(Buffer.from(keys[0] ?? '', 'base64url')).toHaveLength(65);
  expect(await getPushKey(runtime())).toBe(keys[0]);
});

test('The private Web Push key is stored encrypted, and the encryption key of another stage cannot decrypt it', async () => {
  const publicKey = await getPushKey(runtime());
  const key = await readVapidKey(runtime());
  expect(key?.publicKey).toBe(publicKey);
  expect(Buffer.from(key?.privateKey ?? '', 'base64url')).toHaveLength(32);
  const stored = JSON.stringify(await getItem(table, pushKeyKey));
  expect(stored).toContain(publicKey);
  expect(stored).not.toContain(key?.privateKey);
  const other = localKeySetting(new Uint8Array(32).fill(9));
  const settings = readSettings(functionVariables({ pushDecryptionKey: other }));
  expect(await readVapidKey({ ...runtime(), settings })).toBeUndefined();
});
