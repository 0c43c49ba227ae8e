import * as z from 'zod/mini';
import { isActiveTenant } from '../accounts/account.ts';
import { readWithTenant, type SpreadTenants } from '../accounts/status-copies.ts';
import type { AuthenticatedKey, RecordedActor } from '../base/actor.ts';
import { DEVICES } from '../devices/device.ts';
import { isSameHash } from '../lambda/secret.ts';
import { SITES } from '../sites/site.ts';
import { attribute, expression } from '../table/expression.ts';
import { CHILD_COUNT, COPIED_STATUS, mailboxKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { MAIL_ADDRESSES, type MailAddress } from './mail-address.ts';

/** What decides about a mail: the settings of its address, and the device behind it. */
export interface OpenMailbox {
  readonly address: MailAddress;
  readonly caller: AuthenticatedKey & { readonly siteId: string; readonly deviceId: string };
  readonly actor: RecordedActor;
  /** The names of the device and its site. */
  readonly names: readonly string[];
}

const ownerSchema = z.object({ tenant_id: z.string(), device_id: z.string() });

const PROJECTION = expression`pk, sk, #data, #secret_hash, ${attribute(COPIED_STATUS)}, ${attribute(CHILD_COUNT)}`;

/** Whether an address was issued and has not ended. It says nothing about its tenant. */
export const isMailbox = async (table: Table, secretHash: string): Promise<boolean> =>
  (await getItem(table, mailboxKey(secretHash))) !== undefined;

/**
 * Opens the mailbox of an address, strongly consistent, so that its end counts at once. `undefined` if it is unknown or has ended,
 * or its tenant is not active.
 */
export async function openMailbox(
  table: Table,
  secretHash: string,
  spread: SpreadTenants,
): Promise<OpenMailbox | undefined> {
  const owner = ownerSchema.safeParse(await getItem(table, mailboxKey(secretHash))).data;
  if (!owner) return undefined;
  const { tenant_id: tenantId, device_id: deviceId } = owner;
  const [tenant, stored, device] = await readWithTenant(
    table,
    { tenantId, number: Buffer.from(secretHash).readUInt32BE(0), spread },
    [MAIL_ADDRESSES.key(tenantId, deviceId), DEVICES.key(tenantId, deviceId)],
    PROJECTION,
  );
  if (!stored || !device || !isActiveTenant(tenant)) return undefined;
  const { entity: address, secretHash: present } = MAIL_ADDRESSES.read(stored);
  if (!isSameHash(present, secretHash)) return undefined;
  const { name, site_id: siteId, runaway_after } = DEVICES.entityOf(device);
  const site = await getItem(table, SITES.key(tenantId, siteId));
  return {
    address,
    caller: {
      keyId: deviceId,
      access: 'report',
      name,
      tenantId,
      siteId,
      deviceId,
      ...(runaway_after === null ? {} : { mayRunAway: true }),
    },
    // It has no id, because it is no key that somebody could revoke.
    actor: { kind: 'key', id: null, name },
    names: site ? [name, SITES.entityOf(site).name] : [name],
  };
}
