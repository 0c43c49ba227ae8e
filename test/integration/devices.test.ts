import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type CallAs, type Caller, listAll, MISSING_ID, signInCallers } from '../support/callers.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';
import type { Answer } from '../support/send-request.ts';

let guard: TestGuard;
let as: CallAs;
/** Demo sites: one of the operator's, one of Acme that is not, one of Globex. */
let sites: Record<'assigned' | 'unassigned' | 'foreign', string>;
beforeAll(async () => {
  guard = await startGuard();
  as = await signInCallers(guard);
  const acme = await listAll(as, 'master', '/api/v1/sites');
  const [foreign] = await listAll(as, 'globex', '/api/v1/sites');
  sites = { assigned: acme.at(-1).id, unassigned: acme[0].id, foreign: foreign.id };
});
afterAll(() => guard.stop());

const NEW = { name: 'Sensor', type: 'motion-sensor' };
const create = (siteId: string, json: unknown = NEW, caller: Caller = 'admin') =>
  as(caller, `POST /api/v1/sites/${siteId}/devices`, { json });
const newDevice = async (siteId: string, fields = {}) => (await create(siteId, { ...NEW, ...fields })).body;
const newSite = async () => (await as('admin', 'POST /api/v1/sites', { json: { name: 'Site' } })).body;
const newZone = async (siteId: string, caller: Caller = 'admin') =>
  (await as(caller, `POST /api/v1/sites/${siteId}/zones`, { json: { name: 'Zone' } })).body;
const patch = (id: string, json: unknown, headers = {}) =>
  as('admin', `PATCH /api/v1/devices/${id}`, { json, headers });
const remove = (path: string) => as('admin', `DELETE /api/v1/${path}`);
const wrongFields = ({ status, body }: Answer) => [status, body.errors && Object.keys(body.errors)];
const withoutRequestId = ({ status, body }: Answer) => ({ status, body: { ...body, request_id: '' } });

let serials = 0;
const newSerial = () => `SN-${++serials}`;

describe('POST /api/v1/sites/{site_id}/devices', () => {
  test('A new device belongs to its site and zone and has a Location and an ETag', async () => {
    const zone = await newZone(sites.assigned);
    const serial = newSerial();
    const answer = await create(sites.assigned, {
      name: '  Hall sensor ',
      type: 'motion-sensor',
      zone_id: zone.id,
      serial: ` ${serial} `,
      last_seen_at: '2026-11-20T14:30:00+05:30',
    });
    expect(answer.status).toBe(201);
    expect(answer.body).toEqual({
      id: expect.any(String),
      tenant_id: zone.tenant_id,
      site_id: sites.assigned,
      zone_id: zone.id,
      name: 'Hall sensor',
      type: 'motion-sensor',
      serial,
      status: 'unknown',
      last_seen_at: '2026-11-20T09:00:00.000+00:00',
      heartbeat_seconds: null,
      offline_severity: 'high',
      runaway_after: null,
      created_at: '2026-11-20T12:00:30.000+00:00',
      updated_at: '2026-11-20T12:00:30.000+00:00',
    });
    expect(answer.headers.get('location')).toBe(`${guard.url}/api/v1/devices/${answer.body.id}`);
    const read = await as('operator', `GET /api/v1/devices/${answer.body.id}`);
    expect([read.status, read.body]).toEqual([200, answer.body]);
    expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
  });

  test('A new device needs only a name and a type', async () => {
    expect(await newDevice(sites.assigned)).toMatchObject({
      zone_id: null,
      serial: null,
      status: 'unknown',
      last_seen_at: null,
    });
  });

  test('A platform admin can create devices at a site of any tenant', async () => {
    const zone = await newZone(sites.foreign, 'platform');
    const { status, body } = await create(sites.foreign, { ...NEW, zone_id: zone.id }, 'platform');
    expect([status, body.tenant_id]).toEqual([201, zone.tenant_id]);
    expect((await as('globex', `GET /api/v1/devices/${body.id}`)).body).toEqual(body);
  });

  test.each<[string, unknown, string[]]>([
    ['no name and no type', {}, ['name', 'type']],
    [
      'values that are too long, empty or unknown',
      { name: ' ', type: 'Motion Sensor', zone_id: 'hall', serial: '', last_seen_at: 'now' },
      ['name', 'type', 'zone_id', 'serial', 'last_seen_at'],
    ],
    ['a status', { ...NEW, serial: 'x'.repeat(121), status: 'unknown' }, ['serial', 'status']],
    ['a status of a watched device', { ...NEW, heartbeat_seconds: 60, status: 'online' }, ['status']],
    ['a time after the year 9999', { ...NEW, last_seen_at: '9999-12-31T23:59:59-01:00' }, ['last_seen_at']],
    ['unknown fields', { ...NEW, site_id: 'y', id: 'z' }, ['site_id', 'id']],
  ])('Creating a device answers 422 to %s', async (_, json, fields) => {
    expect(wrongFields(await create(sites.assigned, json))).toEqual([422, fields]);
  });

  test('The error for an invalid timestamp of a device describes the format', async () => {
    const answer = await create(sites.assigned, { ...NEW, last_seen_at: 'yesterday' });
    expect(answer.body.message).toBe(
      'The last_seen_at field must be an ISO 8601 timestamp with a UTC offset.',
    );
  });

  test('Creating a device in a zone of another site or tenant gets the same error as in a missing one', async () => {
    const elsewhere = await newZone(sites.unassigned);
    const foreign = await newZone(sites.foreign, 'globex');
    const answers = await Promise.all(
      [elsewhere.id, foreign.id, MISSING_ID].map((zone_id) => create(sites.assigned, { ...NEW, zone_id })),
    );
    for (const answer of answers) {
      expect(withoutRequestId(answer)).toEqual({
        status: 422,
        body: {
          message: 'The zone_id field must be a zone of the site.',
          code: 'validation_failed',
          request_id: '',
          errors: { zone_id: ['The zone_id field must be a zone of the site.'] },
        },
      });
    }
  });
});

describe('serials', () => {
  test('The serial of a device is unique in a tenant and free after its device is deleted or gets another one', async () => {
    const [serial, other] = [newSerial(), newSerial()];
    const device = await newDevice(sites.assigned, { serial });
    const taken = await create(sites.unassigned, { ...NEW, serial });
    expect([taken.status, taken.body.code]).toEqual([409, 'serial_taken']);
    expect((await create(sites.foreign, { ...NEW, serial }, 'globex')).status).toBe(201);

    expect((await patch(device.id, { serial: other })).body.serial).toBe(other);
    const heir = await newDevice(sites.unassigned, { serial });
    expect(heir.serial).toBe(serial);
    expect((await patch(device.id, { serial })).body.code).toBe('serial_taken');
    expect((await as('admin', `GET /api/v1/devices/${device.id}`)).body.serial).toBe(other);

    expect((await remove(`devices/${heir.id}`)).status).toBe(204);
    expect((await patch(device.id, { serial })).status).toBe(200);
    expect((await patch(device.id, { serial })).status).toBe(200);
    expect((await patch(device.id, { serial: null })).body.serial).toBeNull();
    expect((await create(sites.assigned, { ...NEW, serial })).status).toBe(201);
  });

  test('If several devices are created with the same serial at once, exactly one gets it', async () => {
    for (let round = 0; round < repetitions({ few: 2, many: 20 }); round++) {
      const serial = newSerial();
      const answers = await Promise.all(
        Array.from({ length: 8 }, () => create(sites.assigned, { ...NEW, serial })),
      );
      expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(7).fill(409)]);
    }
  });

  test('If several devices are changed to the same serial at once, exactly one gets it', async () => {
    const devices = await Promise.all(
      Array.from({ length: 5 }, () => newDevice(sites.assigned, { serial: newSerial() })),
    );
    for (let round = 0; round < repetitions({ few: 2, many: 20 }); round++) {
      const serial = newSerial();
      const answers = await Promise.all(devices.map(({ id }) => patch(id, { serial })));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409, 409]);
    }
  });
});

describe('PATCH /api/v1/devices/{device_id}', () => {
  test('A PATCH of a device changes only the fields of its body', async () => {
    const device = await newDevice(sites.assigned, { serial: newSerial() });
    guard.clock.advance(1000);
    const answer = await patch(device.id, { type: 'mast', last_seen_at: '2026-11-20T12:00:00Z' });
    expect(answer.status).toBe(200);
    expect(answer.body).toEqual({
      ...device,
      type: 'mast',
      last_seen_at: '2026-11-20T12:00:00.000+00:00',
      updated_at: answer.body.updated_at,
    });
    expect(answer.body.updated_at > device.updated_at).toBe(true);
    expect((await as('operator', `GET /api/v1/devices/${device.id}`)).body).toEqual(answer.body);
    expect((await patch(device.id, { last_seen_at: null })).body.last_seen_at).toBeNull();
  });

  test.each<[string, unknown, string[]]>([
    ['an empty body', {}, ['body']],
    ['an unknown field', { tenant_id: 'x' }, ['tenant_id']],
    ['a null name', { name: null }, ['name']],
    ['a null site', { site_id: null }, ['site_id']],
    ['a site that is no id', { site_id: 'x' }, ['site_id']],
    ['a status', { status: 'offline' }, ['status']],
    ['the status that it has', { name: 'Eye', status: 'unknown' }, ['status']],
    ['a null status', { status: null }, ['status']],
  ])('Changing a device answers 422 to %s', async (_, json, fields) => {
    const device = await newDevice(sites.assigned);
    expect(wrongFields(await patch(device.id, json))).toEqual([422, fields]);
  });

  test('Without If-Match racing changes of different fields of a device are all kept', async () => {
    const zone = await newZone(sites.assigned);
    for (let round = 0; round < repetitions({ few: 1, many: 5 }); round++) {
      const device = await newDevice(sites.assigned);
      const raced = {
        name: `Raced ${round}`,
        type: 'raced',
        serial: newSerial(),
        runaway_after: 20,
        last_seen_at: '2026-11-20T12:00:00.000+00:00',
        zone_id: zone.id,
      };
      const single = Object.entries(raced).map(([name, value]) => ({ [name]: value }));
      const changes = Array.from({ length: 20 }, (_, place) => single[place % single.length]);
      const answers = await Promise.all(changes.map((change) => patch(device.id, change)));
      expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
      const { updated_at, ...stored } = (await as('admin', `GET /api/v1/devices/${device.id}`)).body;
      expect({ ...stored, updated_at: device.updated_at }).toEqual({ ...device, ...raced });
      // Each change has a later time than the one before, although all were concurrent.
      expect(Date.parse(updated_at) - Date.parse(device.updated_at)).toBe(changes.length);
    }
  });
});

describe('moving a device', () => {
  test('Moving a device to another zone updates the device counts of the old and the new zone', async () => {
    const [from, to] = [await newZone(sites.assigned), await newZone(sites.assigned)];
    const device = await newDevice(sites.assigned, { zone_id: from.id });
    expect((await patch(device.id, { zone_id: to.id })).body.zone_id).toBe(to.id);
    expect((await remove(`zones/${to.id}`)).body.code).toBe('zone_not_empty');
    expect((await remove(`zones/${from.id}`)).status).toBe(204);
    expect((await patch(device.id, { zone_id: null })).body.zone_id).toBeNull();
    expect((await remove(`zones/${to.id}`)).status).toBe(204);
  });

  test('Moving a device to another site removes it from its zone and adds it to the new site’s lists', async () => {
    const site = await newSite();
    const zone = await newZone(sites.assigned);
    const device = await newDevice(sites.assigned, { zone_id: zone.id });
    expect((await as('operator', `GET /api/v1/devices/${device.id}`)).status).toBe(200);
    const moved = await patch(device.id, { site_id: site.id });
    expect([moved.status, moved.body.site_id, moved.body.zone_id]).toEqual([200, site.id, null]);
    expect((await as('operator', `GET /api/v1/devices/${device.id}`)).status).toBe(404);
    const listed = await listAll(as, 'admin', `/api/v1/sites/${site.id}/devices?type=motion-sensor`);
    expect(listed).toEqual([moved.body]);
    expect((await remove(`zones/${zone.id}`)).status).toBe(204);
    expect((await remove(`sites/${site.id}`)).body.code).toBe('site_not_empty');
    expect((await remove(`devices/${device.id}`)).status).toBe(204);
    expect((await remove(`sites/${site.id}`)).status).toBe(204);
  });

  test('One request can move a device to another site and into one of its zones', async () => {
    const [site, left] = [await newSite(), await newZone(sites.assigned)];
    const zone = await newZone(site.id);
    const device = await newDevice(sites.assigned, { zone_id: left.id });
    const moved = await patch(device.id, { site_id: site.id, zone_id: zone.id });
    expect([moved.body.site_id, moved.body.zone_id]).toEqual([site.id, zone.id]);
    expect((await remove(`zones/${left.id}`)).status).toBe(204);
  });

  test('Moving a device to its current site keeps its zone', async () => {
    const zone = await newZone(sites.assigned);
    const device = await newDevice(sites.assigned, { zone_id: zone.id });
    expect((await patch(device.id, { site_id: sites.assigned })).body.zone_id).toBe(zone.id);
  });

  test('Moving a device to a foreign site gets the same error as to a missing one', async () => {
    const device = await newDevice(sites.assigned);
    for (const caller of ['admin', 'platform'] as const) {
      for (const site_id of [sites.foreign, MISSING_ID]) {
        const answer = await as(caller, `PATCH /api/v1/devices/${device.id}`, { json: { site_id } });
        expect([answer.status, answer.body.errors]).toEqual([
          422,
          { site_id: ['The site_id field must be an existing site.'] },
        ]);
      }
    }
    expect((await as('admin', `GET /api/v1/devices/${device.id}`)).body).toEqual(device);
  });

  test('Moving a device to a zone of another site or tenant gets the same error as to a missing one', async () => {
    const zone = await newZone(sites.assigned);
    const elsewhere = await newZone(sites.unassigned);
    const foreign = await newZone(sites.foreign, 'globex');
    const device = await newDevice(sites.assigned, { zone_id: zone.id });
    for (const json of [
      { zone_id: elsewhere.id },
      { zone_id: foreign.id },
      { zone_id: MISSING_ID },
      { site_id: sites.unassigned, zone_id: zone.id },
      { site_id: sites.unassigned, zone_id: foreign.id },
    ]) {
      const answer = await patch(device.id, json);
      expect([answer.status, answer.body.errors]).toEqual([
        422,
        { zone_id: ['The zone_id field must be a zone of the site.'] },
      ]);
    }
    expect((await as('admin', `GET /api/v1/devices/${device.id}`)).body).toEqual(device);
  });
});

describe('DELETE /api/v1/devices/{device_id}', () => {
  test('A device can be deleted once, and its alerts are kept', async () => {
    const device = await newDevice(sites.assigned);
    const json = {
      site_id: sites.assigned,
      device_id: device.id,
      type: 'tamper',
      severity: 'low',
      message: 'Open',
    };
    const { body: alert } = await as('master', 'POST /api/v1/alerts', { json });
    const answer = await remove(`devices/${device.id}`);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect((await remove(`devices/${device.id}`)).status).toBe(404);
    expect((await as('admin', `GET /api/v1/devices/${device.id}`)).status).toBe(404);
    expect((await as('master', `GET /api/v1/alerts/${alert.id}`)).body).toEqual(alert);
  });
});

test('After all tests of devices the counters are right, serials are claimed and nothing is orphaned', async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
});
