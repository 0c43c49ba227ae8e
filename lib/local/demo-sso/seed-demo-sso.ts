import { randomBytes } from 'node:crypto';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { DEMO_LOGIN } from '../../../functions/docs.ts';
import { findUserByEmail } from '../../../shared/accounts/account.ts';
import { newId } from '../../../shared/base/ids.ts';
import { formatTimestamp } from '../../../shared/base/time.ts';
import { createIdentityProvider } from '../../../shared/sso/change-providers.ts';
import { identityProviderItem, loadIdentityProvider } from '../../../shared/sso/identity-provider.ts';
import { changeItem } from '../../../shared/table/change-item.ts';
import { commit } from '../../../shared/table/commit.ts';
import type { Table } from '../../../shared/table/table.ts';
import { CLIENT_ID } from './client-id.ts';
import { SSO_DOMAIN, SSO_ROLES } from './demo-people.ts';

const MARKER = { pk: 'DEMO', sk: 'SSO' };
const markerSchema = z.object({ tenant_id: z.string(), provider_id: z.string() });

/**
 * Creates the identity provider of the demo's tenant, once, so that changes and deletions by people last. Only its issuer
 * follows the port of this start.
 */
export async function seedDemoSso(table: Table, issuer: string, now: Date): Promise<void> {
  const { Item } = await table.client.send(new GetCommand({ TableName: table.name, Key: MARKER }));
  if (Item) await moveIssuer(table, markerSchema.parse(Item), issuer);
  else await createDemoProvider(table, issuer, now);
}

async function createDemoProvider(table: Table, issuer: string, now: Date): Promise<void> {
  const owner = await findUserByEmail(table, DEMO_LOGIN.email);
  if (!owner) return;
  const { tenantId } = owner;
  const id = newId(now, randomBytes);
  await createIdentityProvider(
    table,
    {
      name: 'Acme single sign-on (demo)',
      issuer,
      client_id: CLIENT_ID,
      client_secret: null,
      email_domains: [SSO_DOMAIN],
      role_claim: 'groups',
      role_map: SSO_ROLES,
      default_role: null,
      creates_users: true,
      session_minutes: 720,
      trusts_email: false,
      email_claim: null,
      status: 'active',
    },
    {
      id,
      tenantId,
      at: formatTimestamp(now),
      randomBytes,
      destinations: { isLocalhostAllowed: true },
      key: { encrypt: () => Promise.reject(new Error('The demo provider has no secret.')) },
    },
  );
  const Item = { ...MARKER, tenant_id: tenantId, provider_id: id };
  await table.client.send(new PutCommand({ TableName: table.name, Item }));
}

async function moveIssuer(
  table: Table,
  { tenant_id, provider_id }: z.infer<typeof markerSchema>,
  issuer: string,
): Promise<void> {
  const provider = await loadIdentityProvider(table, tenant_id, provider_id);
  if (!provider || provider.entity.issuer === issuer) return;
  const { entity, secret, version } = provider;
  const before = identityProviderItem(entity, secret);
  const after = identityProviderItem({ ...entity, issuer }, secret);
  await commit(table, [changeItem(table, before, after, { version, writeId: table.newWriteId() })]);
}
