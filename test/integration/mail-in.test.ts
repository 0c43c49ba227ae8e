import { readFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { mailMessage, packMail } from '../../shared/mail-in/stored-mail.ts';
import { folderStore } from '../../shared/pictures/picture-store.ts';
import { localStoreSetting } from '../../shared/pictures/store-setting.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';

let guard: TestGuard;
let as: CallAs;
let siteId: string;
let folder: string;

const SAMPLES = new URL('../unit/shared/mail-in/samples/', import.meta.url);
const sample = (name: string) => readFileSync(new URL(name, SAMPLES));
const TAMPER = sample('01-dahua-amcrest-tamper.eml');
const DOMAIN = 'in.guard.example';

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'guard-mail-'));
  const storeIn = (name: string) => localStoreSetting({ folder: join(folder, name), url: '', key: '' });
  guard = await startGuard({
    settings: {
      tokenExpirationMinutes: 525_600,
      mailIn: { domain: DOMAIN, host: 'mail.guard.example', ports: [25, 587], tlsPorts: [465] },
      mailStore: storeIn('mail'),
      pictureStore: storeIn('pictures'),
    },
    now: new Date('2026-11-29T06:00:00Z'),
  });
  as = await signInCallers(guard);
  [{ id: siteId }] = (await as('operator', 'GET /api/v1/sites')).body.data;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await guard.stop();
  await rm(folder, { recursive: true });
});
// Longer than mails of one alert are apart.
beforeEach(() => guard.clock.advance(10 * 60_000));

const newDevice = async (fields: object = {}) =>
  (
    await as('admin', `POST /api/v1/sites/${siteId}/devices`, {
      json: { name: 'Camera', type: 'camera', ...fields },
    })
  ).body as { id: string };

interface Camera {
  readonly device: { readonly id: string };
  readonly address: string;
}

async function newCamera(json: object = {}, fields: object = {}): Promise<Camera> {
  const device = await newDevice(fields);
  const made = await as('admin', `POST /api/v1/devices/${device.id}/mail-address`, { json });
  expect(made.status).toBe(201);
  return { device, address: made.body.address };
}

let number = 0;

/** Stores a mail as a receiver does, and returns its name. */
async function arrive(recipients: readonly string[], bytes: Buffer, isCut = false): Promise<string> {
  number += 1;
  guard.clock.advance(1);
  const name = `smtp/${number}`;
  const envelope = { recipients, arrivedAt: guard.clock.now, from: '203.0.113.7', isCut };
  await folderStore(join(folder, 'mail')).put(name, packMail(envelope, bytes), 'message/rfc822');
  return name;
}

const process = (...names: string[]) =>
  guard.invoke('receive-mail', {
    Records: names.map((name) => ({ messageId: name, body: mailMessage(name) })),
  });

/** Sends a mail to a camera's address, and waits until it is carried out. */
async function send({ address }: Camera, mail: Buffer | string, isCut = false): Promise<string> {
  const name = await arrive([address], Buffer.from(mail), isCut);
  expect(await process(name)).toEqual({ batchItemFailures: [] });
  return name;
}

const mail = (subject: string, text = '', headers: readonly string[] = []) =>
  [`Subject: ${subject}`, 'From: <cam@site.example>', ...headers, '', text].join('\r\n');

interface Recorded {
  readonly results: readonly { readonly result: string; readonly alert_id?: string }[];
  readonly pictures: number;
  readonly warnings?: readonly { readonly code: string }[];
}
const mailsOf = async ({ device }: Camera): Promise<Recorded[]> =>
  (await as('admin', `GET /api/v1/devices/${device.id}/inbound/messages`)).body.data;
const didOf = async (camera: Camera) =>
  (await mailsOf(camera)).flatMap(({ results }) => results.map(({ result }) => result));
/** The alerts of a camera in detail: lists do not count occurrences. */
async function alertsOf({ device }: Camera) {
  const { data } = (await as('master', `GET /api/v1/alerts?device_id=${device.id}`)).body;
  const read = async ({ id }: { id: string }) =>
    (await as('master', `GET /api/v1/alerts/${id}?include=history`)).body;
  return Promise.all(data.map(read));
}
const alertOf = async (camera: Camera) => (await alertsOf(camera))[0];

test('A mail of a site on test raises a test alert, which rings nowhere', async () => {
  const camera = await newCamera();
  const { site_id } = (await as('admin', `GET /api/v1/devices/${camera.device.id}`)).body;
  const ends_at = new Date(guard.clock.now.getTime() + 3_600_000).toISOString();
  const tested = await as('admin', `POST /api/v1/sites/${site_id}/tests`, {
    json: { ends_at, reason: 'Yearly service' },
  });
  await send(camera, mail('Motion Detected'));
  expect(await alertOf(camera)).toMatchObject({ status: 'resolved', resolution: 'test' });
  await as('admin', `POST /api/v1/tests/${tested.body.id}/end`);
});

describe('an address', () => {
  test('It is shown once with where to send, and reading it shows its settings only', async () => {
    const device = await newDevice();
    const made = await as('admin', `POST /api/v1/devices/${device.id}/mail-address`, { json: {} });
    expect(made.body).toMatchObject({
      type: 'motion',
      severity: 'high',
      subject: null,
      phrases: [],
      receiver: { host: 'mail.guard.example', ports: [25, 587], tls_ports: [465] },
    });
    expect(made.body.address).toMatch(/^[0-9a-z]{20}@in\.guard\.example$/);
    const read = await as('admin', `GET /api/v1/devices/${device.id}/mail-address`);
    expect(read.text).not.toContain(made.body.address.slice(0, 20));
    expect(read.headers.get('etag')).toBe(made.headers.get('etag'));
    const stored = JSON.stringify(await readAll(guard.table));
    expect(stored).not.toContain(made.body.address.slice(0, 20));
  });

  test('Another one ends it at once', async () => {
    const camera = await newCamera();
    const next = await as('admin', `POST /api/v1/devices/${camera.device.id}/mail-address`, { json: {} });
    await send(camera, mail('Motion'));
    expect(await mailsOf(camera)).toEqual([]);
    await send({ ...camera, address: next.body.address }, mail('Motion'));
    expect(await didOf(camera)).toEqual(['raised']);
  });

  test('Changes count from the next mail on', async () => {
    const camera = await newCamera();
    const path = `/api/v1/devices/${camera.device.id}/mail-address`;
    const changed = await as('admin', `PATCH ${path}`, {
      json: { type: 'intrusion', severity: 'critical', phrases: [{ text: 'Zone quiet', means: 'restored' }] },
    });
    expect(changed.body).toMatchObject({ type: 'intrusion', severity: 'critical' });
    await send(camera, mail('Zone active'));
    await send(camera, mail('Zone quiet'));
    expect(await alertOf(camera)).toMatchObject({
      type: 'intrusion',
      severity: 'critical',
      message: 'Zone active',
    });
    expect(await didOf(camera)).toEqual(['restored', 'raised']);
  });

  test('Its end, and that of its device, is that of the address, and leaves nothing in the table', async () => {
    const before = (await readAll(guard.table)).filter(({ pk }) => String(pk).startsWith('MAILBOX#')).length;
    const camera = await newCamera();
    const gone = await newCamera();
    await send(gone, mail('Motion'));
    const path = `/api/v1/devices/${camera.device.id}/mail-address`;
    expect((await as('admin', `DELETE ${path}`)).status).toBe(204);
    expect((await as('admin', `DELETE ${path}`)).status).toBe(404);
    expect((await as('admin', `GET ${path}`)).status).toBe(404);
    await as('admin', `DELETE /api/v1/devices/${gone.device.id}`);
    for (const it of [camera, gone]) await send(it, mail('Motion'));
    expect(await mailsOf(camera)).toEqual([]);
    const left = await readAll(guard.table);
    expect(left.filter(({ pk }) => String(pk).startsWith('MAILBOX#'))).toHaveLength(before);
    expect(
      left.filter(
        ({ sk }) => /^MAIL_(?:ADDRESS|STATE)#/.test(String(sk)) && String(sk).endsWith(gone.device.id),
      ),
    ).toEqual([]);
  });

  test('Only masters and admins see and make it', async () => {
    const { device } = await newCamera();
    for (const role of ['operator', 'viewer'] as const) {
      expect((await as(role, `GET /api/v1/devices/${device.id}/mail-address`)).status).toBe(403);
    }
  });
});

describe('a mail', () => {
  test('It raises with the type and severity of its address, with its picture and what was wrong with it', async () => {
    const camera = await newCamera();
    await send(camera, TAMPER);
    const alert = await alertOf(camera);
    expect(alert).toMatchObject({
      type: 'motion',
      severity: 'high',
      picture_count: 1,
      occurred_at: '2026-11-29T04:10:08.000+00:00',
      metadata: { subject: 'IPC Message', event: 'Tamper Detect', camera: 'CAM-GATE-07' },
    });
    expect(alert.message).toContain('Alarm Event: Tamper Detect');
    const raised = alert.history.find(({ action }: { action: string }) => action === 'raised');
    expect(raised.warnings).toMatchObject([{ field: 'mail', code: 'from_empty' }]);
    expect(await readdir(join(folder, 'mail'), { recursive: true })).toEqual([]);
  });

  test('A mail that cannot be parsed raises, also if its beginning reads like a test', async () => {
    const camera = await newCamera();
    await send(camera, mail('Test', `This is a test email.\r\n${'\n'.repeat(400_000)}`));
    expect(await didOf(camera)).toEqual(['raised']);
    expect((await mailsOf(camera))[0]?.warnings?.map(({ code }) => code)).toEqual(['mail_unreadable']);
  });

  test('Within five minutes it adds to the open alert, and later it raises another one', async () => {
    const camera = await newCamera();
    await send(camera, mail('Motion 1'));
    guard.clock.advance(4 * 60_000);
    await send(camera, mail('Motion 2'));
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 2 }]);
    guard.clock.advance(6 * 60_000);
    await send(camera, mail('Motion 3'));
    expect(await alertsOf(camera)).toHaveLength(2);
  });

  test('After its alert was resolved it raises another one', async () => {
    const camera = await newCamera();
    await send(camera, mail('Motion 1'));
    const [{ id }] = await alertsOf(camera);
    await as('operator', `POST /api/v1/alerts/${id}/resolve`, {
      json: { resolution: 'false_alarm', note: 'A cat' },
    });
    await send(camera, mail('Motion 2'));
    expect(await alertsOf(camera)).toHaveLength(2);
  });

  test('Sixteen merged alarms are one alert that shows them', async () => {
    const camera = await newCamera();
    const text = Array.from(
      { length: 16 },
      (_, it) =>
        `Channel: ${it + 1}, Camera:Gate ${it + 1}, north of the yard\r\nAlarm:Motion Detection, Time:2026-11-28 22:10:${10 + it}`,
    ).join('\r\n');
    await send(camera, mail('Alarm from recorder', text));
    const alert = await alertOf(camera);
    const shown = Object.values(alert.metadata).join('');
    for (let channel = 1; channel <= 16; channel++) expect(shown).toContain(`Gate ${channel}`);
    expect(shown).toContain('22:10:25');
    expect(await alertsOf(camera)).toHaveLength(1);
  });

  test('Mails that arrive at the same time are one alert', async () => {
    const camera = await newCamera();
    const names = await Promise.all(
      Array.from({ length: 12 }, (_, it) => arrive([camera.address], Buffer.from(mail(`Motion ${it}`)))),
    );
    await Promise.all(names.map((name) => process(name)));
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 12 }]);
  });

  test('It is no sign of life', async () => {
    const camera = await newCamera({}, { heartbeat_seconds: 60 });
    await send(camera, mail('Motion'));
    const { last_seen_at } = (await as('admin', `GET /api/v1/devices/${camera.device.id}`)).body;
    expect(last_seen_at).toBeNull();
  });

  test('Of more than 10 MB the text is kept, and the alert says that the pictures are not', async () => {
    const camera = await newCamera();
    await send(camera, TAMPER, true);
    expect(await alertOf(camera)).not.toHaveProperty('picture_count');
    expect((await mailsOf(camera))[0]?.warnings?.map(({ code }) => code)).toContain('mail_too_large');
  });

  test('A picture that is none is said in the alert', async () => {
    const camera = await newCamera();
    const broken = TAMPER.toString('latin1').replace('/9j/4AAQ', 'PHN2Zz48');
    await send(camera, Buffer.from(broken, 'latin1'));
    const alert = await alertOf(camera);
    expect(alert).not.toHaveProperty('picture_count');
    const notes = alert.history.map(({ note }: { note: string | null }) => note).join(' ');
    expect(notes).toContain('20261128221005423ch01.jpg');
  });

  test('A mail to two addresses is carried out for both devices', async () => {
    const [one, other] = [await newCamera(), await newCamera()];
    await process(await arrive([one.address, other.address.toUpperCase()], TAMPER));
    expect(await alertsOf(one)).toMatchObject([{ picture_count: 1 }]);
    expect(await alertsOf(other)).toMatchObject([{ picture_count: 1 }]);
  });

  test('Its subject is not the message any more once it was the same in mails with other texts', async () => {
    const camera = await newCamera();
    await send(camera, mail('Warehouse', 'Person at gate 1'));
    await send(camera, mail('Warehouse', 'Vehicle at the ramp'));
    const messages = (await mailsOf(camera))
      .flatMap(({ results }) => results)
      .map((it) => (it as { text?: string }).text);
    expect(messages).toEqual(['Vehicle at the ramp', 'Warehouse']);
    await send(camera, mail('Warehouse', 'Motion stopped'));
    expect((await didOf(camera))[0]).toBe('restored');
  });
});

describe('what is no alarm', () => {
  test('A stop is noted in the open alert, also after more than five minutes', async () => {
    const camera = await newCamera();
    await send(camera, mail('IPC Message', 'Alarm Event: Motion Detect'));
    guard.clock.advance(20 * 60_000);
    await send(camera, mail('IPC Message', 'Alarm Event: Motion Detection Stop'));
    const alert = await alertOf(camera);
    expect(alert.status).toBe('active');
    expect(alert.history.map(({ action }: { action: string }) => action)).toContain('restored');
    expect(await alertsOf(camera)).toHaveLength(1);
  });

  test('A stop without an open alert raises nothing', async () => {
    const camera = await newCamera();
    await send(camera, mail('Motion stopped'));
    expect(await alertsOf(camera)).toEqual([]);
    expect(await didOf(camera)).toEqual(['recorded']);
  });

  test('A test raises nothing, and the installer sees it', async () => {
    const camera = await newCamera();
    await send(camera, mail('Test', 'This is a test email.'));
    expect(await alertsOf(camera)).toEqual([]);
    expect(await didOf(camera)).toEqual(['test']);
  });

  test('A fault of the storage is a trouble beside the alarm, and its end resolves it', async () => {
    const camera = await newCamera();
    await send(camera, mail('Motion'));
    await send(camera, mail('HDD error'));
    expect((await alertsOf(camera)).map(({ type }: { type: string }) => type).toSorted()).toEqual([
      'motion',
      'system-trouble',
    ]);
    await send(camera, mail('HDD recovered'));
    const open = (await as('master', `GET /api/v1/alerts?device_id=${camera.device.id}&status=active`)).body
      .data;
    expect(open.map(({ type }: { type: string }) => type)).toEqual(['motion']);
  });
});

describe('the same mail once more', () => {
  test('With a date near its arrival it changes nothing, as long as it is near', async () => {
    const camera = await newCamera();
    const date = guard.clock.now.toUTCString();
    const twice = mail('Motion', 'x', [`Date: ${date}`, 'Message-ID: <DVR>']);
    await send(camera, twice);
    guard.clock.advance(4 * 60_000);
    await send(camera, twice);
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 1 }]);
    expect(await didOf(camera)).toEqual(['repeated', 'raised']);
    guard.clock.advance(15 * 60_000);
    await send(camera, twice);
    expect(await didOf(camera)).toEqual(['raised', 'repeated', 'raised']);
  });

  test.each([
    ['a clock that stands still', 'Alarm', 'x', 'Date: Thu, 01 Jan 1970 00:00:00 +0000'],
    ['a MAC address', 'Alarm', 'MAC: 00:12:41:07:55:21', 'X-A: b'],
    ['a serial number', 'Alarm 202611280001', 'x', 'X-A: b'],
    ['a constant Message-ID', 'Alarm', 'x', 'Message-ID: <12345678.9@camera>'],
  ])('A later alarm is heard although each mail has %s', async (_, subject, text, header) => {
    const camera = await newCamera();
    await send(camera, mail(subject, text, [header]));
    const { id } = await alertOf(camera);
    await as('operator', `POST /api/v1/alerts/${id}/resolve`, {
      json: { resolution: 'false_alarm', note: 'A cat' },
    });
    guard.clock.advance(70_000);
    await send(camera, mail(subject, text, [header]));
    expect(await didOf(camera)).toEqual(['raised', 'raised']);
    expect((await alertsOf(camera)).map(({ status }) => status).toSorted()).toEqual(['active', 'resolved']);
  });

  test('Without a date it changes nothing for a minute, and is another event later', async () => {
    const camera = await newCamera();
    await send(camera, mail('Motion alarm yard'));
    guard.clock.advance(30_000);
    await send(camera, mail('Motion alarm yard'));
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 1 }]);
    guard.clock.advance(61_000);
    await send(camera, mail('Motion alarm yard'));
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 2 }]);
  });

  test('The constant Message-ID of a recorder makes no mail a repetition', async () => {
    const camera = await newCamera();
    for (const minute of ['05', '06'])
      await send(camera, mail('Alarm', `Time: 22:${minute}:10`, ['Message-ID: <DVR>']));
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 2 }]);
  });

  test('A stored mail that comes again is carried out once, with its picture and its entry', async () => {
    const camera = await newCamera();
    const name = await arrive([camera.address], Buffer.from(mail('Motion alarm yard')));
    const store = folderStore(join(folder, 'mail'));
    const bytes = await store.read(name, 1e6);
    await process(name);
    guard.clock.advance(2 * 60_000);
    await store.put(name, bytes ?? new Uint8Array(), 'message/rfc822');
    await process(name);
    await process(name);
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 1 }]);
    expect(await mailsOf(camera)).toHaveLength(1);
  });
});

describe('attacks', () => {
  test('A mail to an unknown address leaves nothing', async () => {
    const before = (await readAll(guard.table)).length;
    const name = await arrive([`00000000000000000000@${DOMAIN}`, `nobody@${DOMAIN}`], TAMPER);
    expect(await process(name)).toEqual({ batchItemFailures: [] });
    expect(await readAll(guard.table)).toHaveLength(before);
    expect(await readdir(join(folder, 'mail'), { recursive: true })).toEqual([]);
  });

  test('A mail that names another device is from the device of its envelope', async () => {
    const [sender, victim] = [await newCamera(), await newCamera()];
    const forged = mail('Motion', `Alarm Device Name: x\r\ndevice_id: ${victim.device.id}`, [
      `To: <${victim.address}>`,
      `Cc: <${victim.address}>`,
      `X-Original-To: ${victim.address}`,
      `Message-ID: <${victim.address}>`,
    ]);
    await send(sender, forged);
    expect(await mailsOf(victim)).toEqual([]);
    expect(await didOf(sender)).toEqual(['raised']);
    expect(JSON.stringify(await mailsOf(sender))).not.toContain(victim.address);
  });

  test('Nothing is ever answered, also to an automatic reply', async () => {
    const camera = await newCamera();
    const reply = mail('Out of office', 'I am away', [
      'Auto-Submitted: auto-replied',
      'Return-Path: <x@y.example>',
      'Disposition-Notification-To: x@y.example',
    ]);
    await send(camera, reply);
    expect(await didOf(camera)).toEqual(['raised']);
    expect(JSON.stringify(guard.sent)).not.toContain('y.example');
    const queued = (await readAll(guard.table)).filter(({ pk }) => String(pk).startsWith('MAIL#'));
    expect(queued).toEqual([]);
  });

  test('A bomb of mails is one alert with at most 20 pictures', async () => {
    const camera = await newCamera();
    const three = sample('06-dafang-three-pictures.eml').toString('latin1');
    for (let count = 0; count < 10; count++) {
      const other = three.replace('22:10:05', `22:10:${10 + count}`).replaceAll('AB//2Q==', `AB//2Q==`);
      await send(camera, Buffer.from(other, 'latin1'));
    }
    expect(await alertsOf(camera)).toMatchObject([{ occurrences: 10, picture_count: 3 }]);
  });

  test('The mail of a tenant that is not active leaves nothing', async () => {
    const tenant = (await as('platform', 'POST /api/v1/tenants', { json: { name: 'Ended' } })).body;
    const site = (
      await as('platform', `POST /api/v1/sites?tenant_id=${tenant.id}`, {
        json: { name: 'S', timezone: 'UTC' },
      })
    ).body;
    const device = (
      await as('platform', `POST /api/v1/sites/${site.id}/devices`, {
        json: { name: 'C', type: 'camera' },
      })
    ).body;
    const made = await as('platform', `POST /api/v1/devices/${device.id}/mail-address`, { json: {} });
    expect(made.status).toBe(201);
    await as('platform', `PATCH /api/v1/tenants/${tenant.id}`, { json: { status: 'inactive' } });
    await send({ device, address: made.body.address }, mail('Motion'));
    const items = (await readAll(guard.table)).filter(({ sk }) =>
      String(sk).startsWith(`INBOUND_MESSAGE#${device.id}`),
    );
    expect(items).toEqual([]);
  });
});

test('Without a receiver nobody is given an address that reaches nothing', async () => {
  const other = await startGuard({ settings: { mailIn: null } });
  const callAs = await signInCallers(other);
  const [site] = (await callAs('operator', 'GET /api/v1/sites')).body.data;
  const device = (
    await callAs('admin', `POST /api/v1/sites/${site.id}/devices`, { json: { name: 'C', type: 'camera' } })
  ).body;
  const made = await callAs('admin', `POST /api/v1/devices/${device.id}/mail-address`, { json: {} });
  expect([made.status, made.body.code]).toEqual([409, 'mail_not_received']);
  await other.stop();
});
