import { expect, test } from 'vitest';
import { type GuardClient, GuardError } from '../../../../../../lib/client/index.ts';
import {
  DEVICE_IMPORT,
  type ImportKind,
  peopleImport,
  SITE_IMPORT,
} from '../../../../../../lib/console/pages/import/import-kinds.ts';
import { createAbsent, planImport } from '../../../../../../lib/console/pages/import/plan-import.ts';

const kindNamed = (name: ImportKind['name']): ImportKind => {
  const kinds = [...DEVICE_IMPORT, ...SITE_IMPORT, ...peopleImport('tenant_master')];
  const kind = kinds.find((it) => it.name === name);
  if (!kind) throw new Error(`There is no kind ${name}.`);
  return kind;
};

const OLD = '2026-11-01T10:00:00.000+00:00';
const NEW = '2026-11-28T10:00:01.000+00:00';
const SINCE = Date.parse('2026-11-28T10:00:00Z');

/** A tenant in memory, as far as an import calls it. It records what is sent. */
function fakeGuard() {
  const sites = ['Mill', 'Twin', 'Twin', 'A|B'].map((name, place) => ({ id: `s${place}`, name }));
  const zones = [
    { site_id: 's0', id: 'z0', name: 'Hall' },
    { site_id: 's0', id: 'z1', name: 'Pair' },
    { site_id: 's0', id: 'z2', name: 'Pair' },
  ];
  const users = [{ id: 'u0', email: 'old@acme.test', created_at: OLD }];
  const sent: unknown[] = [];
  const list = <T>(data: readonly T[]) => ({ all: async () => data });
  const there =
    <T extends { readonly site_id: string }>(data: readonly T[]) =>
    (id: string) =>
      list(data.filter(({ site_id }) => site_id === id));
  const guard = {
    sites: {
      list: () => list(sites),
      create: async (site: { name: string }, { idempotencyKey }: { idempotencyKey: string }) => {
        sent.push([site.name, idempotencyKey]);
        sites.push({ id: `new ${site.name}`, name: site.name });
        return { id: `new ${site.name}`, created_at: NEW };
      },
    },
    zones: {
      listOfSite: there(zones),
      create: async (
        site: string,
        { name }: { name: string },
        { idempotencyKey }: { idempotencyKey: string },
      ) => {
        sent.push([site, name, idempotencyKey]);
        return { created_at: NEW };
      },
    },
    devices: {
      listOfSite: there([
        { site_id: 's0', serial: 'A\u00a01' },
        { site_id: 's0', serial: null },
      ]),
      import: async (devices: object[]) => {
        sent.push(...devices);
        return devices.map(() => ({ status: 201, device: { created_at: NEW } }));
      },
    },
    contacts: {
      listOfSite: async () => [{ name: 'Karl', phone: '+4940123456' }],
      create: async (site: string, contact: object) => {
        sent.push([site, contact]);
        throw new GuardError('The site has 30 contacts.', { status: 409, code: 'too_many_contacts' });
      },
    },
    users: {
      list: () => list(users),
      create: async (person: { email: string }) => {
        sent.push(person);
        if (users.some(({ email }) => email === person.email.toLowerCase()))
          throw new GuardError('Taken.', { status: 409, code: 'email_taken' });
        users.push({ id: 'u1', email: person.email.toLowerCase(), created_at: NEW });
        throw new GuardError('The answer was lost.', { code: 'network_error' });
      },
      assignSites: async (id: string, siteIds: readonly string[]) => {
        sent.push([id, siteIds]);
      },
    },
  };
  return { guard: guard as unknown as GuardClient, sent };
}

const { signal } = new AbortController();
const reading = (guard: GuardClient) => ({
  ...{ guard, tenantId: 't', signal, timeZone: 'Asia/Kolkata' },
  onSite: () => {},
});
const planOf = (kind: ImportKind['name'], text: string, guard = fakeGuard().guard) =>
  planImport(kindNamed(kind), text, reading(guard));
const sendAll = async (kind: ImportKind['name'], text: string, { guard } = fakeGuard()) => {
  const { missing } = await planOf(kind, text, guard);
  return kindNamed(kind).send({ ...reading(guard), since: SINCE }, missing);
};

const DEVICES = 'serial;name;site;type;zone;heartbeat_seconds';

test('Devices of a file are sent with the ids of their sites and zones; a serial that exists is not sent', async () => {
  const fake = fakeGuard();
  const text = `${DEVICES}\n1;a;Mill;camera;Hall;60,00\nA 1;b;Mill;camera;;\n2;c;Mill;Roller shutter;;`;
  const plan = await planOf('devices', text, fake.guard);
  expect([plan.problems, plan.sites, plan.rows.length]).toEqual([[], 1, 3]);
  expect(plan.missing.map(({ row }) => row.number)).toEqual([2, 4]);
  expect(await sendAll('devices', text, fake)).toMatchObject([{ status: 201 }, { status: 201 }]);
  expect(fake.sent).toEqual([
    { site_id: 's0', zone_id: 'z0', name: 'a', type: 'camera', serial: '1', heartbeat_seconds: 60 },
    { site_id: 's0', zone_id: null, name: 'c', type: 'roller-shutter', serial: '2', heartbeat_seconds: null },
  ]);
});

test('Sites and zones that a file names and that do not exist are offered, once each, unless something else is wrong', async () => {
  const rows = [
    '1;a;Dock;camera;Yard;',
    '2;b;Dock;camera;Yard;',
    '3;c;Mill;camera;Roof;',
    '4;d;Mill;camera;Hall;',
  ];
  const { absent, problems } = await planOf('devices', [DEVICES, ...rows].join('\n'));
  expect(absent).toEqual({
    sites: ['Dock'],
    zones: [
      { site: 'Dock', zone: 'Yard' },
      { site: 'Mill', zone: 'Roof' },
    ],
  });
  expect(problems.map(({ row, column, is }) => [row, column, is])).toEqual([
    [2, 'site', 'unknown'],
    [2, 'zone', 'unknown'],
    [3, 'site', 'unknown'],
    [3, 'zone', 'unknown'],
    [4, 'zone', 'unknown'],
  ]);
  const others = { sites: [], zones: [] };
  for (const wrong of ['5;e;Twin;camera;;', '5;e;Mill;camera;Pair;', '5;e;Mill;!;;']) {
    const plan = await planOf('devices', [DEVICES, ...rows, wrong].join('\n'));
    expect([wrong, plan.absent]).toEqual([wrong, others]);
  }
});

test('Places that a file lacks are created with the same key in each attempt, a zone at its new or its known site', async () => {
  const { guard, sent } = fakeGuard();
  const zones = [
    { site: 'Dock', zone: 'Yard' },
    { site: 'Mill', zone: 'Roof' },
  ];
  const keyOf = (place: string) => `key of ${place}`;
  await createAbsent({ sites: ['Dock'], zones }, reading(guard), keyOf);
  expect(sent).toEqual([
    ['Dock', 'key of ["Dock"]'],
    ['new Dock', 'Yard', 'key of ["Dock","Yard"]'],
    ['s0', 'Roof', 'key of ["Mill","Roof"]'],
  ]);
  await createAbsent({ sites: ['Pier'], zones: [] }, reading(guard), keyOf);
  expect(sent.at(-1)).toEqual(['Pier', 'key of ["Pier"]']);
});

test('Sites, zones and contacts that exist are not created again, however their numbers are written', async () => {
  const sites = await planOf('sites', 'name\nMill\nDock');
  expect(sites.missing.map(({ row }) => row.cells['name'])).toEqual(['Dock']);
  const zones = await planOf('zones', 'site,name\nMill,Hall\nMill,Roof\nA|B,Hall');
  expect(zones.missing.map(({ row }) => row.number)).toEqual([3, 4]);
  const contacts = await planOf('contacts', 'site,name,phone\nMill,Karl,0049 40/123-456\nMill,Karl,112');
  expect(contacts.missing.map(({ row }) => row.number)).toEqual([3]);
});

test('A contact that the service refuses is a failed row with its reason; what an empty cell means is sent', async () => {
  const fake = fakeGuard();
  const [result] = await sendAll('contacts', 'site,name,role,phone,note\nMill,Fred,fire brigade,112,', fake);
  expect(result).toMatchObject({ status: 409, error: { code: 'too_many_contacts' } });
  expect(fake.sent).toEqual([['s0', { name: 'Fred', role: 'fire', phone: '112', email: null, note: null }]]);
});

test('A person of a file gets their sites, also when the first answer was lost; an older person is a failed row', async () => {
  const fake = fakeGuard();
  const text =
    'name;email;role;sites\nOtto;Otto@acme.test;Operator;Mill|A\nVera;vera@acme.test;tenant-admin;';
  expect((await planOf('people', text)).absent.sites).toEqual(['A']);
  const valid = 'name;email;role;sites\nOtto;Otto@acme.test;Operator;Mill';
  await expect(sendAll('people', valid, fake)).rejects.toMatchObject({ code: 'network_error' });
  const again = await planOf('people', valid, fake.guard);
  expect(again.missing).toEqual([]);
  const kind = kindNamed('people');
  const sending = { ...reading(fake.guard), since: SINCE };
  expect(await kind.send(sending, again.rows)).toMatchObject([{ status: 201 }]);
  expect(fake.sent.at(-1)).toEqual(['u1', ['s0']]);
  const older = { ...sending, since: Date.parse('2026-11-29T00:00:00Z') };
  expect(await kind.send(older, again.rows)).toMatchObject([{ status: 409, error: { code: 'email_taken' } }]);
});

test('Nobody imports people with a role that they do not manage', async () => {
  const [kind] = peopleImport('tenant_admin');
  const text =
    'name,email,role\na,a@acme.test,tenant_master\nb,b@acme.test,platform_admin\nc,c@acme.test,viewer';
  const { problems } = await planImport(kind as ImportKind, text, reading(fakeGuard().guard));
  expect(problems.map(({ row, is }) => [row, is])).toEqual([
    [2, 'wrongRole'],
    [3, 'wrongRole'],
  ]);
});
