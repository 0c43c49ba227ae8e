import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { ALERT_EVENTS } from '../../shared/alerts/alert-event.ts';
import { getItem, queryAll } from '../../shared/table/reads.ts';
import { findInconsistencies } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startTimers, type TestTimers } from '../support/timers.ts';
import { makeWhole } from '../support/whole-alert.ts';

/** Retention of resolved alerts and their histories. */

const RETENTION_MS = 400 * 86_400_000;

let guard: TestGuard;
let timers: TestTimers;
let token: string;
let siteId: string;
/** Runs once after the history of an alert was read for its expiry. */
let afterHistoryIsRead: (() => Promise<unknown>) | undefined;
/** Whether writes of an expiry fail. */
let isRefusing = false;

beforeAll(async () => {
  guard = await startGuard({
    settings: { tokenExpirationMinutes: 525_600 },
    wrapTable: (table) => {
      table.client.middlewareStack.add(
        (next, { commandName }) =>
          async (args) => {
            const text = JSON.stringify(args.input);
            const isLastWrite = commandName === 'UpdateItemCommand' && text.includes('REMOVE #timer');
            if (isRefusing && isLastWrite && text.includes('ALERT#')) throw new Error('refused');
            const answer = await next(args);
            if (text.includes('attribute_not_exists(#ttl)')) {
              const happen = afterHistoryIsRead;
              afterHistoryIsRead = undefined;
              await happen?.();
            }
            return answer;
          },
        { step: 'initialize', name: 'between' },
      );
      return table;
    },
  });
  timers = await startTimers(guard);
  token = await guard.signIn('master@acme.test');
  const { body } = await guard.call('GET /api/v1/sites', { token });
  siteId = body.data[0].id;
});
afterAll(async () => {
  expect(await findInconsistencies(guard.table)).toEqual([]);
  await timers.stop();
  await guard.stop();
});

interface AlertIds {
  readonly id: string;
  readonly tenant_id: string;
}

const call = (request: string, json?: object) => guard.call(request, { token, ...(json ? { json } : {}) });
const act = (id: string, action: string, json?: object) => call(`POST /api/v1/alerts/${id}/${action}`, json);
/** Too long a note for the log of an alert. */
const LONG_NOTE = 'x'.repeat(400);
const note = (id: string, text = 'x') => act(id, 'notes', { text });

async function raise(): Promise<AlertIds> {
  const json = { site_id: siteId, type: 'intrusion', severity: 'medium', message: 'Door open' };
  const answer = await call('POST /api/v1/alerts', json);
  if (answer.status !== 201) throw new Error(answer.text);
  return answer.body;
}

/** Advances by a day: resolved alerts can no longer be reopened, and their retention timers are due. */
async function tick(): Promise<void> {
  guard.clock.advance(26 * 3_600_000);
  await timers.tick();
}

const itemOf = ({ id, tenant_id }: AlertIds) => getItem(guard.table, ALERTS.key(tenant_id, id));

/** The expiry of an alert and of each history entry that is an item, in epoch seconds; `undefined` if there is none. */
async function removalsOf(alert: AlertIds): Promise<{ alert: unknown; entries: unknown[]; timer: unknown }> {
  const { pk } = ALERTS.key(alert.tenant_id, alert.id);
  const entries: unknown[] = [];
  for await (const item of queryAll(guard.table, pk, ALERT_EVENTS.prefix(alert.id)))
    entries.push(item['ttl']);
  const item = await itemOf(alert);
  return { alert: item?.['ttl'], entries, timer: item?.['timer'] };
}

/** How alerts keep their history: how they are made so, the notes of a test, and how many entries besides notes are items. */
const HISTORIES: readonly (readonly [name: string, History])[] = [
  [
    'an alert of the whole form',
    { text: 'x', make: (alert) => makeWhole(guard.table, alert), own: 2, ofNote: 1 },
  ],
  ['an alert whose log has room for some entries', { text: LONG_NOTE, own: 0, ofNote: 1 }],
  ['an alert whose log has room for all entries', { text: 'x', own: 0, ofNote: 0 }],
];

interface History {
  readonly text: string;
  make?(alert: AlertIds): Promise<void>;
  readonly own: number;
  readonly ofNote: number;
}

const ownEntries = ({ own, ofNote }: History, notes: number) => own + notes * ofNote;

async function resolved({ text, make }: History) {
  const alert = await raise();
  await make?.(alert);
  await note(alert.id, text);
  const { body } = await act(alert.id, 'resolve');
  const removal = Math.floor((Date.parse(body.resolved_at) + RETENTION_MS) / 1000);
  return { alert, removal };
}

describe.each(HISTORIES)('retention of %s that is resolved', (_, history) => {
  test('A resolved alert expires with its history 400 days after the resolution, and its version does not change', async () => {
    const { alert, removal } = await resolved(history);
    const before = await call(`GET /api/v1/alerts/${alert.id}`);
    await tick();
    expect(await removalsOf(alert)).toEqual({
      alert: removal,
      entries: Array(ownEntries(history, 1)).fill(removal),
      timer: undefined,
    });
    const after = await call(`GET /api/v1/alerts/${alert.id}`);
    expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
  });

  test('A note added to a resolved alert does not postpone the expiry of the alert, and expires with it', async () => {
    const { alert, removal } = await resolved(history);
    await note(alert.id, history.text);
    await tick();
    await note(alert.id, history.text);
    await tick();
    const all = Array(ownEntries(history, 3)).fill(removal);
    expect(await removalsOf(alert)).toEqual({ alert: removal, entries: all, timer: undefined });
  });
});

describe.each(HISTORIES.slice(0, 2))('the timer that sets the expiry of %s', (_, history) => {
  test('A history entry written while the expiry of an alert is set also gets an expiry', async () => {
    const { alert, removal } = await resolved(history);
    afterHistoryIsRead = () => note(alert.id, history.text);
    await tick();
    expect(await removalsOf(alert)).toMatchObject({
      alert: undefined,
      timer: expect.stringContaining('retention'),
    });
    await tick();
    expect(await removalsOf(alert)).toEqual({
      alert: removal,
      entries: Array(ownEntries(history, 2)).fill(removal),
      timer: undefined,
    });
  });

  test('Setting the expiry of a resolved alert is retried after a failed write', async () => {
    const { alert, removal } = await resolved(history);
    isRefusing = true;
    await tick();
    isRefusing = false;
    expect((await removalsOf(alert)).alert).toBeUndefined();
    await tick();
    expect(await removalsOf(alert)).toEqual({
      alert: removal,
      entries: Array(ownEntries(history, 1)).fill(removal),
      timer: undefined,
    });
  });
});

test('If the log has the whole history of an alert, a resolve sets its expiry, and a timer only with an entry beside the log', async () => {
  const alert = await raise();
  const { body } = await act(alert.id, 'resolve');
  const removal = Math.floor((Date.parse(body.resolved_at) + RETENTION_MS) / 1000);
  expect(await removalsOf(alert)).toEqual({ alert: removal, entries: [], timer: undefined });
  await note(alert.id, LONG_NOTE);
  expect(await removalsOf(alert)).toEqual({
    alert: removal,
    entries: [undefined],
    timer: expect.stringMatching(/^retention#/),
  });
  await tick();
  expect(await removalsOf(alert)).toEqual({ alert: removal, entries: [removal], timer: undefined });
});

test.each(HISTORIES)('While it is open, %s has no expiry, nor has its history', async (_, history) => {
  const alert = await raise();
  await history.make?.(alert);
  await act(alert.id, 'acknowledge');
  await note(alert.id, history.text);
  guard.clock.advance(2 * RETENTION_MS);
  token = await guard.signIn('master@acme.test');
  await tick();
  const entries = Array(ownEntries(history, 1)).fill(undefined);
  expect(await removalsOf(alert)).toEqual({ alert: undefined, entries, timer: undefined });
});

test.each([
  ['a log with its whole history has no timer', 'x', undefined],
  ['an entry beside its log has only its retention timer', LONG_NOTE, expect.stringMatching(/^retention#/)],
])('A resolved alert with %s, even if it was due to escalate', async (_, text, timer) => {
  const { body: site } = await call('GET /api/v1/sites');
  const [{ id: place }] = site.data;
  await call(`PATCH /api/v1/sites/${place}`, { escalation: { medium: [60] } });
  const alert = await raise();
  expect(await itemOf(alert)).toMatchObject({ timer: expect.stringMatching(/^escalation#/) });
  await note(alert.id, text);
  expect(await itemOf(alert)).toMatchObject({ timer: expect.stringMatching(/^escalation#/) });
  await act(alert.id, 'resolve');
  const item = await itemOf(alert);
  expect(item?.['timer']).toEqual(timer);
  expect(item).not.toHaveProperty('escalation_steps');
  await note(alert.id, text);
  await tick();
  const { alert: removal, entries, ...rest } = await removalsOf(alert);
  expect(removal).toEqual(expect.any(Number));
  expect([entries, rest]).toEqual([Array(entries.length).fill(removal), { timer: undefined }]);
  await call(`PATCH /api/v1/sites/${place}`, { escalation: null });
});
