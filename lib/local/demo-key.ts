import type { RecordedActor } from '../../shared/base/actor.ts';
import type { RandomBytes } from '../../shared/base/ids.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { KEYS, type Key, LAST_USED_AT } from '../../shared/keys/key.ts';
import { issueKey } from '../../shared/keys/key-secret.ts';

export interface DemoKey {
  readonly item: Readonly<Record<string, unknown>>;
  readonly actor: RecordedActor;
  readonly plainText: string;
}

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly createdAt: Date;
  readonly lastUsedAt: Date;
}

export function demoKey(
  name: string,
  { id, tenantId, createdAt, lastUsedAt }: Origin,
  randomBytes: RandomBytes,
): DemoKey {
  const at = formatTimestamp(createdAt);
  const last_used_at = formatTimestamp(lastUsedAt);
  const bound = { site_id: null, device_id: null, expires_at: null };
  const key: Key = {
    id,
    tenant_id: tenantId,
    name,
    access: 'report',
    ...bound,
    last_used_at,
    created_at: at,
    updated_at: at,
  };
  const { number, secretHash, plainText } = issueKey(
    { tenantId, keyId: id, access: 'report', binding: undefined },
    randomBytes,
  );
  const credentials = { number, secret_hash: secretHash };
  return {
    item: { ...KEYS.item(key), credentials, [LAST_USED_AT]: last_used_at },
    actor: { kind: 'key', id, name },
    plainText,
  };
}
