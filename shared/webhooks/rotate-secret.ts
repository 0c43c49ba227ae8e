import type { RandomBytes } from '../ids.ts';
import type { SecretKey } from '../secrets/secret-key.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide.ts';
import type { Table } from '../table/table.ts';
import { formatTimestamp, laterThan } from '../time.ts';
import { ROTATION_HOURS, rotateSecrets, storeSecret } from './secrets.ts';
import { newSecret } from './signature.ts';
import { type StoredWebhook, WEBHOOKS, type Webhook, webhookItem } from './webhook.ts';

const HOUR_MS = 3_600_000;

interface Rotation {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** Encrypts the secret. */
  readonly key: Pick<SecretKey, 'encrypt'> | undefined;
}

/**
 * Adds a new secret. The previous ones also sign for 24 hours, so that receivers can be changed one after the other, and no
 * event is lost if the response is.
 */
export async function rotateSecret(
  table: Table,
  webhook: StoredWebhook,
  { now, randomBytes, key }: Rotation,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret(randomBytes);
  const stored = await storeSecret(secret, webhook.entity, key);
  const at = formatTimestamp(now);
  const until = formatTimestamp(new Date(now.getTime() + ROTATION_HOURS * HOUR_MS));
  return decideAndWrite(table, webhook, reloadEntity(table, WEBHOOKS, webhook), (current, writeId) => {
    const { entity, secrets, version } = current;
    const rotated = { ...entity, updated_at: laterThan(entity.updated_at, at) };
    const before = webhookItem(entity, secrets);
    const after = webhookItem(rotated, rotateSecrets(secrets, stored, { at, until }));
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...auditWrites(table, WEBHOOKS, entity, rotated, { action: 'secret_rotated', hidden: ['secret'] }),
    ];
    return { writes, result: { webhook: rotated, secret } };
  });
}
