import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { requireItem } from '../table/writes.ts';
import { issueAddress } from './address-secret.ts';
import {
  type AddressSecrets,
  addressItem,
  FORMER_HOURS,
  INBOUND_ADDRESSES,
  type InboundAddress,
  type InboundChanges,
  type InboundInput,
  type StoredAddress,
  type StoredCertificates,
  showAddress,
} from './inbound-address.ts';

interface Changing {
  readonly ifMatch?: string | undefined;
  readonly now: Date;
}

/** Reads the address of a device, strongly consistent; `undefined` if it has none. */
export async function loadAddress(
  table: Table,
  { entity }: StoredDevice,
): Promise<StoredAddress | undefined> {
  const item = await getItem(table, INBOUND_ADDRESSES.key(entity.tenant_id, entity.id));
  return item && INBOUND_ADDRESSES.read(item);
}

interface MaybeStored {
  readonly version: Version;
  readonly stored: StoredAddress | undefined;
}

async function loadMaybe(table: Table, device: StoredDevice): Promise<MaybeStored> {
  const stored = await loadAddress(table, device);
  return { stored, version: stored?.version ?? readVersion(undefined) };
}

/**
 * Makes an address for a device. If it has one, the former address works for another day, and its format and mapping are
 * replaced. Resolves to the address and its secret. Only a hash of the secret is stored.
 */
export async function makeAddress(
  table: Table,
  device: StoredDevice,
  { format, mapping }: InboundInput,
  { now, randomBytes }: Changing & { readonly randomBytes: RandomBytes },
): Promise<{ address: InboundAddress; secrets: AddressSecrets; plainText: string }> {
  const { id, tenant_id } = device.entity;
  const at = formatTimestamp(now);
  const { plainText, secretHash } = issueAddress({ tenantId: tenant_id, deviceId: id }, randomBytes);
  const load = () => loadMaybe(table, device);
  return decideAndWrite(table, await load(), load, ({ stored, version }, writeId) => {
    const until = formatTimestamp(new Date(now.getTime() + FORMER_HOURS * 3_600_000));
    const address: InboundAddress = {
      id,
      tenant_id,
      format,
      mapping,
      issued_at: at,
      former_until: stored ? until : null,
      certificate: stored?.entity.certificate ?? null,
      created_at: stored?.entity.created_at ?? at,
      updated_at: stored ? laterThan(stored.entity.updated_at, at) : at,
    };
    const secrets = { present: secretHash, ...(stored ? { former: stored.secrets.present } : {}) };
    const certificates = stored?.certificates ?? [];
    const before = stored ? addressItem(stored.entity, stored) : { ...INBOUND_ADDRESSES.key(tenant_id, id) };
    const writes = [
      changeItem(table, before, addressItem(address, { secrets, certificates }), { version, writeId }),
      requireItem(table, DEVICES.key(tenant_id, id), 'not_found'),
      ...auditWrites(table, INBOUND_ADDRESSES, stored?.entity, address),
    ];
    return { writes, result: { address, secrets, plainText } };
  });
}

/** Changes what the messages of an address mean. The address itself remains. Throws `not_found` if there is none. */
export async function changeAddress(
  table: Table,
  device: StoredDevice,
  changes: InboundChanges,
  { ifMatch, now }: Changing,
): Promise<{ address: InboundAddress; secrets: AddressSecrets }> {
  const load = () => loadAddress(table, device);
  return decideAndWrite(table, await load(), load, (stored, writeId) => {
    const { entity, secrets, version } = stored;
    checkIfMatch(ifMatch, showAddress(entity));
    const changed: InboundAddress = {
      ...entity,
      ...(changes.format === undefined ? {} : { format: changes.format }),
      ...(changes.mapping === undefined ? {} : { mapping: changes.mapping }),
      updated_at: laterThan(entity.updated_at, formatTimestamp(now)),
    };
    const writes = [
      changeItem(table, addressItem(entity, stored), addressItem(changed, stored), { version, writeId }),
      ...auditWrites(table, INBOUND_ADDRESSES, entity, changed),
    ];
    return { writes, result: { address: changed, secrets } };
  });
}

/**
 * Revokes the address of a device, the former one, and its certificates, at once. Resolves to the certificates, for those who end
 * their connections. Throws `not_found` if there is no address.
 */
export async function revokeAddress(
  table: Table,
  device: StoredDevice,
  { ifMatch }: Pick<Changing, 'ifMatch'>,
): Promise<StoredCertificates> {
  const load = () => loadAddress(table, device);
  const loaded = await load();
  if (!loaded) throw new ApiError('not_found');
  return decideAndWrite(table, loaded, load, ({ entity, version, certificates }) => {
    checkIfMatch(ifMatch, showAddress(entity));
    const writes = [
      deleteItem(table, INBOUND_ADDRESSES.key(entity.tenant_id, entity.id), version),
      ...auditWrites(table, INBOUND_ADDRESSES, entity, undefined),
    ];
    return { writes, result: certificates };
  });
}
