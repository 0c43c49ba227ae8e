import { createSecretKey, type KeyObject } from 'node:crypto';
import { isActiveTenant } from '../accounts/account.ts';
import { type AddressRanges, addressRanges } from '../base/address.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { watchKey } from '../devices/heartbeat.ts';
import { findOwner } from '../devices/panel-account.ts';
import type { SecretKey } from '../lambda/secret-key.ts';
import { panelKey, tenantKey } from '../table/keys.ts';
import { batchGet } from '../table/reads.ts';
import type { Table } from '../table/table.ts';
import { keyOwner } from './change-panel.ts';
import { PANELS, type StoredPanel } from './panel.ts';
import type { Arrival } from './verdict.ts';

/** A panel with its device. */
export interface KnownPanel {
  readonly device: StoredDevice;
  readonly panel: StoredPanel;
  /** Its allowed addresses. */
  readonly allowed: AddressRanges;
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

export type FindPanel = (
  account: string,
  line: string,
  arrival: Pick<Arrival, 'address' | 'transport'>,
) => Promise<KnownPanel | undefined>;

/** Bounds the searches for accounts that were never found, because anybody can send them. */
export interface SearchLimit {
  readonly maySearch: (arrival: Pick<Arrival, 'address' | 'transport'>) => boolean;
  /** Called after a search that found no panel. */
  readonly onMissed: (arrival: Pick<Arrival, 'address' | 'transport'>) => void;
}

interface Kept {
  readonly until: number;
  readonly found: Promise<KnownPanel | undefined>;
  /** Whether a panel has had the account. */
  isKnown: boolean;
}

/** How long a receiver uses what it has read about a panel: changed settings take effect within this time. */
const KEPT_MS = 10_000;
/** More than the panels of a receiver; what sends made-up accounts must not fill its memory. */
const MOST_KEPT = 50_000;

/** Keeps what was found about an account for 10 seconds, also that no panel has it. Concurrent searches share one. */
export function keepPanels(
  find: (account: string, line: string) => Promise<KnownPanel | undefined>,
  now: () => number,
  { maySearch, onMissed }: SearchLimit,
): FindPanel {
  const kept = new Map<string, Kept>();
  return (account, line, arrival) => {
    const name = `${account.toUpperCase()} ${line}`;
    const before = kept.get(name);
    if (before && before.until > now()) return before.found;
    if (!before?.isKnown && !maySearch(arrival)) return Promise.resolve(undefined);
    const found = find(account, line);
    const search: Kept = { until: now() + KEPT_MS, found, isKnown: before?.isKnown ?? false };
    kept.delete(name);
    kept.set(name, search);
    found.then(
      (panel) => {
        search.isKnown ||= panel !== undefined;
        if (!search.isKnown) onMissed(arrival);
      },
      // A failed search is repeated by the next frame.
      () => {
        if (kept.get(name) !== search) return;
        if (before) kept.set(name, before);
        else kept.delete(name);
      },
    );
    const [oldest] = kept.keys();
    if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
    return found;
  };
}
