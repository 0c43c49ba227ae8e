import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from '../../shared/base/errors.ts';
import {
  deleteContact,
  listContacts,
  placeContact,
  updateContact,
} from '../../shared/sites/change-contacts.ts';
import { CONTACTS } from '../../shared/sites/contact.ts';
import { SITES } from '../../shared/sites/site.ts';
import { getItem } from '../../shared/table/reads.ts';
import { type CallAs, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { playRounds, race } from '../support/race.ts';
import { repetitions } from '../support/repetitions.ts';

let guard: TestGuard;
let as: CallAs;
let assigned: string;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  assigned = (await listAll(as, 'master', '/api/v1/sites')).at(-1).id;
});
afterAll(() => guard.stop());

const KIM = { name: 'Kim', role: 'keyholder', phone: '+4940123456' };
const newSite = async () => (await as('admin', 'POST /api/v1/sites', { json: { name: 'Site' } })).body.id;
const create = (siteId: string, fields: object = {}) =>
  as('admin', `POST /api/v1/sites/${siteId}/contacts`, { json: { ...KIM, ...fields } });
const change = (id: string, json: object) => as('admin', `PATCH /api/v1/contacts/${id}`, { json });
const remove = (id: string) => as('admin', `DELETE /api/v1/contacts/${id}`);
const list = async (siteId: string) => (await as('admin', `GET /api/v1/sites/${siteId}/contacts`)).body.data;
/** The names of a site's contacts in their order, which must be their positions. */
async function names(siteId: string): Promise<string> {
  const contacts: { name: string; position: number }[] = await list(siteId);
  expect(contacts.map(({ position }) => position)).toEqual(contacts.map((_, place) => place + 1));
  return contacts.map(({ name }) => name).join('');
}
async function siteWith(letters: string): Promise<{ siteId: string; ids: Record<string, string> }> {
  const siteId = await newSite();
  const ids: Record<string, string> = {};
  for (const name of letters) ids[name] = (await create(siteId, { name })).body.id;
  return { siteId, ids };
}

test('Operators read the instructions of a site like its contacts; viewers and keys read neither', async () => {
  const instructions = 'Gate code 4711';
  await as('admin', `PATCH /api/v1/sites/${assigned}`, { json: { instructions } });
  const { body } = await as('master', 'POST /api/v1/keys', { json: { name: 'Wall', access: 'read' } });
  const read = async (path: string) => {
    const answers = [
      ...(await Promise.all((['admin', 'operator', 'viewer'] as const).map((it) => as(it, `GET ${path}`)))),
      await guard.call(`GET ${path}`, { token: body.key }),
    ];
    return answers.map(({ text }) => text.includes(instructions));
  };
  for (const path of [`/api/v1/sites/${assigned}`, '/api/v1/sites?limit=100']) {
    expect(await read(path)).toEqual([true, true, false, false]);
  }
  await as('admin', `PATCH /api/v1/sites/${assigned}`, { json: { instructions: null } });
});

test('A new contact is the last of its site, and operators of the site read it', async () => {
  const answer = await create(assigned, { email: ' Kim@Acme.test', note: 'Has a dog' });
  expect([answer.status, answer.body]).toEqual([
    201,
    {
      id: expect.any(String),
      tenant_id: expect.any(String),
      site_id: assigned,
      ...KIM,
      email: 'kim@acme.test',
      note: 'Has a dog',
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
      position: (await list(assigned)).length,
    },
  ]);
  const path = `/api/v1/contacts/${answer.body.id}`;
  expect(answer.headers.get('location')).toBe(`${guard.url}${path}`);
  const read = await as('operator', `GET ${path}`);
  expect([read.body, read.headers.get('etag')]).toEqual([answer.body, answer.headers.get('etag')]);
});

test.each<[string, object, string[]]>([
  ['a local number', { phone: '040 123456' }, ['phone']],
  ['a number with too many digits', { phone: '+1234567890123456' }, ['phone']],
  ['an unknown role', { role: 'neighbour' }, ['role']],
  ['a position of 0', { position: 0 }, ['position']],
  ['a position beyond the limit', { position: 31 }, ['position']],
  ['unknown fields', { site_id: MISSING_ID }, ['site_id']],
])('Creating a contact answers 422 to %s', async (_, fields, wrong) => {
  const answer = await create(assigned, fields);
  expect([answer.status, Object.keys(answer.body.errors)]).toEqual([422, wrong]);
});

test('A contact accepts telephone numbers as people write them, and stores them without separators', async () => {
  const { siteId } = await siteWith('');
  const phones = ['+49 40 123456', '112', '911', '0049 (40) 123-456'];
  const stored = [];
  for (const phone of phones) stored.push((await create(siteId, { phone })).body.phone);
  expect(stored).toEqual(['+4940123456', '112', '911', '+4940123456']);
});

test('The instructions of a site are kept with their lines, and null removes them', async () => {
  const path = `/api/v1/sites/${await newSite()}`;
  const instructions = 'Call first.\nThen drive.';
  expect((await as('admin', `PATCH ${path}`, { json: { instructions } })).body.instructions).toBe(
    instructions,
  );
  const tooLong = await as('admin', `PATCH ${path}`, { json: { instructions: 'x'.repeat(4001) } });
  expect([tooLong.status, Object.keys(tooLong.body.errors)]).toEqual([422, ['instructions']]);
  await as('admin', `PATCH ${path}`, { json: { instructions: null } });
  expect((await as('viewer', `GET ${path}`)).status).toBe(404);
  expect((await as('admin', `GET ${path}`)).body.instructions).toBeNull();
});

test('Contacts can be inserted, moved and deleted at any position of a site’s list, and the positions stay without gaps', async () => {
  const { siteId, ids } = await siteWith('ABC');
  await create(siteId, { name: 'X', position: 2 });
  expect(await names(siteId)).toBe('AXBC');
  expect((await change(ids['C'] ?? '', { position: 1 })).body.position).toBe(1);
  expect(await names(siteId)).toBe('CAXB');
  expect((await change(ids['C'] ?? '', { position: 30 })).body.position).toBe(4);
  expect(await names(siteId)).toBe('AXBC');
  expect((await change(ids['A'] ?? '', { name: 'a' })).body.position).toBe(1);
  expect((await remove(ids['B'] ?? '')).status).toBe(204);
  expect((await remove(ids['B'] ?? '')).status).toBe(404);
  expect(await names(siteId)).toBe('aXC');
});

test('If-Match refuses a change of a contact whose position has changed since it was read', async () => {
  const { siteId, ids } = await siteWith('AB');
  const path = `/api/v1/contacts/${ids['B']}`;
  const headers = { 'If-Match': (await as('admin', `GET ${path}`)).headers.get('etag') ?? '' };
  await create(siteId, { name: 'X', position: 1 });
  const refused = await as('admin', `PATCH ${path}`, { headers, json: { name: 'b' } });
  expect([refused.status, await names(siteId)]).toEqual([412, 'XAB']);
});

test('Of forty contacts that are created at once at a site, thirty succeed, and ten are refused because of the limit', async () => {
  const siteId = await newSite();
  const answers = await Promise.all(Array.from({ length: 40 }, () => create(siteId)));
  const count = (status: number) => answers.filter((answer) => answer.status === status).length;
  expect([count(201), count(409)]).toEqual([30, 10]);
});

test.each(['zones', 'devices'])('Forty %s that are created at once at one site all succeed', async (what) => {
  const siteId = await newSite();
  const json = what === 'zones' ? { name: 'Zone' } : { name: 'Device', type: 'sensor' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => as('admin', `POST /api/v1/sites/${siteId}/${what}`, { json })),
  );
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(40);
});

test('Racing creations of contacts stop at exactly 30 for a site, and a deletion makes room for one', async () => {
  const siteId = await newSite();
  const createAtOnce = (count: number) => Promise.all(Array.from({ length: count }, () => create(siteId)));
  for (let made = 0; made < 27; made++) await create(siteId);
  const refused = (await createAtOnce(6)).filter(({ status }) => status !== 201);
  expect(refused.map(({ body }) => body.code)).toEqual(Array(3).fill('too_many_contacts'));
  expect(await names(siteId)).toBe('Kim'.repeat(30));
  await remove((await list(siteId))[7].id);
  const last = await createAtOnce(2);
  expect(last.map(({ status }) => status).sort()).toEqual([201, 409]);
});

test('Racing insertions, moves, changes and deletions of contacts lose nothing and leave positions without gaps', async () => {
  await playRounds(repetitions({ few: 2, many: 40 }), async () => {
    const { siteId, ids } = await siteWith('ABCD');
    const answers = await Promise.all([
      create(siteId, { name: 'X', position: 1 }),
      change(ids['A'] ?? '', { position: 4 }),
      change(ids['B'] ?? '', { name: 'b' }),
      change(ids['B'] ?? '', { note: 'kept' }),
      remove(ids['C'] ?? ''),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([201, 200, 200, 200, 204]);
    expect([...(await names(siteId))].sort().join('')).toBe('ADXb');
    expect((await as('admin', `GET /api/v1/contacts/${ids['B']}`)).body.note).toBe('kept');
  });
});

test('A site is deleted with its contacts, even with a contact that is created at the same time', async () => {
  await playRounds(repetitions({ few: 8, many: 80 }), async (round) => {
    const { siteId, ids } = await siteWith('A');
    const [created, deleted] = await race(
      round,
      () => create(siteId),
      () => as('admin', `DELETE /api/v1/sites/${siteId}`),
    );
    expect([[201, 404].includes(created.status), deleted.status]).toEqual([true, 204]);
    for (const id of [ids['A'], ...(created.status === 201 ? [created.body.id] : [])]) {
      expect((await as('admin', `GET /api/v1/contacts/${id}`)).status).toBe(404);
    }
  });
});

test('Creating a contact twice with the same Idempotency-Key creates one', async () => {
  const siteId = await newSite();
  const post = () =>
    as('admin', `POST /api/v1/sites/${siteId}/contacts`, {
      json: KIM,
      headers: { 'Idempotency-Key': 'one-contact' },
    });
  const [first, second] = await Promise.all([post(), post()]);
  expect([first.status, second.status, second.body]).toEqual([201, 201, first.body]);
  expect(await names(siteId)).toBe('Kim');
});

test('The audit log says that a contact’s phone and note changed, but neither it nor any log line contains the values', async () => {
  const siteId = await newSite();
  const { id } = (await create(siteId, { phone: '+4940777777', note: 'Alias Rosebud' })).body;
  await change(id, { phone: '+4940888888' });
  const events = await as('master', `GET /api/v1/audit-events?entity_id=${id}`);
  const updated = events.body.data.find(({ action }: { action: string }) => action === 'contact.updated');
  expect(updated.changes).toEqual([{ field: 'phone', from: null, to: null }]);
  const written = events.text + guard.log();
  expect(written).not.toMatch(/777777|888888|Rosebud/);
});

test('The table is consistent after all tests of contacts', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});

/** A contact and its site as a request reads them, before another request deletes something. */
async function readBefore(siteId: string, id: string | undefined) {
  const { tenant_id } = (await as('admin', `GET /api/v1/sites/${siteId}`)).body;
  const site = await getItem(guard.table, SITES.key(tenant_id, siteId));
  const contact = await getItem(guard.table, CONTACTS.key(tenant_id, id ?? ''));
  if (!site || !contact) throw new Error('The site or the contact does not exist.');
  return { site: SITES.read(site), contact: CONTACTS.entityOf(contact) };
}

test.each([
  ['the contact', (_: string, id: string | undefined) => remove(id ?? '')],
  ['the site', (siteId: string) => as('admin', `DELETE /api/v1/sites/${siteId}`)],
])(
  'A change that read a contact before another request deleted %s is answered with not_found',
  async (_, deletion) => {
    const { siteId, ids } = await siteWith('AB');
    const { contact } = await readBefore(siteId, ids['A']);
    expect((await deletion(siteId, ids['A'])).status).toBe(204);
    const notFound = new ApiError('not_found');
    const at = '2026-11-20T12:00:30.000+00:00';
    await expect(placeContact(guard.table, contact)).rejects.toThrow(notFound);
    const moved = updateContact(guard.table, contact, { position: 2 }, { ifMatch: undefined, at });
    await expect(moved).rejects.toThrow(notFound);
    await expect(deleteContact(guard.table, contact, { ifMatch: undefined })).rejects.toThrow(notFound);
  },
);

test('A list of contacts that is read during a deletion contains the remaining contacts in order', async () => {
  const { siteId, ids } = await siteWith('ABC');
  const { site } = await readBefore(siteId, ids['B']);
  await remove(ids['B'] ?? '');
  const listed = await listContacts(guard.table, site);
  expect(listed.map(({ name, position }) => `${name}${position}`)).toEqual(['A1', 'C2']);
});
