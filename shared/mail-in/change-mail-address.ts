import { ApiError } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import type { RandomBytes } from '../base/ids.ts';
import { formatTimestamp, laterThan } from '../base/time.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { changeItem, deleteItem } from '../table/change-item.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { mailboxKey, mailStateKey } from '../table/keys.ts';
import { getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion, type Version } from '../table/version.ts';
import { deleteAny, putOwn, requireItem } from '../table/writes.ts';
import {
  hashOfRecipient,
  issueLocalPart,
  MAIL_ADDRESSES,
  type MailAddress,
  type MailAddressChanges,
  type MailAddressInput,
  mailAddressItem,
  type StoredMailAddress,
  showMailAddress,
} from './mail-address.ts';

interface Changing {
  readonly ifMatch?: string | undefined;
  readonly now: Date;
}

type Device = Pick<StoredDevice, 'entity'>;

/** Reads the mail address of a device, strongly consistent; `undefined` if it has none. */
export async function loadMailAddress(
  table: Table,
  { entity }: Device,
): Promise<StoredMailAddress | undefined> {
  const item = await getItem(table, MAIL_ADDRESSES.key(entity.tenant_id, entity.id));
  return item && MAIL_ADDRESSES.read(item);
}

interface MaybeStored {
  readonly version: Version;
  readonly stored: StoredMailAddress | undefined;
}

async function loadMaybe(table: Table, device: Device): Promise<MaybeStored> {
  const stored = await loadMailAddress(table, device);
  return { stored, version: stored?.version ?? readVersion(undefined) };
}

/**
 * Makes a mail address for a device. A former one ends at once: mail is sent in clear text, and whoever has read an address can raise
 * alarms. Resolves to the address and its part before the `@`, of which only a hash is stored.
 */
export async function makeMailAddress(
  table: Table,
  device: Device,
  input: MailAddressInput,
  { now, randomBytes }: Changing & { readonly randomBytes: RandomBytes },
): Promise<{ address: MailAddress; localPart: string }> {
  const { id, tenant_id } = device.entity;
  const at = formatTimestamp(now);
  const localPart = issueLocalPart(randomBytes);
  const secretHash = hashOfRecipient(localPart);
  if (secretHash === undefined) throw new Error('An address was made that is none');
  const load = () => loadMaybe(table, device);
  return decideAndWrite(table, await load(), load, ({ stored, version }, writeId) => {
    const address: MailAddress = {
      id,
      tenant_id,
      ...input,
      issued_at: at,
      created_at: stored?.entity.created_at ?? at,
      updated_at: stored ? laterThan(stored.entity.updated_at, at) : at,
    };
    const before = stored
      ? mailAddressItem(stored.entity, stored.secretHash)
      : { ...MAIL_ADDRESSES.key(tenant_id, id) };
    const writes = [
      changeItem(table, before, mailAddressItem(address, secretHash), { version, writeId }),
      putOwn(table, { ...mailboxKey(secretHash), tenant_id, device_id: id }),
      // A repetition after a lost reply has written this address already.
      ...(stored && stored.secretHash !== secretHash
        ? [deleteAny(table, mailboxKey(stored.secretHash))]
        : []),
      requireItem(table, DEVICES.key(tenant_id, id), 'not_found'),
      ...auditWrites(table, MAIL_ADDRESSES, stored?.entity, address),
    ];
    return { writes, result: { address, localPart } };
  });
}

/** Changes what the mails to an address mean. The address itself remains. Throws `not_found` if there is none. */
export async function changeMailAddress(
  table: Table,
  device: Device,
  changes: MailAddressChanges,
  { ifMatch, now }: Changing,
): Promise<MailAddress> {
  const load = () => requireAddress(table, device);
  return decideAndWrite(table, await load(), load, ({ entity, secretHash, version }, writeId) => {
    checkIfMatch(ifMatch, showMailAddress(entity));
    const { type = entity.type, severity = entity.severity, phrases = entity.phrases } = changes;
    const changed: MailAddress = {
      ...entity,
      type,
      severity,
      phrases,
      subject: changes.subject === undefined ? entity.subject : changes.subject,
      updated_at: laterThan(entity.updated_at, formatTimestamp(now)),
    };
    const writes = [
      changeItem(table, mailAddressItem(entity, secretHash), mailAddressItem(changed, secretHash), {
        version,
        writeId,
      }),
      ...auditWrites(table, MAIL_ADDRESSES, entity, changed),
    ];
    return { writes, result: changed };
  });
}

async function requireAddress(table: Table, device: Device): Promise<StoredMailAddress> {
  const stored = await loadMailAddress(table, device);
  if (!stored) throw new ApiError('not_found');
  return stored;
}

/** Ends the mail address of a device at once. Throws `not_found` if there is none. */
export async function endMailAddress(
  table: Table,
  device: Device,
  { ifMatch }: Pick<Changing, 'ifMatch'>,
): Promise<void> {
  const load = () => loadMailAddress(table, device);
  return decideAndWrite(
    table,
    await requireAddress(table, device),
    load,
    ({ entity, secretHash, version }) => {
      checkIfMatch(ifMatch, showMailAddress(entity));
      const writes = [
        deleteItem(table, MAIL_ADDRESSES.key(entity.tenant_id, entity.id), version),
        deleteAny(table, mailboxKey(secretHash)),
        deleteAny(table, mailStateKey(entity.tenant_id, entity.id)),
        ...auditWrites(table, MAIL_ADDRESSES, entity, undefined),
      ];
      return { writes, result: undefined };
    },
  );
}
