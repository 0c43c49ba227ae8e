import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ALERTS, type Alert, PICTURE_STATE } from '../../shared/alerts/alert.ts';
import { findAlert } from '../../shared/alerts/find-alert.ts';
import { newId } from '../../shared/base/ids.ts';
import { formatTimestamp, toEpochSeconds } from '../../shared/base/time.ts';
import { type GivenPicture, type KeepContext, keepPicture } from '../../shared/pictures/keep-picture.ts';
import { folderStore, type PictureStore } from '../../shared/pictures/picture-store.ts';
import { readPictures } from '../../shared/pictures/read-pictures.ts';
import { meterTable } from '../../shared/table/meter-table.ts';
import { historyOf } from '../support/history-of.ts';
import { makeAlert } from '../support/make-alert.ts';
import { makePng, phoneJpeg } from '../support/pictures.ts';
import { startTable, type TestTable } from '../support/table.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { makeWhole } from '../support/whole-alert.ts';

let table: TestTable;

beforeAll(async () => {
  table = await startTable();
});
afterAll(() => table.stop());

const NOW = new Date('2026-01-01T00:01:00.000Z');
const DAY_SECONDS = 86_400;

async function putAlert(fields: Partial<Alert> = {}, beside: object = {}): Promise<Alert> {
  const alert = makeAlert({ id: newId(NOW, randomBytes), ...fields });
  await table.client.send(
    new PutCommand({ TableName: table.name, Item: { ...ALERTS.item(alert), revision: 1, ...beside } }),
  );
  return alert;
}

async function open(
  overrides: Partial<KeepContext> = {},
): Promise<KeepContext & { readonly store: PictureStore; readonly folder: string }> {
  const folder = await temporaryFolder();
  const actor = { kind: 'key', id: '019a0000-0000-7000-8000-0000000000aa', name: 'Gate camera' } as const;
  return {
    table,
    store: folderStore(folder),
    folder,
    actor,
    now: NOW,
    randomBytes,
    retentionDays: 30,
    ...overrides,
  } as never;
}

const upload = (bytes: Uint8Array, fields: Partial<GivenPicture> = {}): GivenPicture => ({
  bytes,
  source: 'upload',
  ...fields,
});

/** A time this many minutes after the start. */
const minute = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);

const objectsOf = (folder: string, { tenant_id, id }: Alert) =>
  readdir(`${folder}/pictures/${tenant_id}/${id}`).catch(() => []);

test('A kept picture is in the store without metadata, in the alert, and in its history', async () => {
  const context = await open();
  const alert = await putAlert();
  const given = upload(phoneJpeg({ orientation: 6 }), {
    caption: '  Gate\n camera\u0007 ',
    name: 'C:\\cam\\../../snap\u202eshot.jpg',
    taken_at: '2026-01-01T00:00:50.000+00:00',
  });
  const kept = await keepPicture(context, alert, given);
  if (kept.outcome !== 'kept') throw new Error(kept.reason);
  expect(kept.picture).toMatchObject({
    alert_id: alert.id,
    content_type: 'image/jpeg',
    width: 8,
    height: 16,
    caption: 'Gate camera',
    name: 'snap shot.jpg',
    taken_at: '2026-01-01T00:00:50.000+00:00',
    source: 'upload',
    created_at: '2026-01-01T00:01:00.000+00:00',
  });
  const bytes = await context.store.read(
    `pictures/${alert.tenant_id}/${alert.id}/${kept.picture.id}`,
    10_000,
  );
  expect(bytes).toHaveLength(kept.picture.bytes);
  expect(Buffer.from(bytes ?? []).toString('latin1')).not.toContain('Acmecam');
  expect(await readPictures(table, alert)).toMatchObject([
    { entity: kept.picture, expiresAt: toEpochSeconds(NOW) + 30 * DAY_SECONDS },
  ]);
  const stored = await findAlert(table, alert.tenant_id, alert.id);
  expect(stored?.entity).toMatchObject({ picture_count: 1, version: alert.version + 1 });
  const [entry] = (await historyOf(table, alert)).slice(-1);
  expect(entry).toMatchObject({ action: 'pictured', note: 'Gate camera', picture_id: kept.picture.id });
});

test('A picture that the alert has already is kept once, whoever sends it again', async () => {
  const context = await open();
  const alert = await putAlert();
  const first = await keepPicture(context, alert, upload(phoneJpeg()));
  // The same pixels with other metadata are the same picture.
  const again = await keepPicture(
    { ...context, now: minute(1) },
    alert,
    upload(phoneJpeg({ isLittle: true })),
  );
  expect(again).toEqual(first);
  expect(await readPictures(table, alert)).toHaveLength(1);
  expect(await objectsOf(context.folder, alert)).toHaveLength(1);
  expect(await historyOf(table, alert)).toHaveLength(1);
});

test('Of pictures that arrive at once, none is lost', async () => {
  const context = await open();
  const alert = await putAlert();
  const shades = Array.from({ length: 8 }, (_, shade) => makePng({ shade }));
  await Promise.all(shades.map((bytes) => keepPicture(context, alert, upload(bytes))));
  expect(await readPictures(table, alert)).toHaveLength(8);
  expect((await findAlert(table, alert.tenant_id, alert.id))?.entity.picture_count).toBe(8);
});

test('Of more than 20 pictures, the first 4 and the newest 16 stay, and the number of the others is known', async () => {
  const context = await open();
  const alert = await putAlert();
  for (let shade = 0; shade < 23; shade += 1) {
    const caption = String(shade);
    await keepPicture({ ...context, now: minute(shade) }, alert, upload(makePng({ shade }), { caption }));
  }
  const captions = (await readPictures(table, alert)).map(({ entity }) => Number(entity.caption));
  expect(captions).toEqual([0, 1, 2, 3, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22]);
  const stored = await findAlert(table, alert.tenant_id, alert.id);
  expect(stored?.entity.picture_count).toBe(20);
  expect(stored?.pictureState?.dropped).toBe(3);
});

test('Pictures that were left out and come again push out no others, and are counted once', async () => {
  const context = await open();
  const alert = await putAlert();
  const send = async (from: number) => {
    for (let shade = 0; shade < 30; shade += 1) {
      await keepPicture({ ...context, now: minute(from + shade) }, alert, upload(makePng({ shade })));
    }
  };
  await send(0);
  const once = await findAlert(table, alert.tenant_id, alert.id);
  // As another mail, and as the same one once more.
  for (const from of [60, 0]) await send(from);
  const thrice = await findAlert(table, alert.tenant_id, alert.id);
  expect(thrice).toEqual(once);
  expect(thrice?.pictureState?.dropped).toBe(10);
  expect(await objectsOf(context.folder, alert)).toHaveLength(20);
});

test('Pictures that arrive in the same second keep the order in which they were announced', async () => {
  const context = await open();
  const alert = await putAlert();
  const announced = Array.from({ length: 8 }, (_, it) =>
    newId(new Date(NOW.getTime() - 8 + it), randomBytes),
  );
  for (const [shade, id] of [...announced.entries()].toReversed()) {
    await keepPicture(context, alert, upload(makePng({ shade }), { id, arrivedAt: NOW }));
  }
  expect((await readPictures(table, alert)).map(({ entity }) => entity.id)).toEqual(announced);
});

test('Of held pictures none makes room for later ones, and of the later ones the newest 16 stay', async () => {
  const context = await open();
  const held = { held: { at: formatTimestamp(minute(20)), by: context.actor } };
  const alert = await putAlert({}, { [PICTURE_STATE]: held });
  for (let shade = 0; shade < 38; shade += 1) {
    const [caption, now] = [String(shade), minute(shade < 20 ? shade : shade + 1)];
    await keepPicture({ ...context, now }, alert, upload(makePng({ shade }), { caption }));
  }
  const captions = (await readPictures(table, alert)).map(({ entity }) => Number(entity.caption));
  expect(captions).toEqual(Array.from({ length: 38 }, (_, it) => it).filter((it) => it < 20 || it > 21));
  expect((await findAlert(table, alert.tenant_id, alert.id))?.pictureState?.dropped).toBe(2);
});

test('An interrupted call that is repeated leaves no object behind', async () => {
  const context = await open();
  const alert = await putAlert();
  const given = upload(makePng(), { arrivedAt: NOW });
  const failing = { ...context, alongside: [{ write: {}, refused: 'stale' as const }] };
  await expect(keepPicture(failing, alert, given)).rejects.toThrow();
  expect(await objectsOf(context.folder, alert)).toHaveLength(1);
  await keepPicture({ ...context, now: minute(3) }, alert, given);
  expect(await objectsOf(context.folder, alert)).toHaveLength(1);
});

test('A picture that is refused is said in the alert, once', async () => {
  const context = await open();
  const alert = await putAlert();
  const given = upload(Buffer.from('<svg onload="alert(1)"/>'), { name: 'snapshot.jpg' });
  for (let times = 0; times < 2; times += 1) {
    expect(await keepPicture(context, alert, given)).toEqual({ outcome: 'refused', reason: 'not_a_picture' });
  }
  const history = await historyOf(table, alert);
  const note = 'A picture (snapshot.jpg) could not be kept: it is no JPEG, PNG or WebP.';
  expect(history).toMatchObject([{ action: 'noted', note }]);
  // What a device sends is no work of a person, so the reminder comes all the same.
  expect((await findAlert(table, alert.tenant_id, alert.id))?.reminding?.workedAt).toBeUndefined();
  expect(await objectsOf(context.folder, alert)).toEqual([]);
});

test('A picture of an alert that does not exist is refused', async () => {
  const context = await open();
  const alert = makeAlert({ id: newId(NOW, randomBytes) });
  expect(await keepPicture(context, alert, upload(makePng()))).toEqual({
    outcome: 'refused',
    reason: 'alert_gone',
  });
});

test('A picture never outlives its alert, and one of an alert whose pictures are held stays as long', async () => {
  const context = await open();
  const removal = toEpochSeconds(NOW) + 5 * DAY_SECONDS;
  const held = { held: { at: '2026-01-01T00:00:30.000+00:00', by: context.actor } };
  const cases = [
    { beside: { ttl: removal }, expiresAt: removal },
    { beside: { ttl: removal, [PICTURE_STATE]: held }, expiresAt: removal },
    { beside: { [PICTURE_STATE]: held }, expiresAt: undefined },
  ];
  for (const { beside, expiresAt } of cases) {
    const alert = await putAlert({}, beside);
    await keepPicture(context, alert, upload(makePng()));
    expect((await readPictures(table, alert)).map((it) => it.expiresAt)).toEqual([expiresAt]);
  }
});

test.each([
  ['the whole form', 15, 21],
  ['the divided form', 5, 7],
])(
  'Keeping a picture of an ordinary alert of %s takes more than %i and at most %i write units (docs/cost.md)',
  async (form, least, most) => {
    const { table: metered, consumed } = meterTable({ table, stopwatch: () => 0 });
    const context = await open({ table: metered });
    const alert = await putAlert();
    if (form === 'the whole form') await makeWhole(table, alert);
    await keepPicture(context, alert, upload(makePng()));
    expect(consumed.writeUnits).toBeLessThanOrEqual(most);
    expect(consumed.writeUnits).toBeGreaterThan(least);
  },
);
