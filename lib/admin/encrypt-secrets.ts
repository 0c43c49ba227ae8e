import { ApiError } from '../../shared/base/errors.ts';
import { formatTimestamp } from '../../shared/base/time.ts';
import { connectKey } from '../../shared/lambda/connect-key.ts';
import type { SecretKey } from '../../shared/lambda/secret-key.ts';
import { reloadEntity } from '../../shared/table/change-entity.ts';
import { changeItem } from '../../shared/table/change-item.ts';
import { decideAndWrite } from '../../shared/table/decide-and-write.ts';
import { tenantPartition } from '../../shared/table/keys.ts';
import { queryAll } from '../../shared/table/reads.ts';
import { encryptStored, isPlain } from '../../shared/webhooks/signature.ts';
import { type StoredWebhook, WEBHOOKS, webhookItem } from '../../shared/webhooks/webhook.ts';
import type { AdminCommand, AdminContext } from './context.ts';
import { everyTenant } from './every-tenant.ts';

/** Encrypts the secrets of webhooks that are stored in plain text. Expired ones are deleted. */
export const encryptSecretsCommand: AdminCommand<{ readonly key: string }> = async (context, { key }) =>
  encryptAll(context, connectKey(key, context.clock));

async function* encryptAll(context: AdminContext, key: SecretKey): AsyncGenerator<string> {
  const { table } = context;
  let [seen, changed] = [0, 0];
  for await (const { id } of everyTenant(table)) {
    for await (const item of queryAll(table, tenantPartition(id), WEBHOOKS.prefix())) {
      seen += 1;
      if (await encryptOne(context, WEBHOOKS.read(item), key)) changed += 1;
    }
  }
  yield `${seen} webhooks: ${changed} encrypted, ${seen - changed} had nothing in plain text.`;
}

/** Resolves to whether there was a secret in plain text. */
function encryptOne(
  { table, clock }: AdminContext,
  webhook: StoredWebhook,
  key: SecretKey,
): Promise<boolean> {
  return decideAndWrite(table, webhook, reloadEntity(table, WEBHOOKS, webhook), async (current, writeId) => {
    const { entity, secrets, version } = current;
    if (!secrets.some(isPlain)) return { writes: [], result: false };
    const after = await encryptStored(current, formatTimestamp(clock()), key);
    const items = [webhookItem(entity, secrets), webhookItem(entity, after)] as const;
    return { writes: [changeItem(table, ...items, { version, writeId })], result: true };
  }).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return false; // it was deleted meanwhile
    throw error;
  });
}
