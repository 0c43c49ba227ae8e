import { createSecretKey, type KeyObject } from 'node:crypto';
import type { BlockList } from 'node:net';
import { isActiveTenant } from '../accounts/account.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { watchKey } from '../devices/heartbeat.ts';
import { findOwner } from '../devices/panel-account.ts';
import type { SecretKey } from '../lambda/secret-key.ts';
import { panelKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { keyOwner } from './change-panel.ts';
import { PANELS, type StoredPanel } from './panel.ts';
import { addressRanges } from './verdict.ts';

/** A panel with its device. */
export interface KnownPanel {
  readonly device: StoredDevice;
  readonly panel: StoredPanel;
  /** Its allowed addresses. */
  readonly allowed: BlockList;
  /** The key that was decrypted; `undefined` for a panel without one. */
  readonly key: KeyObject | undefined;
}

/**
 * Finds the panel that has an account with this prefix, strongly consistent. `undefined` if there is none, or if its tenant is
 * not active.
 */
export async function findPanel(
  table: Table,
  account: string,
  line: string,
  secrets: Pick<SecretKey, 'decrypt'>,
): Promise<KnownPanel | undefined> {
  const owner = await findOwner(table, account, line);
  if (!owner) return undefined;
  const { tenant_id, device_id } = owner;
  const keys = [
    DEVICES.key(tenant_id, device_id),
    watchKey(tenant_id, device_id),
    panelKey(tenant_id, device_id),
    tenantKey(tenant_id),
  ];
  const [device, watch, item, tenant] = await batchGet(table, keys);
  if (!device || !item || !isActiveTenant(tenant)) return undefined;
  const panel = PANELS.read(item);
  const allowed = addressRanges(panel.entity.allowed_addresses);
  return { device: DEVICES.read(device, watch), panel, allowed, key: await keyOf(panel, secrets) };
}

async function keyOf(
  { entity, key }: StoredPanel,
  secrets: Pick<SecretKey, 'decrypt'>,
): Promise<KeyObject | undefined> {
  if (!key) return undefined;
  const hex = await secrets.decrypt(key.encrypted, keyOwner(entity));
  if (hex === undefined) throw new Error('The key of the panel belongs to another key of the stage.');
  return createSecretKey(hex, 'hex');
}

export type FindPanel = (account: string, line: string) => Promise<KnownPanel | undefined>;

/** How long a receiver uses what it has read about a panel: changed settings take effect within this time. */
const KEPT_MS = 10_000;
/** More than the panels of a receiver; what sends made-up accounts must not fill its memory. */
const MOST_KEPT = 50_000;

/** Keeps what was found about an account for 10 seconds, also that no panel has it. Concurrent searches share one. */
export function keepPanels(find: FindPanel, now: () => number): FindPanel {
  const kept = new Map<string, { readonly until: number; readonly found: Promise<KnownPanel | undefined> }>();
  return (account, line) => {
    const name = `${account.toUpperCase()} ${line}`;
    const before = kept.get(name);
    if (before && before.until > now()) return before.found;
    const found = find(account, line);
    kept.delete(name);
    kept.set(name, { until: now() + KEPT_MS, found });
    // A failed search is repeated by the next frame.
    found.catch(() => kept.get(name)?.found === found && kept.delete(name));
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
