import { MANAGED_ROLES, type Permission, type Role } from '../../../../shared/base/access.ts';
import { timeZoneNamed } from '../../../../shared/base/time-zones.ts';
import { type ContactInput, type GuardClient, GuardError, type Site } from '../../../client/index.ts';
import type { TextLimit } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { typeNamed } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import type { Planned, RowResult } from './import-batches.ts';
import { type Cells, type FileShape, type ImportColumn, plainText } from './import-file.ts';

/** What an import sends with. */
export interface Sending {
  readonly guard: GuardClient;
  readonly tenantId: string | undefined;
  readonly signal: AbortSignal;
  /** That of new sites. */
  readonly timeZone: string;
  /** When the import began. */
  readonly since: number;
}

/** What a file is checked with. */
type Checking = Omit<Sending, 'since' | 'timeZone'>;

/** The places that a row names, as they were found. */
export interface Placed {
  readonly siteIds: readonly string[];
  readonly zoneId: string | null;
}

type PlannedRow = Planned<Placed>;

/** A kind of thing that a file creates. */
export interface ImportKind {
  readonly name: 'devices' | 'sites' | 'zones' | 'contacts' | 'people';
  readonly needs: Permission;
  readonly shape: FileShape;
  readonly examples: readonly Cells[];
  /** The column with the name of the row's site, or with the names of several, divided by `|`. */
  readonly sites?: 'site' | 'sites';
  /** Whether the column `zone` names a zone that must exist. */
  readonly isInZone?: boolean;
  /** The identities of the things that exist at a site that the file names, or in the whole tenant. */
  readonly atSite?: (reading: Checking, site: Site) => Promise<readonly string[]>;
  readonly inTenant?: (reading: Checking) => Promise<readonly string[]>;
  /** The number of rows of one request. */
  readonly batchSize: number;
  readonly send: (sending: Sending, batch: readonly PlannedRow[]) => Promise<readonly RowResult[]>;
}

const nameColumn = (limit: TextLimit) => ({ name: 'name', isRequired: true, limit }) as const;
const SITE = { name: 'site', isRequired: true } as const;
const PAGE = { limit: 100 } as const;

/** One text of several, which none of them can imitate. */
const joined = (...parts: readonly string[]) => JSON.stringify(parts);
const orNull = (text = '') => (text === '' ? null : text);

const isTimeZone = (text: string) => (timeZoneNamed(text) ? undefined : 'wrongTimeZone');
const isEmail = (text: string) => (/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text) ? undefined : 'wrongEmail');
const digitsOf = (phone: string) => phone.replace(/[\s()./\u2010-\u2015-]/g, '').replace(/^00/, '+');
const isPhone = (text: string) => (/^(\+\d{7,16}|\d{3,6})$/.test(digitsOf(text)) ? undefined : 'wrongPhone');
const isType = (text: string) => {
  const { length } = typeNamed('device', text);
  return length > 0 && length <= limits.DeviceInput.type.most ? undefined : 'wrongType';
};

/** Seconds as spreadsheets write them: `300`, `300.0` or `300,00`; `NaN` for other texts, also for `60.000`. */
const secondsOf = (text = '') =>
  /^\d{1,5}(?:[.,]0{1,2})?$/.test(text) ? Number.parseInt(text, 10) : Number.NaN;
const isHeartbeat = (text: string) => {
  const { least, most } = limits.DeviceInput.heartbeat_seconds;
  return secondsOf(text) >= least && secondsOf(text) <= most ? undefined : 'wrongHeartbeat';
};

/** The value that a cell means: its name in the API, or its label in the language of the person. */
function wordOf<T extends string>(labels: Readonly<Record<T, string>>, text = ''): T | undefined {
  const plain = text.toLowerCase();
  return (Object.keys(labels) as T[]).find(
    (it) => it === plain.replace(/[ -]/g, '_') || labels[it].toLowerCase() === plain,
  );
}

/** The column of a role: of people, or of contacts. */
const roleColumn = (labels: Readonly<Record<string, string>>): ImportColumn => ({
  name: 'role',
  words: Object.keys(labels),
  check: (text) => (wordOf(labels, text) === undefined ? 'wrongRole' : undefined),
});

/** Answers that stay the same when the row is sent again. */
const REFUSALS = [400, 403, 404, 409, 412, 413, 422];

/** Sends one row. A refusal is its result; what may work later stops the import. */
async function result(create: Promise<{ readonly created_at: string }>): Promise<readonly RowResult[]> {
  try {
    return [{ status: 201, createdAt: (await create).created_at }];
  } catch (error) {
    const { status = 0 } = error instanceof GuardError ? error : {};
    if (!(error instanceof GuardError) || !REFUSALS.includes(status)) throw error;
    return [{ status, error }];
  }
}

const SITES: ImportKind = {
  name: 'sites',
  needs: 'sites:create',
  shape: {
    columns: [
      nameColumn(limits.SiteInput.name),
      { name: 'address', limit: limits.SiteInput.address },
      { name: 'timezone', check: isTimeZone },
      { name: 'instructions', limit: limits.SiteInput.instructions },
    ],
    ignored: ['id', 'created_at', 'updated_at'],
    identifies: 'name',
    identityOf: ({ name = '' }) => name,
  },
  examples: [
    {
      name: 'Harbour Warehouse',
      address: 'Pier 4, 20457 Hamburg',
      timezone: 'Europe/Berlin',
      instructions: 'Call the keyholder first.',
    },
    { name: 'Airport Kiosk', address: '', timezone: '', instructions: '' },
  ],
  inTenant: async ({ guard, tenantId, signal }) => {
    const sites = await guard.sites.list({ ...PAGE, tenant_id: tenantId }, { signal }).all();
    return sites.map(({ name }) => plainText(name));
  },
  batchSize: 1,
  async send({ guard, tenantId, signal, timeZone }, [{ row, repeatKey } = NOTHING]) {
    const { name = '', address, timezone, instructions } = row.cells;
    const site = {
      name,
      address: orNull(address),
      timezone: timezone || timeZone,
      instructions: orNull(instructions),
    };
    return result(guard.sites.create(site, { tenantId, idempotencyKey: repeatKey, signal }));
  },
};

const ZONES: ImportKind = {
  name: 'zones',
  needs: 'zones:create',
  shape: {
    columns: [SITE, nameColumn(limits.ZoneInput.name)],
    identifies: 'name',
    identityOf: ({ site = '', name = '' }) => joined(site, name),
  },
  examples: [
    { site: 'Harbour Warehouse', name: 'Entrance' },
    { site: 'Harbour Warehouse', name: 'Yard' },
  ],
  sites: 'site',
  atSite: async ({ guard, signal }, { id, name: site }) => {
    const zones = await guard.zones.listOfSite(id, PAGE, { signal }).all();
    return zones.map(({ name }) => joined(plainText(site), plainText(name)));
  },
  batchSize: 1,
  send: async ({ guard, signal }, [{ row, item, repeatKey } = NOTHING]) =>
    result(
      guard.zones.create(
        item.siteIds[0] ?? '',
        { name: row.cells['name'] ?? '' },
        { idempotencyKey: repeatKey, signal },
      ),
    ),
};

const CONTACTS: ImportKind = {
  name: 'contacts',
  needs: 'contacts:create',
  shape: {
    columns: [
      SITE,
      nameColumn(limits.ContactInput.name),
      roleColumn(desk.siteSheet.roles),
      { name: 'phone', isRequired: true, check: isPhone },
      { name: 'email', limit: limits.ContactInput.email, check: isEmail },
      { name: 'note', limit: limits.ContactInput.note },
    ],
    identifies: 'phone',
    identityOf: ({ site = '', name = '', phone = '' }) => joined(site, name, digitsOf(phone)),
  },
  examples: [
    {
      site: 'Harbour Warehouse',
      name: 'Karl Keyholder',
      role: 'keyholder',
      phone: '+49 40 123456',
      email: 'karl@example.com',
      note: 'Lives next door.',
    },
  ],
  sites: 'site',
  atSite: async ({ guard, signal }, { id, name: site }) => {
    const contacts = await guard.contacts.listOfSite(id, { signal });
    return contacts.map(({ name, phone }) => joined(plainText(site), plainText(name), digitsOf(phone)));
  },
  batchSize: 1,
  async send({ guard, signal }, [{ row, item, repeatKey } = NOTHING]) {
    const { name = '', role, phone = '', email, note } = row.cells;
    const contact: ContactInput = {
      name,
      role: wordOf(desk.siteSheet.roles, role) ?? 'keyholder',
      phone,
      email: orNull(email),
      note: orNull(note),
    };
    return result(
      guard.contacts.create(item.siteIds[0] ?? '', contact, { idempotencyKey: repeatKey, signal }),
    );
  },
};

const DEVICES: ImportKind = {
  name: 'devices',
  needs: 'devices:create',
  shape: {
    columns: [
      SITE,
      { name: 'zone' },
      nameColumn(limits.DeviceInput.name),
      { name: 'type', isRequired: true, check: isType },
      { name: 'serial', isRequired: true, limit: limits.DeviceInput.serial },
      { name: 'heartbeat_seconds', check: isHeartbeat },
    ],
    ignored: ['status', 'id'],
    identifies: 'serial',
    identityOf: ({ serial = '' }) => serial,
  },
  examples: [
    {
      site: 'Harbour Warehouse',
      zone: 'Entrance',
      name: 'Front door',
      type: 'door-contact',
      serial: 'DC-1001',
      heartbeat_seconds: '300',
    },
    {
      site: 'Harbour Warehouse',
      zone: '',
      name: 'Panic button',
      type: 'panic-button',
      serial: 'PB-2041',
      heartbeat_seconds: '',
    },
  ],
  sites: 'site',
  isInZone: true,
  atSite: async ({ guard, signal }, { id }) => {
    const devices = await guard.devices.listOfSite(id, PAGE, { signal }).all();
    return devices.map(({ serial }) => plainText(serial ?? ''));
  },
  batchSize: limits.DeviceImport.devices.most,
  async send({ guard, signal }, batch) {
    const devices = batch.map(({ row: { cells }, item }) => ({
      site_id: item.siteIds[0] ?? '',
      zone_id: item.zoneId,
      name: cells['name'] ?? '',
      type: typeNamed('device', cells['type'] ?? ''),
      serial: cells['serial'] ?? '',
      heartbeat_seconds: cells['heartbeat_seconds'] ? secondsOf(cells['heartbeat_seconds']) : null,
    }));
    const results = await guard.devices.import(devices, { signal });
    return results.map(({ status, error, device }) => ({ status, error, createdAt: device?.created_at }));
  },
};

/** People, with the roles that the caller may assign. Each is invited by mail. */
const peopleKind = (role: Role): ImportKind => {
  const roles = Object.fromEntries(
    MANAGED_ROLES[role].filter((it) => it !== 'platform_admin').map((it) => [it, common.roles[it]]),
  ) as Record<Exclude<Role, 'platform_admin'>, string>;
  return {
    name: 'people',
    needs: 'users:create',
    shape: {
      columns: [
        nameColumn(limits.UserInput.name),
        { name: 'email', limit: limits.UserInput.email, isRequired: true, check: isEmail },
        { ...roleColumn(roles), isRequired: true },
        { name: 'sites' },
      ],
      identifies: 'email',
      identityOf: ({ email = '' }) => email.toLowerCase(),
    },
    examples: [
      {
        name: 'Olga Operator',
        email: 'olga@example.com',
        role: 'operator',
        sites: 'Harbour Warehouse|Airport Kiosk',
      },
      { name: 'Vera Viewer', email: 'vera@example.com', role: 'viewer', sites: 'Harbour Warehouse' },
    ],
    sites: 'sites',
    inTenant: async (reading) => (await readPeople(reading)).map(({ email }) => email),
    batchSize: 1,
    send: async (sending, [{ row, item } = NOTHING]) => {
      const { name = '', email = '', role: given } = row.cells;
      const person = { name, email, role: wordOf(roles, given) ?? 'viewer' };
      return result(createPerson(sending, person, item.siteIds));
    },
  };
};

const readPeople = ({ guard, tenantId, signal }: Checking) =>
  guard.users.list({ ...PAGE, tenant_id: tenantId }, { signal }).all();

/** Adds a person and assigns the sites. If only the answer was lost, the person is there when the row is sent again. */
async function createPerson(
  sending: Sending,
  person: { readonly name: string; readonly email: string; readonly role: Exclude<Role, 'platform_admin'> },
  siteIds: readonly string[],
) {
  const { guard, tenantId, signal, since } = sending;
  const user = await guard.users.create(person, { tenantId, signal }).catch(async (error) => {
    if (!(error instanceof GuardError && error.code === 'email_taken')) throw error;
    const mine = (await readPeople(sending)).find(({ email }) => email === person.email.toLowerCase());
    if (!mine || Date.parse(mine.created_at) < since) throw error;
    return mine;
  });
  const isOfSites = person.role === 'operator' || person.role === 'viewer';
  if (isOfSites && siteIds.length > 0) await guard.users.assignSites(user.id, siteIds, { signal });
  return user;
}

/** Only for the compiler: a batch has at least one row. */
const NOTHING: PlannedRow = {
  row: { number: 0, cells: {} },
  item: { siteIds: [], zoneId: null },
  repeatKey: '',
};

export const DEVICE_IMPORT: readonly ImportKind[] = [DEVICES];
export const SITE_IMPORT: readonly ImportKind[] = [SITES, ZONES, CONTACTS];
export const peopleImport = (role: Role): readonly ImportKind[] => [peopleKind(role)];
