import type { DynamoDBStreamEvent } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { notifyPeopleTrigger } from '../../functions/jobs/notifications.ts';
import { keepPicturesTrigger } from '../../functions/jobs/pictures.ts';
import { deliverWebhookTrigger, queueWebhooksTrigger } from '../../functions/jobs/webhooks.ts';
import { openServices } from '../../lib/local/triggers/services.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { retainAlert } from '../../shared/alerts/retain-alert.ts';
import { PICTURES } from '../../shared/pictures/picture.ts';
import { writeArrival } from '../../shared/pictures/picture-messages.ts';
import { readPictures } from '../../shared/pictures/read-pictures.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { type CallAs, type Caller, MISSING_ID, signInCallers } from '../support/callers.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { makePng, phoneJpeg } from '../support/pictures.ts';

/** Pictures of alerts, from the request to the bytes that a browser gets. */

const DAY_MS = 86_400_000;

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let deviceId: string;

beforeAll(async () => {
  guard = await startGuard({ settings: { tokenExpirationMinutes: 525_600 } });
  as = await signInCallers(guard);
  // The viewer does not have the operator's first site.
  siteId = (await as('operator', 'GET /api/v1/sites')).body.data.at(-1).id;
  deviceId = (await as('master', `GET /api/v1/devices?site_id=${siteId}`)).body.data.find(
    (it: { site_id: string }) => it.site_id === siteId,
  ).id;
});
afterAll(() => guard.stop());

interface RaisedAlert {
  readonly id: string;
  readonly tenant_id: string;
}

async function raise(fields: object = {}): Promise<RaisedAlert> {
  const json = { site_id: siteId, type: 'intrusion', severity: 'high', message: 'Door open', ...fields };
  const answer = await as('master', 'POST /api/v1/alerts', { json });
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

const announced = (bytes: Uint8Array, contentType = 'image/png', fields: object = {}) => ({
  json: { content_type: contentType, bytes: bytes.length, ...fields },
});

interface Upload {
  readonly method: string;
  readonly url: string;
  readonly headers: Record<string, string>;
  readonly expires_at: string;
}

/** Sends a file as the answer of the API says. */
const send = ({ method, url, headers }: Upload, body: Uint8Array, others: Record<string, string> = {}) =>
  fetch(url, { method, headers: { ...headers, ...others }, body: Buffer.from(body) });

async function add(
  alert: RaisedAlert,
  bytes: Uint8Array,
  { caller = 'operator' as Caller, contentType = 'image/png', fields = {} } = {},
): Promise<void> {
  const path = `POST /api/v1/alerts/${alert.id}/pictures`;
  const { status, body, text } = await as(caller, path, announced(bytes, contentType, fields));
  if (status !== 201) throw new Error(text);
  const sent = await send(body.upload, bytes);
  if (!sent.ok) throw new Error(`${sent.status} ${await sent.text()}`);
}

const list = async (alert: RaisedAlert, caller: Caller = 'operator') =>
  (await as(caller, `GET /api/v1/alerts/${alert.id}/pictures`)).body;

const history = async (alert: RaisedAlert) =>
  (await as('master', `GET /api/v1/alerts/${alert.id}/events`)).body.data;

async function makeKey(json: object): Promise<string> {
  const { status, body, text } = await as('master', 'POST /api/v1/keys', {
    json: { name: 'Camera', ...json },
  });
  if (status !== 201) throw new Error(text);
  return body.key;
}

async function resolve(alert: RaisedAlert, fields: object = {}): Promise<void> {
  const json = { override_plan: true, note: 'Without the plan', ...fields };
  const { status, text } = await as('master', `POST /api/v1/alerts/${alert.id}/resolve`, { json });
  if (status !== 200) throw new Error(text);
}

/** The alert's pictures that are in the table. */
const stored = (alert: RaisedAlert) => readPictures(guard.table, alert);

describe('Adding a picture', () => {
  test('A picture is uploaded, cleaned and shown with a fixed type, newest first', async () => {
    const alert = await raise();
    await add(alert, phoneJpeg({ orientation: 6 }), {
      contentType: 'image/jpeg',
      fields: { caption: 'Gate', taken_at: '2026-11-20T12:00:29Z' },
    });
    guard.clock.advance(1_000);
    await add(alert, makePng());
    const { data, dropped, held } = await list(alert);
    expect({ dropped, held }).toEqual({ dropped: 0, held: null });
    expect(data).toMatchObject([
      { content_type: 'image/png', width: 16, height: 8, caption: null },
      { content_type: 'image/jpeg', width: 8, height: 16, caption: 'Gate', source: 'upload' },
    ]);
    const shown = await fetch(data[1].url);
    expect(Object.fromEntries(shown.headers)).toMatchObject({
      'content-type': 'image/jpeg',
      'x-content-type-options': 'nosniff',
      'content-disposition': `attachment; filename="${data[1].id}.jpg"`,
    });
    const bytes = Buffer.from(await shown.arrayBuffer());
    expect(bytes).toHaveLength(data[1].bytes);
    expect(bytes.toString('latin1')).not.toContain('Acmecam');
    const [entry] = await history(alert);
    expect(entry).toMatchObject({ action: 'pictured', picture_id: data[0].id });
    const { body } = await as('operator', `GET /api/v1/alerts/${alert.id}?include=pictures`);
    expect(body.picture_count).toBe(2);
    expect(body.pictures.data.map((it: { id: string }) => it.id)).toEqual(
      data.map((it: { id: string }) => it.id),
    );
  });

  test('An upload that never comes leaves nothing but an item that expires', async () => {
    const alert = await raise();
    const path = `POST /api/v1/alerts/${alert.id}/pictures`;
    expect((await as('operator', path, announced(makePng()))).status).toBe(201);
    expect(await list(alert)).toMatchObject({ data: [], dropped: 0 });
    const left = [];
    for await (const item of queryAll(guard.table, `TENANT#${alert.tenant_id}`, 'UPLOAD#')) left.push(item);
    expect(left.every((it) => typeof it['ttl'] === 'number')).toBe(true);
    expect(await history(alert)).toHaveLength(1);
  });

  test('An upload that arrives twice, or whose message is repeated, is one picture and one entry', async () => {
    const alert = await raise();
    const { body } = await as('operator', `POST /api/v1/alerts/${alert.id}/pictures`, announced(makePng()));
    await send(body.upload, makePng());
    await send(body.upload, makePng());
    const name = new URL(body.upload.url).pathname.replace('/local/pictures/', '');
    await guard.invoke(keepPicturesTrigger.name, {
      Records: [{ messageId: '1', body: writeArrival(name, guard.clock.now) }],
    });
    expect((await list(alert)).data).toHaveLength(1);
    expect(await history(alert)).toHaveLength(2);
  });

  test('A picture of more than 20 is left out, and the number is said', async () => {
    const alert = await raise();
    for (let shade = 0; shade < 22; shade += 1) {
      guard.clock.advance(10);
      await add(alert, makePng({ shade }), { fields: { caption: String(shade) } });
    }
    const { data, dropped } = await list(alert);
    expect(data.map((it: { caption: string }) => Number(it.caption))).toEqual([
      21, 20, 19, 18, 17, 16, 15, 14, 13, 12, 11, 10, 9, 8, 7, 6, 3, 2, 1, 0,
    ]);
    expect(dropped).toBe(2);
  });

  test('A picture is announced with its exact size and a type that browsers show', async () => {
    const alert = await raise();
    const path = `POST /api/v1/alerts/${alert.id}/pictures`;
    for (const json of [
      { content_type: 'image/svg+xml', bytes: 10 },
      { content_type: 'text/html', bytes: 10 },
      { content_type: 'image/png', bytes: 5_000_001 },
      { content_type: 'image/png', bytes: 0 },
      { content_type: 'image/png' },
      { content_type: 'image/png', bytes: 10, taken_at: '2024-01-01T00:00:00Z' },
      { content_type: 'image/png', bytes: 10, url: 'https://example.com/a.png' },
    ]) {
      expect((await as('operator', path, { json })).status, JSON.stringify(json)).toBe(422);
    }
  });
});

describe('Pictures of a report', () => {
  const report = (token: string, event: object) =>
    guard.call('POST /api/v1/reports', { token, json: { events: [event] } });

  test('They get their uploads in the answer, and appear in the alert', async () => {
    const token = await makeKey({ device_id: deviceId });
    const pictures = [phoneJpeg(), makePng()];
    const { body } = await report(token, {
      action: 'raise',
      type: 'intrusion',
      severity: 'high',
      message: 'Motion',
      pictures: [
        { content_type: 'image/jpeg', bytes: pictures[0]?.length },
        { content_type: 'image/png', bytes: pictures[1]?.length },
      ],
    });
    const [{ alert, uploads, status, warnings }] = body.results;
    expect({ status, warnings }).toEqual({ status: 201, warnings: undefined });
    for (const [place, bytes] of pictures.entries()) {
      expect((await send(uploads[place], bytes)).status).toBe(200);
    }
    const { data } = await list(alert);
    expect(data.map((it: { content_type: string }) => it.content_type).sort()).toEqual([
      'image/jpeg',
      'image/png',
    ]);
    expect(data[0].added_by).toMatchObject({ kind: 'key', name: 'Camera' });
  });

  test('They never make Guard refuse the alarm, whatever they say', async () => {
    const token = await makeKey({ device_id: deviceId });
    const event = { action: 'raise', type: 'intrusion', severity: 'high', message: 'Motion' };
    const wrong: [unknown, number][] = [
      [
        [
          { content_type: 'IMAGE/JPG; q=1', bytes: '1200' },
          { content_type: 'video/mp4', bytes: 9 },
        ],
        1,
      ],
      ['snapshot.jpg', 0],
      [{ content_type: 'image/png', bytes: 100 }, 1],
      [Array.from({ length: 30 }, () => ({ content_type: 'image/png', bytes: 100 })), 8],
      [null, 0],
      [[null, 3, {}], 0],
    ];
    for (const [pictures, count] of wrong) {
      const { body } = await report(token, { ...event, pictures });
      const [{ status, uploads = [] }] = body.results;
      expect({ status, count: uploads.length }, JSON.stringify(pictures)).toEqual({ status: 201, count });
    }
    const strict = {
      token,
      headers: { 'Guard-Strict': '1' },
      json: { events: [{ ...event, pictures: 'x' }] },
    };
    const { body } = await guard.call('POST /api/v1/reports', strict);
    expect(body.results[0].status).toBe(422);
  });

  test('They are added to the alert of which the event is an occurrence', async () => {
    const token = await makeKey({ site_id: siteId });
    const event = {
      action: 'raise',
      type: 'intrusion',
      severity: 'high',
      message: 'Motion',
      dedup_key: 'gate-camera',
      pictures: [{ content_type: 'image/png', bytes: makePng().length }],
    };
    const first = (await report(token, event)).body.results[0];
    const again = (await report(token, event)).body.results[0];
    expect([first.alert.id, again.status]).toEqual([again.alert.id, 200]);
    await send(again.uploads[0], makePng());
    expect((await list(first.alert)).data).toHaveLength(1);
  });
});

describe('Attacks', () => {
  test('Nobody reaches a picture of another tenant or site by its id, not even to know that it exists', async () => {
    const alert = await raise();
    await add(alert, makePng());
    const path = `/api/v1/alerts/${alert.id}/pictures`;
    for (const caller of ['globex', 'viewer'] as const) {
      for (const request of [`GET ${path}`, `POST ${path}`]) {
        const options = request.startsWith('POST') ? announced(makePng()) : {};
        expect((await as(caller, request, options)).status, `${caller} ${request}`).toBe(404);
      }
    }
    expect((await as('globex', `PUT ${path}/hold`)).status).toBe(404);
    expect((await as('operator', `GET /api/v1/alerts/${MISSING_ID}/pictures`)).status).toBe(404);
  });

  test('An operator loses the pictures of an alert with the site of which it is', async () => {
    const alert = await raise();
    await add(alert, makePng());
    const user = (await as('operator', 'GET /api/v1/auth/me')).body;
    const sites = (await as('operator', 'GET /api/v1/sites')).body.data.map((it: { id: string }) => it.id);
    const put = (site_ids: string[]) =>
      as('master', `PUT /api/v1/users/${user.id}/sites`, { json: { site_ids } });
    await put(sites.filter((it: string) => it !== siteId));
    try {
      expect((await as('operator', `GET /api/v1/alerts/${alert.id}/pictures`)).status).toBe(404);
      expect(
        (await as('operator', `POST /api/v1/alerts/${alert.id}/pictures`, announced(makePng()))).status,
      ).toBe(404);
    } finally {
      await put(sites);
    }
  });

  test('Nobody gets anything from a URL after five minutes, or from one that was changed', async () => {
    const alert = await raise();
    await add(alert, makePng());
    const other = await raise();
    await add(other, makePng({ shade: 1 }));
    const [{ url }] = (await list(alert)).data;
    const [foreign] = (await list(other)).data;
    expect((await fetch(url)).status).toBe(200);
    const changed = (change: (url: URL) => void) => {
      const copy = new URL(url);
      change(copy);
      return copy;
    };
    const guesses = [
      changed((it) => it.searchParams.set('expires', '9999999999')),
      changed((it) => it.searchParams.set('type', 'text/html')),
      changed((it) => it.searchParams.set('file', 'a.html')),
      changed((it) => it.searchParams.delete('signature')),
      changed((it) => {
        it.pathname = new URL(foreign.url).pathname;
      }),
      changed((it) => {
        it.pathname = it.pathname.replace('/pictures/pictures/', '/pictures/uploads/');
      }),
      `${guard.url}/local/pictures/pictures/${alert.tenant_id}/${alert.id}/${foreign.id}`,
      `${guard.url}/local/pictures/..%2f..%2fsecrets.key`,
    ];
    for (const guess of guesses) expect((await fetch(guess)).status, String(guess)).toBe(403);
    // A URL for reading does not write.
    expect((await fetch(url, { method: 'PUT', body: 'x' })).status).toBe(403);
    guard.clock.advance(5 * 60_000);
    expect((await fetch(url)).status).toBe(403);
    expect((await fetch((await list(alert)).data[0].url)).status).toBe(200);
  });

  test('Nobody uploads anything else, larger or later than announced', async () => {
    const alert = await raise();
    const png = makePng();
    const path = `POST /api/v1/alerts/${alert.id}/pictures`;
    const { upload } = (await as('operator', path, announced(png))).body;
    const larger = Buffer.concat([png, Buffer.alloc(1)]);
    expect((await send(upload, larger)).status).toBe(403);
    expect((await send(upload, png.subarray(1))).status).toBe(403);
    expect((await send(upload, png, { 'Content-Type': 'text/html' })).status).toBe(403);
    expect((await fetch(upload.url)).status).toBe(403);
    guard.clock.advance(5 * 60_000);
    expect((await send(upload, png)).status).toBe(403);
    expect((await list(alert)).data).toEqual([]);
  });

  test.each([
    ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'it is no JPEG, PNG or WebP'],
    ['a page', '<!doctype html><script>alert(1)</script>', 'it is no JPEG, PNG or WebP'],
    [
      'a picture of two billion lines',
      makePng({ width: 1, height: 2 ** 31 - 1 }),
      'it has more than 50 million pixels',
    ],
    ['half a picture', makePng().subarray(0, 40), 'its data are damaged'],
  ])('Nobody passes %s off as a picture, and the alert says so', async (_, content, reason) => {
    const alert = await raise();
    await add(alert, Buffer.from(content));
    expect((await list(alert)).data).toEqual([]);
    const [entry] = await history(alert);
    expect(entry).toMatchObject({ action: 'noted', note: `A picture could not be kept: ${reason}.` });
  });

  test('Everybody gets a polyglot back as a picture, without what was hidden behind it', async () => {
    const alert = await raise();
    const page = Buffer.from('<html><script>alert(1)</script></html>');
    await add(alert, Buffer.concat([phoneJpeg(), page]), { contentType: 'image/png' });
    const [{ url, content_type }] = (await list(alert)).data;
    const shown = await fetch(url);
    expect([content_type, shown.headers.get('content-type')]).toEqual(['image/jpeg', 'image/jpeg']);
    expect(Buffer.from(await shown.arrayBuffer()).includes('<script>')).toBe(false);
  });

  test('Nobody adds a picture with the key of another device, of a reader, or of another site', async () => {
    const alert = await raise({ device_id: deviceId });
    const elsewhere = await raise();
    const own = await makeKey({ device_id: deviceId });
    const path = (id: string) => `POST /api/v1/alerts/${id}/pictures`;
    const statusOf = async (token: string, id: string) =>
      (await guard.call(path(id), { token, ...announced(makePng()) })).status;
    expect(await statusOf(own, alert.id)).toBe(201);
    expect(await statusOf(own, elsewhere.id)).toBe(404);
    expect(await statusOf(await makeKey({ access: 'read' }), alert.id)).toBe(403);
    const otherSite = (await as('master', 'GET /api/v1/sites')).body.data.find(
      (it: { id: string }) => it.id !== siteId,
    ).id;
    expect(await statusOf(await makeKey({ site_id: otherSite }), alert.id)).toBe(404);
    // Reporting keys read nothing.
    const answer = await guard.call(`GET /api/v1/alerts/${alert.id}/pictures`, { token: own });
    expect(answer.status).toBe(403);
  });

  test('Nobody makes a message about an object that nobody announced into a picture', async () => {
    const alert = await raise();
    const name = `uploads/${alert.tenant_id}/${alert.id}/${MISSING_ID}`;
    for (const body of [
      writeArrival(name, guard.clock.now),
      writeArrival('uploads/../pictures', guard.clock.now),
      writeArrival('other/x', guard.clock.now),
      '{"Service":"Amazon S3","Event":"s3:TestEvent"}',
    ]) {
      const { batchItemFailures } = await guard.invoke(keepPicturesTrigger.name, {
        Records: [{ messageId: '1', body }],
      });
      expect(batchItemFailures.length, body).toBe(body.includes('..') ? 1 : 0);
    }
    expect((await list(alert)).data).toEqual([]);
  });
});

describe('How long a picture is kept', () => {
  test('After 30 days the picture is gone, and the alert is not', async () => {
    const alert = await raise();
    await add(alert, makePng());
    const [{ expires_at }] = (await list(alert)).data;
    expect(Date.parse(expires_at) - guard.clock.now.getTime()).toBeGreaterThan(30 * DAY_MS - 2_000);
    const before = guard.clock.now;
    guard.clock.advance(30 * DAY_MS + 1_000);
    expect((await list(alert)).data).toEqual([]);
    expect((await as('operator', `GET /api/v1/alerts/${alert.id}`)).status).toBe(200);
    guard.clock.now = before;
  });

  test('A master holds the pictures of a real alert until the alert goes, and ends that', async () => {
    const alert = await raise();
    await add(alert, makePng());
    const path = `/api/v1/alerts/${alert.id}/pictures/hold`;
    expect((await as('operator', `PUT ${path}`)).status).toBe(403);
    const early = await as('master', `PUT ${path}`);
    expect([early.status, early.body.code]).toEqual([409, 'alert_not_real']);
    await resolve(alert, { resolution: 'real' });
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await as('master', `PUT ${path}`);
      expect(status).toBe(200);
      expect(body).toMatchObject({ held: { by: { kind: 'user' } }, data: [{ expires_at: null }] });
    }
    // Later pictures are held, too, and all of them go with the alert.
    await add(alert, makePng({ shade: 1 }));
    expect((await stored(alert)).map((it) => it.expiresAt)).toEqual([undefined, undefined]);
    const item = await getItem(guard.table, ALERTS.key(alert.tenant_id, alert.id));
    await retainAlert(guard.table, item ?? {}, 400);
    const { removal } = ALERTS.read(
      (await getItem(guard.table, ALERTS.key(alert.tenant_id, alert.id))) ?? {},
    );
    expect((await stored(alert)).map((it) => it.expiresAt)).toEqual([removal, removal]);
    for (let times = 0; times < 2; times += 1)
      expect((await as('master', `DELETE ${path}`)).status).toBe(204);
    const { held, data } = await list(alert);
    expect(held).toBeNull();
    expect(Date.parse(data[0].expires_at)).toBeLessThan(guard.clock.now.getTime() + 30 * DAY_MS + 1_000);
    for (const action of ['alert.pictures_held', 'alert.pictures_released']) {
      const { data: events } = (await as('master', `GET /api/v1/audit-events?action=${action}`)).body;
      expect(events, action).toMatchObject([{ action, entity: { kind: 'alert', id: alert.id } }]);
    }
  });

  test('A hold that knows another version of the alert is rejected', async () => {
    const alert = await raise();
    await resolve(alert, { resolution: 'real' });
    const answer = await as('master', `PUT /api/v1/alerts/${alert.id}/pictures/hold`, {
      headers: { 'If-Match': '"other"' },
    });
    expect(answer.status).toBe(412);
  });

  test('A picture does not outlive an alert that is deleted earlier', async () => {
    const alert = await raise();
    await add(alert, makePng());
    await resolve(alert);
    const item = await getItem(guard.table, ALERTS.key(alert.tenant_id, alert.id));
    await retainAlert(guard.table, item ?? {}, 2);
    const { removal } = ALERTS.read(
      (await getItem(guard.table, ALERTS.key(alert.tenant_id, alert.id))) ?? {},
    );
    expect((await stored(alert)).map((it) => it.expiresAt)).toEqual([removal]);
  });

  test('When its item leaves the table, its object is deleted', async () => {
    const services = await openServices([keepPicturesTrigger, deliverWebhookTrigger, notifyPeopleTrigger], {
      clock: () => guard.clock.now,
      newId: () => MISSING_ID,
      log: () => {},
    });
    guard.queues.stub([keepPicturesTrigger, deliverWebhookTrigger, notifyPeopleTrigger], services);
    const alert = await raise();
    await add(alert, makePng());
    const [{ id, url }] = (await list(alert)).data;
    const { pk, sk } = PICTURES.key(alert.tenant_id, alert.id, id);
    const removal = { eventName: 'REMOVE', dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } } as const;
    await guard.invoke(queueWebhooksTrigger.name, { Records: [removal] } satisfies DynamoDBStreamEvent);
    const queue = services.queues.get(keepPicturesTrigger.name)?.queue;
    const messages = queue?.receive(10) ?? [];
    await guard.invoke(keepPicturesTrigger.name, {
      Records: messages.map(({ body }) => ({ messageId: '1', body })),
    });
    expect((await fetch(url)).status).toBe(404);
    await services.close();
  });
});
