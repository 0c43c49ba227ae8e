import * as z from 'zod/mini';
import { ApiError, type FieldErrors } from '../base/errors.ts';
import { checkIfMatch } from '../base/etag.ts';
import type { RandomBytes } from '../base/ids.ts';
import { laterThan } from '../base/time.ts';
import { removePanel } from '../devices/change-devices.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { moveAccount, normalAccount, PANEL_ACCOUNT } from '../devices/panel-account.ts';
import type { SecretKey, SecretOwner } from '../lambda/secret-key.ts';
import { ZONES } from '../sites/zone.ts';
import { auditWrites } from '../table/audit-writes.ts';
import { reloadEntity } from '../table/change-entity.ts';
import { changeItem } from '../table/change-item.ts';
import { commit } from '../table/commit.ts';
import { decideAndWrite } from '../table/decide-and-write.ts';
import { platformKey } from '../table/keys.ts';
import { batchGet, getItem } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { readVersion } from '../table/version.ts';
import {
  openingsOf,
  PANELS,
  type Panel,
  type PanelInput,
  panelItem,
  type panelSchema,
  type StoredPanel,
} from './panel.ts';

/** Reads the panel of a device, strongly consistent; `undefined` if the device is none. */
export async function loadPanel(table: Table, { entity }: StoredDevice): Promise<StoredPanel | undefined> {
  const item = await getItem(table, PANELS.key(entity.tenant_id, entity.id));
  return item && PANELS.read(item);
}

/** The owner of a panel's key, which cannot be decrypted for another panel. */
export const keyOwner = ({ tenant_id, id }: Pick<Panel, 'tenant_id' | 'id'>): SecretOwner => ({
  purpose: 'panel',
  tenant_id,
  id,
});

interface Setting {
  readonly ifMatch: string | undefined;
  readonly at: string;
  readonly randomBytes: RandomBytes;
  readonly key: Pick<SecretKey, 'encrypt'>;
}

/** How often Guard chooses another account when the random one is taken. */
const CHOICES = 10;

/**
 * Sets the panel of a device: makes the device a panel, or replaces the settings of its panel. Without an account, the panel
 * keeps its own or gets a random free one of six digits. Throws `account_taken` if another panel has the account, and records that.
 */
export async function setPanel(
  table: Table,
  device: StoredDevice,
  input: PanelInput,
  setting: Setting,
): Promise<ShownPanel> {
  const isChosen = input.account === undefined && device.panelAccount === undefined;
  if (!isChosen) {
    try {
      return await writePanel(table, device, input, setting);
    } catch (error) {
      if (isTaken(error)) await recordRefusal(table, device, input);
      throw error;
    }
  }
  for (let choice = 1; ; choice++) {
    try {
      return await writePanel(
        table,
        device,
        { ...input, account: randomAccount(setting.randomBytes) },
        setting,
      );
    } catch (error) {
      if (!isTaken(error) || choice === CHOICES) throw error;
    }
  }
}

const isTaken = (error: unknown): boolean => error instanceof ApiError && error.code === 'account_taken';

/**
 * Records in the audit log of the tenant, and in that of the platform, that an account was refused. Otherwise a tenant could
 * find out unseen which accounts others have.
 */
async function recordRefusal(
  table: Table,
  { entity: { id, tenant_id }, panelAccount }: StoredDevice,
  input: PanelInput,
): Promise<void> {
  const platform = z.optional(z.string()).parse((await getItem(table, platformKey))?.['tenant_id']);
  const account = input.account ?? panelAccount?.account;
  const writes = [...new Set([tenant_id, platform ?? tenant_id])].flatMap((logged) => {
    const panel = { id, tenant_id: logged, account };
    return auditWrites(table, PANELS, panel, panel, {
      action: 'account_refused',
      facts: { line_prefix: input.line_prefix ?? 'any', tenant: tenant_id },
    });
  });
  await commit(table, writes);
}

const DIGITS = 1_000_000;

function randomAccount(randomBytes: RandomBytes): string {
  const number = Buffer.from(randomBytes(6)).readUIntBE(0, 6) % DIGITS;
  return String(number).padStart(6, '0');
}

async function writePanel(
  table: Table,
  device: StoredDevice,
  input: PanelInput,
  { ifMatch, at, key }: Setting,
): Promise<ShownPanel> {
  await checkPlaces(table, device, input);
  const owner = { tenant_id: device.entity.tenant_id, id: device.entity.id };
  const given =
    input.key === undefined ? undefined : { encrypted: await key.encrypt(input.key, keyOwner(owner)) };
  return decideAndWrite(table, device, reloadEntity(table, DEVICES, device), async (current, writeId) => {
    const { entity, version, panelAccount } = current;
    const before = await loadPanel(table, current);
    const { id, tenant_id } = entity;
    checkIfMatch(ifMatch, before && showPanel(current, before));
    const storedKey = input.encryption === 'aes' ? (given ?? before?.key) : undefined;
    checkProof(input, storedKey !== undefined);
    const panel: Panel = {
      id,
      tenant_id,
      account: input.account ?? before?.entity.account ?? '',
      line_prefix: input.line_prefix,
      encryption: input.encryption,
      allowed_addresses: input.allowed_addresses,
      trusts_udp: input.trusts_udp,
      time_check: input.time_check ?? (input.encryption === 'aes' ? 'strict' : 'lenient'),
      maker: input.maker ?? before?.entity.maker ?? 'other',
      zones: input.zones,
      users: input.users,
      created_at: before?.entity.created_at ?? at,
      updated_at: before ? laterThan(before.entity.updated_at, at) : at,
    };
    const account = normalAccount(panel.account, panel.line_prefix);
    const itemBefore = before ? panelItem(before.entity, before.key) : { ...PANELS.key(tenant_id, id) };
    const deviceItem = DEVICES.item(entity);
    const writes = [
      changeItem(
        table,
        { ...deviceItem, ...(panelAccount ? { [PANEL_ACCOUNT]: panelAccount } : {}) },
        { ...deviceItem, [PANEL_ACCOUNT]: account },
        { version, writeId },
      ),
      changeItem(table, itemBefore, panelItem(panel, storedKey), {
        version: before?.version ?? readVersion(undefined),
        writeId,
      }),
      ...moveAccount(table, { tenant_id, device_id: id }, panelAccount, account, at),
      ...auditWrites(table, PANELS, before?.entity, panel, { hidden: given ? ['key'] : [] }),
    ];
    const { lastOpening = null, openings } = before ?? {};
    const stored = { entity: panel, key: storedKey, lastOpening, openings };
    return { writes, result: showPanel(current, stored) };
  });
}

/** Throws `validation_failed` for a panel whose frames would prove nothing about their sender. */
function checkProof({ encryption, allowed_addresses }: PanelInput, hasKey: boolean): void {
  const fields: FieldErrors = {
    ...(encryption === 'aes' && !hasKey
      ? { key: ['The key field is required for a panel that encrypts and has no key yet.'] }
      : {}),
    ...(encryption === 'none' && allowed_addresses.length === 0
      ? { allowed_addresses: ['The allowed_addresses field is required for a panel that does not encrypt.'] }
      : {}),
  };
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}

/** Throws `validation_failed` if zone numbers repeat, or name a zone or device that is not one of the panel's site. */
async function checkPlaces(
  table: Table,
  { entity }: StoredDevice,
  { zones, users }: PanelInput,
): Promise<void> {
  const { tenant_id, site_id } = entity;
  const fields: Record<string, string[]> = {};
  const repeated = <T>(name: string, list: readonly T[], keyOf: (it: T) => string) => {
    const seen = new Set<string>();
    for (const [place, it] of list.entries()) {
      if (seen.has(keyOf(it))) {
        fields[`${name}.${place}.number`] = [`The ${name}.${place}.number field must not be there twice.`];
      }
      seen.add(keyOf(it));
    }
  };
  repeated('zones', zones, ({ number, partition }) => `${partition ?? ''} ${number}`);
  repeated('users', users, ({ number }) => `${number}`);
  const named = zones.flatMap(({ zone_id, device_id }, place) => [
    ...(zone_id === undefined ? [] : [{ place, field: 'zone_id', key: ZONES.key(tenant_id, zone_id) }]),
    ...(device_id === undefined
      ? []
      : [{ place, field: 'device_id', key: DEVICES.key(tenant_id, device_id) }]),
  ]);
  const items = await batchGet(
    table,
    named.map(({ key }) => key),
  );
  for (const [number, { place, field }] of named.entries()) {
    const item = items[number];
    const isHere = item && (item['data'] as { site_id?: string }).site_id === site_id;
    const kind = field === 'zone_id' ? 'zone' : 'device';
    const path = `zones.${place}.${field}`;
    if (!isHere) fields[path] = [`The ${path} field must be a ${kind} of the site.`];
  }
  if (Object.keys(fields).length > 0) throw new ApiError('validation_failed', { fields });
}

/** Makes a device no panel any more, and frees its account. Throws `not_found` if it is none. */
export function deletePanel(
  table: Table,
  device: StoredDevice,
  { ifMatch }: Pick<Setting, 'ifMatch'>,
): Promise<void> {
  return decideAndWrite(table, device, reloadEntity(table, DEVICES, device), async (current, writeId) => {
    const { entity, version, panelAccount } = current;
    const panel = panelAccount && (await loadPanel(table, current));
    if (!panel) throw new ApiError('not_found');
    checkIfMatch(ifMatch, showPanel(current, panel));
    const item = DEVICES.item(entity);
    const writes = [
      changeItem(table, { ...item, [PANEL_ACCOUNT]: panelAccount }, item, { version, writeId }),
      ...removePanel(table, current),
      ...auditWrites(table, PANELS, panel.entity, undefined),
    ];
    return { writes, result: undefined };
  });
}

/** A panel as clients see it, but for the receiver, which belongs to the stage. */
type ShownPanel = Omit<z.input<typeof panelSchema>, 'receiver'>;

/** Shows a panel with what its device knows about its frames. */
export function showPanel(
  device: StoredDevice,
  stored: Pick<StoredPanel, 'entity' | 'key' | 'lastOpening' | 'openings'>,
): ShownPanel {
  const { entity, key, lastOpening } = stored;
  const { id, tenant_id, created_at, updated_at, ...settings } = entity;
  const {
    paths,
    entity: { status },
  } = device;
  const last =
    paths
      .map(({ last_seen_at }) => last_seen_at)
      .toSorted()
      .at(-1) ?? null;
  const state = last === null ? 'never_heard' : status === 'unknown' ? 'unwatched' : status;
  return {
    device_id: id,
    tenant_id,
    ...settings,
    has_key: key !== undefined,
    state,
    last_frame_at: last,
    paths: [...paths],
    last_opening: lastOpening,
    last_openings: openingsOf(stored),
    created_at,
    updated_at,
  };
}
