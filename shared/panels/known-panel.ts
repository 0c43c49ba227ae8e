import { createSecretKey, type KeyObject } from 'node:crypto';
import { isActiveTenant } from '../accounts/account.ts';
import { type AddressRanges, addressRanges } from '../base/address.ts';
import { DEVICES, type StoredDevice } from '../devices/device.ts';
import { watchKey } from '../devices/heartbeat.ts';
import {
  type AccountOwner,
  type AccountOwners,
  normalAccount,
  readOwners,
} from '../devices/panel-account.ts';
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

/** Reads what the frames of panels need, strongly consistent. */
export interface PanelReads {
  /** The panels that have an account, in upper case. */
  readonly readOwners: (account: string) => Promise<AccountOwners>;
  /** `undefined` if the device is no panel any more, or if its tenant is not active. */
  readonly readPanel: (owner: AccountOwner) => Promise<KnownPanel | undefined>;
}

export const panelReads = (table: Table, secrets: Pick<SecretKey, 'decrypt'>): PanelReads => ({
  readOwners: (account) => readOwners(table, account),
  readPanel: (owner) => readPanel(table, owner, secrets),
});

async function readPanel(
  table: Table,
  { tenant_id, device_id }: AccountOwner,
  secrets: Pick<SecretKey, 'decrypt'>,
): Promise<KnownPanel | undefined> {
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

type Sender = Pick<Arrival, 'address' | 'transport'>;

export type FindPanel = (account: string, line: string, sender: Sender) => Promise<KnownPanel | undefined>;

/** Decides which accounts are looked up, because anybody can send made-up ones. */
export interface SearchLimit {
  /** Whether a panel may have an account, in upper case. Then it is looked up, whatever others have sent. */
  readonly mayExist: (account: string) => boolean;
  /** Whether an account of which nothing is known may be looked up, too: a panel may have it since a moment. */
  readonly maySearch: (sender: Sender) => boolean;
  /** Called after such a search that found no panel. */
  readonly onMissed: (sender: Sender) => void;
}

/** How long a receiver uses what it has read about a panel: changed settings take effect within this time. */
const KEPT_MS = 10_000;
/** How long it uses who has a known account. It is told sooner of a claim, and sees at the panel that an account was given up. */
const OWNERS_KEPT_MS = 300_000;
/** More than the panels that a receiver hears in ten seconds. Of owners, 40 MB; beyond, a frame costs one more read. */
const MOST_KEPT = 100_000;

/** Finds panels, and keeps what was found, also that there is none. */
export class PanelFinder {
  readonly #reads: PanelReads;
  readonly #limit: SearchLimit;
  readonly #owners: Kept<AccountOwners>;
  /** Of accounts that no panel is known to have. */
  readonly #searched: Kept<AccountOwners>;
  readonly #panels: Kept<KnownPanel | undefined>;

  constructor(reads: PanelReads, now: () => number, limit: SearchLimit) {
    this.#reads = reads;
    this.#limit = limit;
    this.#owners = new Kept(now, OWNERS_KEPT_MS);
    this.#searched = new Kept(now, KEPT_MS);
    this.#panels = new Kept(now, KEPT_MS);
  }

  /** Finds the panel that has an account with this prefix. Different prefixes cost no further reads. */
  readonly find: FindPanel = async (text, line, sender) => {
    const account = text.toUpperCase();
    const isKnown = this.#limit.mayExist(account);
    if (!isKnown && !this.#searched.has(account) && !this.#limit.maySearch(sender)) return undefined;
    const kept = isKnown ? this.#owners : this.#searched;
    const search = () => this.#search(account, isKnown, sender);
    const found = await this.#panelOf(await kept.get(account, search), line);
    if (!found || hasAccount(found.panel, account, line)) return found;
    kept.delete(account);
    return this.#panelOf(await kept.get(account, search), line);
  };

  async #panelOf(ownerOf: AccountOwners, line: string): Promise<KnownPanel | undefined> {
    const owner = ownerOf(line);
    if (!owner) return undefined;
    return this.#panels.get(`${owner.tenant_id} ${owner.device_id}`, () => this.#reads.readPanel(owner));
  }

  async #search(account: string, isKnown: boolean, sender: Sender): Promise<AccountOwners> {
    const owners = await this.#reads.readOwners(account);
    if (!isKnown && !owners.isOwned) this.#limit.onMissed(sender);
    return owners;
  }

  /** Forgets who has these accounts, because that has changed. */
  forget(accounts: readonly string[]): void {
    for (const account of accounts) {
      this.#owners.delete(account);
      this.#searched.delete(account);
    }
  }
}

function hasAccount({ entity }: StoredPanel, account: string, line: string): boolean {
  const own = normalAccount(entity.account, entity.line_prefix);
  return own.account === account && (own.line === null || own.line === line);
}

/** Keeps what was read for a while. Concurrent readers share one reading, and a failed one is repeated by the next. */
class Kept<T> {
  /** All are kept equally long, so the first ends first. */
  readonly #kept = new Map<string, { readonly until: number; readonly found: Promise<T> }>();
  readonly #now: () => number;
  readonly #milliseconds: number;

  constructor(now: () => number, milliseconds: number) {
    this.#now = now;
    this.#milliseconds = milliseconds;
  }

  has(name: string): boolean {
    return (this.#kept.get(name)?.until ?? 0) > this.#now();
  }

  delete(name: string): void {
    this.#kept.delete(name);
  }

  get(name: string, read: () => Promise<T>): Promise<T> {
    const before = this.#kept.get(name);
    if (before && before.until > this.#now()) return before.found;
    const found = read();
    this.#kept.delete(name);
    this.#kept.set(name, { until: this.#now() + this.#milliseconds, found });
    found.catch(() => {
      if (this.#kept.get(name)?.found === found) this.#kept.delete(name);
    });
    this.#dropOld();
    return found;
  }

  #dropOld(): void {
    for (const [name, { until }] of this.#kept) {
      if (until > this.#now() && this.#kept.size <= MOST_KEPT) return;
      this.#kept.delete(name);
    }
  }
}
