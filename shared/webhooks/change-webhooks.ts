import { invalidField } from '../base/errors.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import { type Destinations, readOutboundUrl } from '../lambda/outbound.ts';
import type { SecretKey } from '../lambda/secret-key.ts';
import { checkSites } from '../sites/find-sites.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { applyChanges, changeEntity, createEntity, reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import type { Table } from '../table/table.ts';
import { encryptSecret, newSecret, ROTATION_HOURS, rotateSecrets } from './signature.ts';
import { type StoredWebhook, WEBHOOKS, type Webhook, webhookItem } from './webhook.ts';
import { MAXIMUM_URL_LENGTH, type WebhookChanges, type WebhookInput } from './webhook-contract.ts';

type Fields = { readonly [F in 'url' | 'events' | 'site_ids']?: Webhook[F] | undefined };

/**
 * Normalizes the URL and removes duplicate events and sites. Throws `validation_failed` if Guard may not send to the URL, or
 * if a site does not belong to the tenant. A site may be deleted later; then it has no more events.
 */
async function checkInput<T extends Fields>(
  table: Table,
  tenantId: string,
  input: T,
  destinations: Destinations,
): Promise<T> {
  const { url, events, site_ids } = input;
  const used = url === undefined ? undefined : readUrl(url, destinations);
  if (site_ids) await checkSites(table, tenantId, site_ids);
  return {
    ...input,
    ...(used === undefined ? {} : { url: used }),
    ...(events ? { events: [...new Set(events)] } : {}),
    ...(site_ids ? { site_ids: [...new Set(site_ids)] } : {}),
  };
}

/** Normalizes a URL. It may become longer: `ü` becomes `%C3%BC`. */
function readUrl(input: string, destinations: Destinations): string {
  const used = readOutboundUrl(input, destinations)?.href;
  if (used === undefined) throw invalidField('url', `The url field must be ${requirementOf(destinations)}.`);
  if (used.length > MAXIMUM_URL_LENGTH) {
    throw invalidField(
      'url',
      `The url field must not have more than ${MAXIMUM_URL_LENGTH} characters as Guard uses it.`,
    );
  }
  return used;
}

function requirementOf({ isLocalhostAllowed }: Destinations): string {
  const everywhere = 'an https URL of a public host, without a user or password';
  return isLocalhostAllowed ? `${everywhere}, or here http://localhost with a port` : everywhere;
}

interface Origin {
  readonly id: string;
  readonly tenantId: string;
  readonly at: string;
  readonly randomBytes: RandomBytes;
  readonly destinations: Destinations;
  /** Encrypts the secret. */
  readonly key: Pick<SecretKey, 'encrypt'>;
}

/** Creates a webhook in an existing tenant. No later response contains its secret. */
export async function createWebhook(
  table: Table,
  input: WebhookInput,
  { id, tenantId, at, randomBytes, destinations, key }: Origin,
): Promise<{ webhook: Webhook; secret: string }> {
  const { url, events, site_ids, description, status } = await checkInput(
    table,
    tenantId,
    input,
    destinations,
  );
  const secret = newSecret(randomBytes);
  const webhook: Webhook = {
    id,
    tenant_id: tenantId,
    url,
    events,
    site_ids,
    description,
    status,
    disabled_reason: null,
    failing_since: null,
    created_at: at,
    updated_at: at,
  };
  const encrypted = await encryptSecret(secret, webhook, key);
  await createEntity(table, WEBHOOKS, webhook, [], webhookItem(webhook, [{ encrypted }]));
  return { webhook, secret };
}

interface ChangeContext {
  readonly ifMatch: string | undefined;
  readonly at: string;
  readonly destinations: Destinations;
}

/**
 * Changes the given fields. Setting the status clears `failing_since` and `disabled_reason`; a new URL clears
 * `failing_since`.
 */
export async function updateWebhook(
  table: Table,
  webhook: StoredWebhook,
  changes: WebhookChanges,
  { ifMatch, at, destinations }: ChangeContext,
): Promise<Webhook> {
  const checked = await checkInput(table, webhook.entity.tenant_id, changes, destinations);
  const anew = checked.status === undefined ? {} : { disabled_reason: null, failing_since: null };
  return changeEntity(table, WEBHOOKS, webhook, ifMatch, (current) => {
    const isMoved = checked.url !== undefined && checked.url !== current.url;
    return {
      changed: applyChanges(
        current,
        { ...checked, ...anew, ...(isMoved ? { failing_since: null } : {}) },
        at,
      ),
    };
  });
}

const HOUR_MS = 3_600_000;

interface Rotation {
  readonly now: Date;
  readonly randomBytes: RandomBytes;
  /** Encrypts the secret. */
  readonly key: Pick<SecretKey, 'encrypt'>;
}

/**
 * Adds a new secret. For 24 hours, events are also signed with the previous ones, so that receivers can be changed one after
 * the other, and no event is lost if the client does not receive this response.
 */
export async function rotateSecret(
  table: Table,
  webhook: StoredWebhook,
  { now, randomBytes, key }: Rotation,
): Promise<{ webhook: Webhook; secret: string }> {
  const secret = newSecret(randomBytes);
  const encrypted = await encryptSecret(secret, webhook.entity, key);
  const at = formatTimestamp(now);
  const until = formatTimestamp(new Date(now.getTime() + ROTATION_HOURS * HOUR_MS));
  return decideAndWrite(table, webhook, reloadEntity(table, WEBHOOKS, webhook), (current, writeId) => {
    const { entity, secrets, version } = current;
    const rotated = { ...entity, updated_at: laterThan(entity.updated_at, at) };
    const before = webhookItem(entity, secrets);
    const after = webhookItem(rotated, rotateSecrets(secrets, encrypted, { at, until }));
    const writes = [
      changeItem(table, before, after, { version, writeId }),
      ...auditWrites(table, WEBHOOKS, entity, rotated, { action: 'secret_rotated', hidden: ['secret'] }),
    ];
    return { writes, result: { webhook: rotated, secret } };
  });
}
