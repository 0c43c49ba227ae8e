import { createECDH } from 'node:crypto';
import * as z from 'zod/mini';
import { formatTimestamp } from '../base/time.ts';
import { connectKey } from '../lambda/connect-key.ts';
import type { Runtime } from '../lambda/runtime.ts';
import type { SecretOwner } from '../lambda/secret-key.ts';
import { ABSENT, expression } from '../table/expression.ts';
import { pushKeyKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { updateIf } from '../table/writes.ts';

/** The key pair by which push services recognize the stage (RFC 8292, "VAPID"), in base64url. */
export interface VapidKey {
  readonly publicKey: string;
  readonly privateKey: string;
}

/** The private key is encrypted by the stage's key. */
const storedSchema = z.object({ public_key: z.string(), private_key: z.string() });

type StoredKey = z.infer<typeof storedSchema>;

/** The private key is encrypted together with its public key, so it cannot be decrypted for another one. */
const ownerOf = (publicKey: string): SecretOwner => ({
  purpose: 'push',
  tenant_id: 'platform',
  id: publicKey,
});

const SCALAR_BYTES = 32;

/**
 * Returns the public key of the stage, which browsers need to subscribe. The first call makes the key pair. It never changes,
 * because subscriptions are bound to it.
 */
export async function getPushKey({
  table,
  settings,
  clock,
}: Pick<Runtime, 'table' | 'settings' | 'clock'>): Promise<string> {
  const known = await readStored(table);
  if (known) return known.public_key;
  const { publicKey, privateKey } = newVapidKey();
  const encrypted = await connectKey(settings.pushEncryptionKey, clock).encrypt(
    privateKey,
    ownerOf(publicKey),
  );
  await updateIf(table, pushKeyKey, {
    update: expression`SET #public_key = ${publicKey}, #private_key = ${encrypted}, #created_at = ${formatTimestamp(clock())}`,
    condition: ABSENT,
  });
  // Another call may have stored a pair first, or the reply to this write was lost.
  const stored = await readStored(table);
  if (!stored) throw new Error('The Web Push key pair is missing from the table.');
  return stored.public_key;
}

/** Reads the key pair; `undefined` if it was never made, or cannot be decrypted by the stage's key. */
export async function readVapidKey({
  table,
  settings,
  clock,
}: Pick<Runtime, 'table' | 'settings' | 'clock'>): Promise<VapidKey | undefined> {
  const stored = await readStored(table);
  if (!stored) return undefined;
  const { public_key: publicKey, private_key: encrypted } = stored;
  const privateKey = await connectKey(settings.pushDecryptionKey, clock).decrypt(
    encrypted,
    ownerOf(publicKey),
  );
  return privateKey === undefined ? undefined : { publicKey, privateKey };
}

async function readStored(table: Table): Promise<StoredKey | undefined> {
  const item = await getItem(table, pushKeyKey);
  return item && storedSchema.parse(item);
}

export function newVapidKey(): VapidKey {
  const curve = createECDH('prime256v1');
  curve.generateKeys();
  // Node leaves out leading zeros.
  const scalar = Buffer.alloc(SCALAR_BYTES);
  const key = curve.getPrivateKey();
  key.copy(scalar, SCALAR_BYTES - key.length);
  return { publicKey: curve.getPublicKey('base64url'), privateKey: scalar.toString('base64url') };
}
