import { DeleteCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { queryAll } from '../../shared/table/reads.ts';
import { runAdminHere } from '../support/admin-command.ts';
import { type CallAs, type Caller, MISSING_ID, signInCallers } from '../support/callers.ts';
import { readAll } from '../support/find-inconsistencies.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { startWebhooks, type TestWebhooks } from '../support/webhooks.ts';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const PATH = '/api/v1/statistics/response-times';

let guard: TestGuard;
let stream: TestWebhooks;
let as: CallAs;
let site: { id: string; tenant_id: string; name: string };
beforeAll(async () => {
  guard = await startGuard({ now: new Date('2026-11-20T08:00:30.000Z') });
  stream = await startWebhooks(guard);
  as = await signInCallers(guard);
});
afterAll(async () => {
  await stream.stop();
  await guard.stop();
});
let day = 0;
beforeEach(async () => {
  // Each test has its own month and site.
  day += 1;
  guard.clock.now = new Date(Date.UTC(2026, 11 + day, 3, 8, 0, 30));
  as = await signInCallers(guard);
  ({ body: site } = await as('master', 'POST /api/v1/sites', { json: { name: `Watched ${day}` } }));
});

const today = () => guard.clock.now.toISOString().slice(0, 10);
const daysFrom = (start: string, days: number) =>
  new Date(Date.parse(start) + days * DAY).toISOString().slice(0, 10);

async function raise(fields: object = {}, caller: Caller = 'master') {
  const json = { site_id: site.id, type: 'intrusion', severity: 'high', message: 'Movement', ...fields };
  const { body, status, text } = await as(caller, 'POST /api/v1/alerts', { json });
  if (status !== 201) throw new Error(text);
  return body as { id: string };
}
async function act(alert: { id: string }, action: string, json: object = {}, caller: Caller = 'master') {
  const answer = await as(caller, `POST /api/v1/alerts/${alert.id}/${action}`, { json });
  if (answer.status !== 200) throw new Error(answer.text);
}
/** The stream delivers what has happened, and two minutes pass. */
async function settle() {
  await stream.queue();
  guard.clock.advance(2 * MINUTE);
  await stream.tick();
}
async function report(parameters: Record<string, string> = {}, caller: Caller = 'master') {
  const since = today();
  const query = new URLSearchParams({ site_id: site.id, since, until: daysFrom(since, 1), ...parameters });
  const answer = await as(caller, `GET ${PATH}?${query}`);
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body.groups;
}

test('A response-time report counts the alerts of a day exactly, by response time and by outcome', async () => {
  const start = guard.clock.now;
  const seconds = [20, 30, 31, 75, 90, 170, 600];
  const alerts = [];
  for (const [place] of seconds.entries()) {
    alerts.push(await raise(place < 2 ? { severity: 'critical', type: 'panic' } : {}));
    guard.clock.advance(1);
  }
  for (const [place, alert] of alerts.entries()) {
    guard.clock.now = new Date(start.getTime() + place + (seconds[place] ?? 0) * SECOND);
    await act(alert, 'acknowledge');
  }
  const unanswered = await raise();
  const tested = await raise();
  await act(tested, 'resolve', { resolution: 'test' });
  await act(alerts[0] ?? unanswered, 'resolve', { resolution: 'false_alarm' });
  await act(alerts[1] ?? unanswered, 'resolve', { resolution: 'real' });
  await settle();
  const [all] = await report();
  expect(all).toMatchObject({
    key: null,
    alerts: 8,
    acknowledged: 7,
    unanswered: 1,
    within: { 30: 2, 60: 3, 90: 5, 180: 6 },
    resolved: 2,
    false_alarms: 1,
    escalated: 0,
    on_test: 1,
    machine_resolved: 0,
    longest: alerts
      .slice(2)
      .map(({ id }) => id)
      .reverse(),
  });
  expect(Math.abs(all.p50_seconds / 75 - 1)).toBeLessThanOrEqual(0.05);
  expect(Math.abs(all.p99_seconds / 600 - 1)).toBeLessThanOrEqual(0.05);
  const bySeverity = await report({ group_by: 'severity' });
  expect(bySeverity.map((it: { key: string; alerts: number }) => [it.key, it.alerts])).toEqual([
    ['high', 6],
    ['critical', 2],
  ]);
  const byType = await report({ group_by: 'type' });
  expect(byType.map((it: { key: string; alerts: number }) => [it.key, it.alerts])).toEqual([
    ['intrusion', 6],
    ['panic', 2],
  ]);
  const [bySite] = await report({ group_by: 'site' });
  expect(bySite).toMatchObject({ key: site.id, name: site.name, alerts: 8, on_test: 1 });
  expect(
    (await report({ group_by: 'device' })).map(({ key, alerts }: { key: string; alerts: number }) => [
      key,
      alerts,
    ]),
  ).toEqual([[null, 8]]);
  const byUser = await report({ group_by: 'user' });
  expect(byUser.map((it: { name: string; alerts: number }) => [it.name, it.alerts])).toEqual([
    ['Acme Master', 7],
    [null, 1],
  ]);
  const [byDay] = await report({ group_by: 'day' });
  expect(byDay).toMatchObject({ key: today(), alerts: 8 });
});

test('A report by device has the one with the most false alarms first, with its name', async () => {
  guard.clock.advance(HOUR);
  const newDevice = async (name: string) =>
    (await as('master', `POST /api/v1/sites/${site.id}/devices`, { json: { name, type: 'sensor' } })).body;
  const [noisy, right] = [await newDevice('Noisy'), await newDevice('Right')];
  const since = today();
  const before: { key: string }[] = await report({ since, group_by: 'device' });
  for (let count = 0; count < 3; count += 1) await act(await raise({ device_id: right.id }), 'acknowledge');
  await act(await raise({ device_id: noisy.id }), 'resolve', { resolution: 'false_alarm' });
  const groups: { key: string }[] = await report({ since, group_by: 'device' });
  const known = new Set(before.map(({ key }) => key));
  expect(groups.filter(({ key }) => !known.has(key))).toMatchObject([
    { key: noisy.id, name: 'Noisy', alerts: 1, false_alarms: 1 },
    { key: right.id, name: 'Right', alerts: 3, acknowledged: 3, false_alarms: 0 },
  ]);
});

test('A report counts no drill, and the hour of a drill alone is empty', async () => {
  const json = { site_id: site.id, type: 'intrusion', severity: 'high' };
  const { body: drill } = await as('master', 'POST /api/v1/response/drills', { json });
  await act(drill, 'acknowledge');
  await act(drill, 'resolve');
  await settle();
  const none = { alerts: 0, acknowledged: 0, unanswered: 0, resolved: 0, on_test: 0, machine_resolved: 0 };
  const empty = await report();
  expect(empty).toEqual(empty.map((it: object) => expect.objectContaining({ ...it, ...none })));
  guard.clock.advance(HOUR);
  const alert = await raise();
  await act(alert, 'resolve');
  await as('master', 'POST /api/v1/response/drills', { json });
  await settle();
  expect(await report()).toMatchObject([{ alerts: 1, on_test: 0, longest: [alert.id] }]);
});

test('The response time of an alert ends with a person’s first action, even if the alert is reopened later', async () => {
  const alert = await raise();
  guard.clock.advance(40 * SECOND);
  await act(alert, 'resolve', { resolution: 'false_alarm' });
  await settle();
  guard.clock.advance(HOUR);
  await act(alert, 'reopen', { note: 'It was real' });
  await settle();
  const [group] = await report();
  expect(group).toMatchObject({ alerts: 1, acknowledged: 1, resolved: 0, false_alarms: 0 });
  expect(group).toMatchObject({ within: { 30: 0, 60: 1, 90: 1, 180: 1 }, longest: [alert.id] });
});

test('An alert is counted once in reports, although the stream delivers its changes again and timers run again', async () => {
  const alert = await raise();
  await settle();
  guard.clock.advance(MINUTE);
  await act(alert, 'acknowledge');
  await settle();
  const before = await report();
  for (let times = 0; times < 3; times++) {
    await stream.queueAgain();
    guard.clock.advance(2 * MINUTE);
    await stream.tick();
    await stream.tick();
  }
  expect(await report()).toEqual(before);
  expect(before).toMatchObject([{ alerts: 1, acknowledged: 1 }]);
});

test('An alert that only a machine resolved is counted separately until a person reopens it', async () => {
  const { body: key } = await as('master', 'POST /api/v1/keys', { json: { name: 'Panel' } });
  const send = (action: string) =>
    guard.call('POST /api/v1/reports', {
      token: key.key,
      json: {
        events: [
          { action, site_id: site.id, dedup_key: 'door', type: 'tamper', severity: 'low', message: 'Open' },
        ].map(({ type, severity, message, ...rest }) =>
          action === 'raise' ? { ...rest, type, severity, message } : rest,
        ),
      },
    });
  const { body } = await send('raise');
  await send('resolve');
  await settle();
  expect(await report()).toMatchObject([
    { alerts: 0, acknowledged: 0, unanswered: 0, machine_resolved: 1, p50_seconds: null },
  ]);
  guard.clock.advance(MINUTE);
  await act(body.results[0].alert, 'reopen', { note: 'Not over' });
  await settle();
  expect(await report()).toMatchObject([{ alerts: 1, acknowledged: 1, machine_resolved: 0 }]);
});

test('A report counts the alerts that escalated', async () => {
  await as('master', `PATCH /api/v1/sites/${site.id}`, { json: { escalation: { high: [1] } } });
  await raise();
  guard.clock.advance(2 * MINUTE);
  await stream.tick();
  await settle();
  expect(await report()).toMatchObject([
    { alerts: 1, acknowledged: 0, unanswered: 1, within: { 180: 0 }, escalated: 1 },
  ]);
});

test('Completing the first step of an action plan counts as a person’s response to the alert', async () => {
  const steps = [
    { key: 'call', text: 'Call', kind: 'call', required: true },
    { key: 'check', text: 'Check', kind: 'check', required: false },
  ];
  const plan = await as('master', 'POST /api/v1/action-plans', { json: { name: 'Call first', steps } });
  expect([plan.status, plan.text]).toEqual([201, plan.text]);
  const alert = await raise();
  await settle();
  const path = `POST /api/v1/alerts/${alert.id}/plan/steps/call`;
  expect((await as('master', path, { json: { outcome: 'done' } })).status).toBe(200);
  await settle();
  expect(await report()).toMatchObject([{ alerts: 1, acknowledged: 1, longest: [alert.id] }]);
  await as('master', `DELETE /api/v1/action-plans/${plan.body.id}`);
});

test('An alert counts with its highest severity', async () => {
  await raise({ severity: 'low', dedup_key: 'window' });
  await settle();
  const json = {
    site_id: site.id,
    type: 'intrusion',
    severity: 'critical',
    message: 'x',
    dedup_key: 'window',
  };
  expect((await as('master', 'POST /api/v1/alerts', { json })).body.severity).toBe('critical');
  await settle();
  expect(await report({ group_by: 'severity' })).toMatchObject([{ key: 'critical', alerts: 1 }]);
});

test('An alert is counted on the day on which it was raised, although somebody acknowledges it a day later', async () => {
  const raisedOn = today();
  const alert = await raise();
  await settle();
  guard.clock.advance(30 * HOUR);
  await stream.tick();
  expect(await states()).toMatchObject({ [`DAY#${raisedOn}`]: { rolled: true } });
  as = await signInCallers(guard);
  await act(alert, 'acknowledge');
  await stream.queue();
  await stream.tick();
  const range = { since: raisedOn, until: daysFrom(raisedOn, 1) };
  for (const group_by of ['none', 'site', 'severity', 'day']) {
    const [group] = await report({ ...range, group_by });
    expect(group).toMatchObject({ alerts: 1, acknowledged: 1, within: { 180: 0 }, longest: [alert.id] });
    expect(Math.abs(group.p90_seconds / (30 * 3_600 + 120) - 1)).toBeLessThanOrEqual(0.05);
  }
});

test('An alert stays counted in the reports of its day after it has expired', async () => {
  const raisedOn = today();
  const [expired, open] = [await raise(), await raise()];
  guard.clock.advance(MINUTE);
  await act(expired, 'acknowledge');
  await act(expired, 'resolve', { resolution: 'real' });
  await settle();
  await guard.table.client.send(
    new DeleteCommand({ TableName: guard.table.name, Key: alertKey(expired.id) }),
  );
  guard.clock.advance(2 * DAY);
  as = await signInCallers(guard);
  await act(open, 'acknowledge');
  await settle();
  const range = { since: raisedOn, until: daysFrom(raisedOn, 1) };
  expect(await report(range)).toMatchObject([{ alerts: 2, acknowledged: 1, unanswered: 1, resolved: 1 }]);
});

/** Raises one alert at each of some times after the present one, in their order. */
async function raiseAt(...minutes: readonly number[]) {
  const start = guard.clock.now.getTime();
  const alerts = [];
  for (const minute of minutes) {
    guard.clock.now = new Date(start + minute * MINUTE);
    as = await signInCallers(guard);
    alerts.push(await raise());
  }
  await settle();
  return alerts;
}

const alertsOf = (groups: { key: string | null; alerts: number }[]) =>
  groups.map((it) => [it.key, it.alerts]);

test('A report counts alerts on the days of its time zone, which may begin within an hour of UTC', async () => {
  const [day, before] = [today(), daysFrom(today(), -1)];
  // From 08:00 UTC, by the minute.
  const [at1829, at1830, at0259, at0300] = [10 * 60 + 29, 10 * 60 + 31, 18 * 60 + 58, 19 * 60 + 1];
  await raiseAt(at1829, at1830, at0259, at0300);
  const days = (time_zone: string) =>
    report({ since: before, until: daysFrom(day, 3), group_by: 'day', time_zone }).then(alertsOf);
  const next = daysFrom(day, 1);
  expect(await days('UTC')).toEqual([
    [day, 2],
    [next, 2],
  ]);
  expect(await days('America/Sao_Paulo')).toEqual([
    [day, 3],
    [next, 1],
  ]);
  expect(await days('Asia/Kolkata')).toEqual([
    [day, 1],
    [next, 3],
  ]);
  const on = async (since: string, time_zone: string, group_by = 'none') =>
    (await report({ since, until: daysFrom(since, 1), time_zone, group_by }))[0]?.alerts;
  expect([await on(day, 'Asia/Kolkata'), await on(next, 'Asia/Kolkata')]).toEqual([1, 3]);
  expect([await on(day, 'America/Sao_Paulo', 'site'), await on(next, 'America/Sao_Paulo', 'type')]).toEqual([
    3, 1,
  ]);
});

test('A report names its time zone, UTC unless it is asked for another, and refuses an abbreviation', async () => {
  const ask = (query: string) => as('master', `GET ${PATH}?since=2026-11-01&until=2026-11-02${query}`);
  expect((await ask('')).body.time_zone).toBe('UTC');
  expect((await ask('&time_zone=asia/calcutta')).body.time_zone).toBe('Asia/Calcutta');
  const { status, body } = await ask('&time_zone=IST');
  expect([status, Object.keys(body.errors)]).toEqual([422, ['time_zone']]);
});

test('A report is refused if one of its days begins within an hour that has deleted alerts', async () => {
  const day = today();
  const [expired] = await raiseAt(10 * 60 + 45, 10 * 60 + 50);
  await guard.table.client.send(
    new DeleteCommand({ TableName: guard.table.name, Key: alertKey(String(expired?.id)) }),
  );
  const ask = (time_zone: string) =>
    as(
      'master',
      `GET ${PATH}?since=${day}&until=${daysFrom(day, 1)}&site_id=${site.id}&time_zone=${time_zone}`,
    );
  const { status, body } = await ask('Asia/Kolkata');
  expect([status, body.errors]).toEqual([
    422,
    {
      time_zone: [
        'The time_zone field must be one in which the days begin with an hour in UTC, because alerts of these days are deleted.',
      ],
    },
  ]);
  expect((await ask('America/Sao_Paulo')).body.groups).toMatchObject([{ alerts: 2 }]);
});

test('Response-time reports have the same numbers before and after a month is rolled up, for every range', async () => {
  const first = today();
  for (let days = 0; days < 3; days++) {
    as = await signInCallers(guard);
    for (let count = 0; count <= days; count++) {
      const alert = await raise();
      guard.clock.advance(30 * SECOND);
      await act(alert, 'acknowledge');
    }
    await settle();
    guard.clock.advance(DAY - 5 * MINUTE);
    await stream.tick();
  }
  as = await signInCallers(guard);
  const monthOf = (shift: number) => {
    const time = new Date(first);
    return new Date(Date.UTC(time.getUTCFullYear(), time.getUTCMonth() + shift)).toISOString().slice(0, 10);
  };
  const check = async () => {
    const whole = { since: monthOf(0), until: monthOf(1) };
    const sumOf = (groups: { alerts: number }[]) => groups.map(({ alerts }) => alerts);
    expect(sumOf(await report(whole))).toEqual([6]);
    expect(sumOf(await report({ ...whole, group_by: 'day' }))).toEqual([1, 2, 3]);
    const ofSite = await report({ ...whole, group_by: 'site' });
    expect(sumOf(ofSite)).toEqual([6]);
    expect(sumOf(await report({ since: first, until: daysFrom(first, 2) }))).toEqual([3]);
    const { body } = await as('master', `GET ${PATH}?${new URLSearchParams({ ...whole, group_by: 'site' })}`);
    expect(body.groups.find(({ key }: { key: string }) => key === site.id)).toEqual(ofSite[0]);
    const all = await as('master', `GET ${PATH}?${new URLSearchParams(whole)}`);
    expect(all.body.groups[0].alerts).toBeGreaterThanOrEqual(6);
    return { ofSite, all: all.body.groups };
  };
  const before = await check();
  guard.clock.now = new Date(Date.parse(monthOf(1)) + 30 * HOUR);
  await stream.tick();
  await stream.tick();
  as = await signInCallers(guard);
  expect(await states()).toMatchObject({ [`MONTH#${first.slice(0, 7)}`]: { rolled: true } });
  expect(await check()).toEqual(before);
});

test('An acknowledgement 40 days later still changes the report of the month in which the alert was raised', async () => {
  const raisedOn = today();
  const alert = await raise();
  await settle();
  guard.clock.advance(40 * DAY);
  await stream.tick();
  await stream.tick();
  await stream.tick();
  expect(await states()).toMatchObject({ [`MONTH#${raisedOn.slice(0, 7)}`]: { rolled: true } });
  as = await signInCallers(guard);
  await act(alert, 'acknowledge');
  await stream.queue();
  await stream.tick();
  const whole = {
    since: `${raisedOn.slice(0, 7)}-01`,
    until: daysFrom(raisedOn, 31).slice(0, 7).concat('-01'),
  };
  const { body } = await as('master', `GET ${PATH}?${new URLSearchParams({ ...whole, group_by: 'site' })}`);
  expect(body.groups.find(({ key }: { key: string }) => key === site.id)).toMatchObject({
    alerts: 1,
    acknowledged: 1,
    longest: [alert.id],
  });
  expect(await timers()).toEqual([]);
});

const query = (parameters: Record<string, string>) => `GET ${PATH}?${new URLSearchParams(parameters)}`;
const range = { since: '2026-11-01', until: '2026-12-01' };

test.each([
  ['master', {}, 200],
  ['admin', {}, 200],
  ['operator', {}, 403],
  ['viewer', {}, 403],
  ['platform', {}, 422],
  ['master', { group_by: 'user' }, 200],
  ['admin', { group_by: 'user' }, 403],
  ['master', { tenant_id: MISSING_ID }, 404],
  ['master', { group_by: 'hour' }, 422],
  ['master', { since: '2026-02-30' }, 422],
  ['master', { since: '2026-12-01' }, 422],
  ['master', { since: 'yesterday' }, 422],
  ['master', { zone_id: MISSING_ID }, 422],
] as const)(
  'A request for a report by %s with %j is answered with %i',
  async (caller, parameters, status) => {
    expect((await as(caller, query({ ...range, ...parameters }))).status).toBe(status);
  },
);

test('A report of a platform admin is about the tenant that it names', async () => {
  await raise();
  await settle();
  const since = today();
  const parameters = { since, until: daysFrom(since, 1), tenant_id: site.tenant_id, site_id: site.id };
  const { body } = await as('platform', query({ ...parameters, group_by: 'user' }));
  expect(body.groups).toMatchObject([{ key: null, alerts: 1 }]);
  const other = await as('globex', query({ since, until: daysFrom(since, 1), site_id: site.id }));
  expect(other.body.groups).toMatchObject([{ alerts: 0 }]);
});

test('A report that would read more than 10,000 items is rejected', async () => {
  const long = { since: '2000-01-01', until: '2056-12-01', group_by: 'day' };
  expect(await as('master', query(long))).toMatchObject({ status: 422, body: { code: 'range_too_large' } });
  expect((await as('master', query({ ...long, group_by: 'none' }))).status).toBe(200);
});

test('An API key with read access gets the reports of its tenant or site, but not of another site', async () => {
  await raise();
  await settle();
  const keyOf = async (fields: object) =>
    (await as('master', 'POST /api/v1/keys', { json: { name: 'Screen', ...fields } })).body.key;
  const { body: other } = await as('master', 'POST /api/v1/sites', { json: { name: 'Elsewhere' } });
  const since = today();
  const days = { since, until: daysFrom(since, 1) };
  const ask = (token: string, parameters: object) => guard.call(query({ ...days, ...parameters }), { token });
  const ofTenant = await keyOf({ access: 'read' });
  const ofSite = await keyOf({ access: 'read', site_id: site.id });
  const elsewhere = await keyOf({ access: 'read', site_id: other.id });
  expect((await ask(ofTenant, { site_id: site.id })).body.groups).toMatchObject([{ alerts: 1 }]);
  expect((await ask(ofSite, { group_by: 'site' })).body.groups).toMatchObject([{ key: site.id, alerts: 1 }]);
  expect((await ask(elsewhere, { group_by: 'site' })).body.groups).toEqual([]);
  expect((await ask(elsewhere, { site_id: site.id })).status).toBe(404);
  expect((await ask(ofTenant, { group_by: 'user' })).status).toBe(403);
  expect((await ask(await keyOf({}), {})).status).toBe(403);
});

test('A report is CSV if the Accept header prefers CSV, and a site name that looks like a formula is escaped', async () => {
  const { body: evil } = await as('master', 'POST /api/v1/sites', { json: { name: '=SUM(A1:A9)' } });
  await raise({ site_id: evil.id });
  await settle();
  const since = today();
  const request = query({ since, until: daysFrom(since, 1), site_id: evil.id, group_by: 'site' });
  const answer = await as('master', request, { headers: { Accept: 'text/csv' } });
  expect(answer.headers.get('content-type')).toMatch(/^text\/csv/);
  const [titles, row] = answer.text.split('\r\n');
  expect(titles).toMatch(/^key,name,alerts,acknowledged,unanswered,within_30_seconds,/);
  expect(row).toMatch(`${evil.id},'=SUM(A1:A9),1,0,1,0,0,0,0,,,,0,0,0,0,0,`);
  const json = await as('master', request, { headers: { Accept: 'application/json, text/csv' } });
  expect(json.body.groups).toHaveLength(1);
});

test('The command `rebuild-statistics` adds alerts whose changes the stream lost to the reports, and says how many hours it counted', async () => {
  const raisedOn = today();
  const alert = await raise();
  await act(alert, 'acknowledge');
  guard.clock.advance(2 * HOUR);
  await raise();
  await stream.lose();
  guard.clock.advance(2 * DAY);
  as = await signInCallers(guard);
  const range = { since: raisedOn, until: daysFrom(raisedOn, 1) };
  expect(await report(range)).toMatchObject([{ alerts: 0, acknowledged: 0, p50_seconds: null }]);
  const rebuild = (...options: string[]) =>
    runAdminHere([
      ...['rebuild-statistics', '--tenant', site.tenant_id, ...options],
      ...['--table', guard.table.name, '--endpoint', guard.table.endpoint],
    ]);
  const since = ['--since', `${raisedOn}T00:00:00Z`];
  const until = ['--until', guard.clock.now.toISOString()];
  expect(await rebuild(...since, ...until)).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/Counted 2 hours again/),
  });
  await stream.tick();
  await stream.tick();
  expect(await report(range)).toMatchObject([{ alerts: 2, acknowledged: 1 }]);
  expect(await rebuild(...until, '--since', guard.clock.now.toISOString())).toMatchObject({ exitCode: 2 });
});

const alertKey = (id: string) => ({ pk: `TENANT#${site.tenant_id}`, sk: `ALERT#${id}` });

/** The items of the periods of the tenant, by their sort key. */
async function states() {
  const found: Record<string, unknown> = {};
  for await (const item of queryAll(guard.table, `STATISTICS#${site.tenant_id}`))
    found[String(item['sk'])] = item;
  return found;
}

/** The due timers of statistics. */
async function timers() {
  const now = guard.clock.now.toISOString();
  const items = await readAll(guard.table);
  return items.filter(({ timer, due }) => timer?.startsWith('statistics#') && due < now).map(({ sk }) => sk);
}

test('Late closings are counted per site and month, on the clocks of the time zone, also as CSV', async () => {
  const late = { type: 'late-to-close', severity: 'high', message: 'Not closed by 18:00' };
  const other = (await as('master', 'POST /api/v1/sites', { json: { name: 'Shop' } })).body;
  const since = `${today().slice(0, 7)}-01`;
  const first = since.slice(0, 7);
  await raise(late);
  await raise({ ...late, message: 'Again' });
  await raise();
  await raise({ ...late, site_id: other.id });
  // Half an hour before midnight in UTC at the end of the month, when Berlin has the next one.
  const end = new Date(Date.parse(since));
  end.setUTCMonth(end.getUTCMonth() + 1);
  guard.clock.now = new Date(end.getTime() - 30 * MINUTE);
  as = await signInCallers(guard);
  await raise({ ...late, message: 'At night' });
  await settle();
  const until = daysFrom(end.toISOString().slice(0, 10), 20);
  const second = end.toISOString().slice(0, 7);
  const path = (zone: string) =>
    `/api/v1/statistics/late-closings?since=${since}&until=${until}&time_zone=${zone}`;
  const ofShop = { site_id: other.id, site_name: 'Shop' };
  const ofSite = { site_id: site.id, site_name: site.name };
  const { body } = await as('admin', `GET ${path('Europe/Berlin')}`);
  expect(body.rows).toEqual([
    { month: first, ...ofSite, late_closings: 2 },
    { month: first, ...ofShop, late_closings: 1 },
    { month: second, ...ofSite, late_closings: 1 },
  ]);
  const ofOne = await as('admin', `GET ${path('UTC')}&site_id=${site.id}`);
  expect(ofOne.body.rows).toEqual([{ month: first, ...ofSite, late_closings: 3 }]);
  const csv = await as('admin', `GET ${path('UTC')}&site_id=${site.id}`, { headers: { Accept: 'text/csv' } });
  expect(csv.text).toBe(`month,site_id,site_name,late_closings\r\n${first},${site.id},${site.name},3\r\n`);
  expect((await as('operator', `GET ${path('UTC')}`)).status).toBe(403);
  expect(
    (await as('admin', `GET /api/v1/statistics/late-closings?since=${until}&until=${since}`)).status,
  ).toBe(422);
});
