import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { newId } from '../../shared/base/ids.ts';
import { type BudgetedMessage, readUsed, spend } from '../../shared/limits/budget.ts';
import { channelsKey } from '../../shared/table/keys.ts';
import type { Table } from '../../shared/table/table.ts';
import { putItem } from '../../shared/table/writes.ts';
import { en } from '../../shared/texts/en.ts';
import { type CallAs, signInCallers } from '../support/callers.ts';
import { unsureTable } from '../support/heartbeats/unsure-table.ts';
import { startNotifications, type TestNotifications } from '../support/notifications/pipeline.ts';

/** What people notice of the budgets of SMS and mail: nobody ends them, and masters know in time. */

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const PER_DAY = 40;

let people: TestNotifications;
let as: CallAs;
let tenantId: string;
let sites: readonly string[];
beforeAll(async () => {
  people = await startNotifications({ smsPerDay: PER_DAY, mailPerDay: PER_DAY, keyEventsPerMinute: 600 });
  as = await signInCallers(people.guard);
  tenantId = (await as('master', 'GET /api/v1/auth/me')).body.tenant_id;
  sites = (await as('master', 'GET /api/v1/sites')).body.data.map(({ id }: { id: string }) => id);
  const recipients = [];
  for (const caller of ['master', 'admin'] as const) {
    const { id } = (await as(caller, 'GET /api/v1/auth/me')).body;
    recipients.push({ user_id: id });
    const channels = [
      { kind: 'sms', address: '+4915123456789' },
      { kind: 'email', address: `${caller}@reached.test` },
    ].map((it) => ({ id: newId(now(), randomBytes), ...it, verified_at: AT, created_at: AT }));
    await putItem(people.guard.table, { ...channelsKey(tenantId, id), channels });
  }
  const json = { name: 'All', events: ['alert.raised'], recipients, channels: ['sms', 'email'] };
  expect((await as('master', 'POST /api/v1/notification-rules', { json })).status).toBe(201);
});
afterAll(() => people.stop());
beforeEach(async () => {
  // Each test begins a day (UTC).
  people.guard.clock.advance(DAY - (now().getTime() % DAY) + MINUTE);
  await people.mail();
  // No alert of another test sends messages.
  await people.route();
  people.drop();
  people.attempted.length = 0;
});

const AT = '2026-11-20T12:00:00.000+00:00';

const sentBy = (kind: string) => people.attempted.filter(({ to }) => to.kind === kind).length;

async function newKey(binding: object): Promise<string> {
  const json = { name: 'Panel', ...binding };
  const { status, body, text } = await as('master', 'POST /api/v1/keys', { json });
  expect(status, text).toBe(201);
  return body.key;
}

/** A device at a site, with a key of its own. */
async function newDevice(siteId: string | undefined): Promise<string> {
  const json = { name: 'Gate', type: 'door-contact' };
  const { body } = await as('master', `POST /api/v1/sites/${siteId}/devices`, { json });
  return newKey({ device_id: body.id });
}

/** Reports events two minutes apart, so that no storm holds their messages. Returns the last alert. */
async function report(token: string, count: number, fields: object = {}): Promise<string> {
  let id = '';
  for (let number = 0; number < count; number += 1) {
    people.guard.clock.advance(2 * MINUTE);
    const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'Door', ...fields };
    const json = { events: [event] };
    const { body } = await people.guard.call('POST /api/v1/reports', { token, json });
    expect(body.results[0].status).toBe(201);
    id = body.results[0].alert.id;
    await people.notify();
  }
  return id;
}

describe('the budget of a tenant', () => {
  test('One device’s API key can use up neither the SMS and mails of its tenant nor those reserved for critical alerts', async () => {
    const [gate, other] = [await newDevice(sites[0]), await newDevice(sites[1])];
    const last = await report(gate, 9);
    expect([sentBy('sms'), sentBy('email')]).toEqual([PER_DAY / 4, PER_DAY / 4]);
    await report(other, 1);
    expect([sentBy('sms'), sentBy('email')]).toEqual([PER_DAY / 4 + 2, PER_DAY / 4 + 2]);
    const log = (await as('master', `GET /api/v1/alerts/${last}/notifications`)).body.data;
    const reasons = log.map((it: { channel: string | null; reason: string }) => `${it.channel} ${it.reason}`);
    expect(reasons.sort()).toEqual([
      'email mail_limit',
      'email mail_limit',
      'null nobody_notified',
      'sms sms_limit',
      'sms sms_limit',
    ]);
  });

  test('Part of each site’s share of the SMS is reserved for critical alerts of the site', async () => {
    const gate = await newDevice(sites[0]);
    await report(gate, 6, { severity: 'low' });
    expect(sentBy('sms')).toBe(PER_DAY / 4 - 1);
    await report(gate, 1);
    expect(sentBy('sms')).toBe(PER_DAY / 4);
  });

  test('The last tenth of a message budget is reserved for critical alerts, and each site gets at most a quarter of that tenth', async () => {
    const keys = await Promise.all(sites.slice(0, 2).map((site) => newDevice(site)));
    // Other sites have used up what is not kept.
    for (let number = 0; number < 36; number += 1) {
      await spendOf(people.guard.table, { id: `${number}`, siteId: `other ${number}` });
    }
    await report(keys[0] ?? '', 1, { severity: 'high' });
    expect(sentBy('sms')).toBe(0);
    await report(keys[0] ?? '', 3);
    expect(sentBy('sms')).toBe(1);
    await report(keys[1] ?? '', 1);
    expect(sentBy('sms')).toBe(2);
    expect(await usedOf()).toBe(38);
  });

  test('Ten events a minute of one API key send no more mails than the share of its site', async () => {
    const gate = await newDevice(sites[0]);
    for (let minute = 0; minute < 3; minute += 1) {
      const events = Array.from({ length: 10 }, (_, number) => ({
        ...{ action: 'raise', type: `type-${minute}-${number}`, severity: 'critical', message: 'Door' },
      }));
      const answer = await people.guard.call('POST /api/v1/reports', { token: gate, json: { events } });
      expect(answer.status).toBe(200);
      await people.notify();
      for (let part = 0; part < 2; part += 1) {
        people.guard.clock.advance(MINUTE / 2);
        await people.tick();
      }
    }
    expect(sentBy('email')).toBe(PER_DAY / 4);
    // Mail about accounts has limits of its own.
    const before = people.outbox.items.length;
    const json = { email: 'operator@acme.test' };
    expect((await people.guard.call('POST /api/v1/auth/password-resets', { json })).status).toBe(202);
    await people.mail();
    expect(people.outbox.items.slice(before)).toMatchObject([{ to: 'operator@acme.test' }]);
    const { mail_today } = (await as('viewer', 'GET /api/v1/auth/me/channels')).body;
    expect(mail_today).toEqual({ used: PER_DAY / 4, limit: PER_DAY });
  });

  test('Test messages of a viewer without sites do not use up the SMS for alerts', async () => {
    const { id } = (await as('viewer', 'GET /api/v1/auth/me')).body;
    const channel = { id, kind: 'sms', address: '+4915123456780', verified_at: AT, created_at: AT };
    await putItem(people.guard.table, { ...channelsKey(tenantId, id), channels: [channel] });
    const answers: unknown[] = [];
    for (let number = 0; number < 60; number += 1) {
      people.guard.clock.advance(MINUTE);
      const { status, body } = await as('viewer', `POST /api/v1/auth/me/channels/${id}/test`);
      answers.push(body.reason ?? body.status ?? status);
    }
    expect(sentBy('sms')).toBe(PER_DAY / 10);
    expect(new Set(answers)).toEqual(new Set(['sent', 'sms_limit']));
    await report(await newDevice(sites[0]), 1, { severity: 'low' });
    expect(sentBy('sms')).toBe(PER_DAY / 10 + 2);
  });
});

describe('the events of a key', () => {
  const QUIET = [
    { action: 'raise', type: 'intrusion', severity: 'high', message: 'Door' },
    { action: 'resolve', dedup_key: 'x', type: 'fire', severity: 'critical' },
    { action: 'heartbeat', severity: 'critical' },
    { type: 'firewall', message: 'critical' },
    'critical',
    null,
  ];
  const URGENT = [
    { action: 'raise', type: 'intrusion', severity: 'critical', message: 'Door' },
    { action: 'raise', type: 'intrusion', severity: ' CRITICAL', message: 'Door' },
    { type: 'Panic', severity: 'low', message: 'Help' },
    { action: 'Raise', type: 'fire' },
  ];

  test('The last 60 of an API key’s 600 events a minute are reserved for critical alerts, panic and fire', async () => {
    const token = await newDevice(sites[0]);
    const send = async (events: readonly unknown[]) => {
      const { status, headers } = await people.guard.call('POST /api/v1/reports', {
        token,
        json: { events },
      });
      return [status, headers.get('x-ratelimit-limit'), headers.get('x-ratelimit-remaining')];
    };
    const quiet = (count: number) =>
      Array.from({ length: count }, () => ({ action: 'resolve', dedup_key: 'x' }));
    people.guard.clock.advance(MINUTE);
    for (let reports = 0; reports < 21; reports += 1) await send(quiet(25));
    expect(await send(quiet(16))).toEqual([429, '540', '0']);
    expect(await send(quiet(15))).toEqual([200, '540', '0']);
    for (const event of QUIET) expect(await send([event]), JSON.stringify(event)).toEqual([429, '540', '0']);
    for (const [place, event] of URGENT.entries())
      expect(await send([event]), JSON.stringify(event)).toEqual([200, '600', String(59 - place)]);
    // A report is taken as a whole.
    for (const remaining of ['31', '6']) {
      expect(await send([...quiet(24), URGENT[0]])).toEqual([200, '600', remaining]);
    }
    expect(await send([...quiet(6), URGENT[0]])).toEqual([429, '600', '0']);
    for (let number = 0; number < 6; number += 1) expect((await send([URGENT[0]]))[0]).toBe(200);
    expect(await send([URGENT[0]])).toEqual([429, '600', '0']);
    people.guard.clock.advance(MINUTE);
    expect((await send(quiet(1)))[0]).toBe(200);
  });
});

describe('warnings', () => {
  const warned = async () => {
    const before = people.outbox.items.length;
    await people.mail();
    return people.outbox.items
      .slice(before)
      .map(({ to, subject }) => `${to} ${subject}`)
      .sort();
  };
  const mastersOf = async () =>
    (await as('master', 'GET /api/v1/users?role=tenant_master&status=active&limit=100')).body.data.map(
      ({ email }: { email: string }) => email,
    );
  /** Uses up SMS at other sites. */
  const use = async (count: number) => {
    for (let number = 0; number < count; number += 1)
      await spendOf(people.guard.table, { id: `used ${number}`, siteId: `used ${number}` });
  };

  test('Each master gets one mail a day when 70 % of the SMS budget are used, however many messages follow', async () => {
    const gate = await newDevice(sites[0]);
    await use(25);
    await report(gate, 1);
    expect(await warned()).toEqual([]); // 27 of 40
    await report(gate, 1);
    const masters = await mastersOf();
    const expected = masters.map((it: string) => `${it} ${en.mails.budgetWarning.sms('').subject}`).sort();
    expect(masters.length).toBeGreaterThan(0);
    expect(await warned()).toEqual(expected);
    expect(people.outbox.items.at(-1)?.text).toContain(`${people.guard.url}/console`);
    await report(gate, 2);
    expect(await warned()).toEqual([]);
    people.guard.clock.advance(DAY);
    await use(28);
    await report(gate, 1);
    expect(await warned()).toEqual(expected);
  });

  test('A budget warning that is queued several times becomes one mail to each master', async () => {
    await use(28);
    const [gate, second] = [await newDevice(sites[0]), await newDevice(sites[1])];
    const event = { action: 'raise', type: 'intrusion', severity: 'critical', message: 'Door' };
    for (const token of [gate, second]) {
      await people.guard.call('POST /api/v1/reports', { token, json: { events: [event] } });
    }
    await people.route();
    await people.work(2); // plans
    await Promise.all(people.peek().map((body) => people.hand(body)));
    expect(await warned()).toHaveLength((await mastersOf()).length);
    expect(await warned()).toEqual([]);
  });

  test('Mails with codes count towards the budget warning; mail and SMS have separate warnings', async () => {
    for (let number = 0; number < 28; number += 1) {
      await spendOf(people.guard.table, { id: `used ${number}`, siteId: `used ${number}`, kind: 'email' });
    }
    const json = { kind: 'email', address: 'new@reached.test' };
    expect((await as('operator', 'POST /api/v1/auth/me/channels', { json })).status).toBe(201);
    const expected = (await mastersOf()).map(
      (it: string) => `${it} ${en.mails.budgetWarning.email('').subject}`,
    );
    expect(await warned()).toEqual(expected.sort());
  });
});

describe('counting', () => {
  const race = (messages: readonly Partial<Spending>[]) =>
    Promise.all(messages.map((it) => spendOf(people.guard.table, it)));
  const allowedOf = (results: readonly { allowed: boolean }[]) =>
    results.filter(({ allowed }) => allowed).length;

  test('Racing messages use up a site’s share, the tenant’s budget and its reserved last tenth exactly, and never more', async () => {
    const many = Array.from({ length: 60 }, (_, number) => number);
    const ofSite = await race(many.map((number) => ({ id: `a ${number}`, siteId: 'a' })));
    expect(allowedOf(ofSite)).toBe(9);
    const critical = await race(many.map((number) => ({ id: `b ${number}`, siteId: 'a', isCritical: true })));
    expect(allowedOf(critical)).toBe(1);
    const others = await race(many.map((number) => ({ id: `c ${number}`, siteId: `c ${number}` })));
    expect(allowedOf(others)).toBe(26);
    const kept = await race(
      many.map((number) => ({ id: `d ${number}`, siteId: `c ${number % 6}`, isCritical: true })),
    );
    expect(allowedOf(kept)).toBe(4);
    expect(await usedOf()).toBe(PER_DAY);
  });

  test('A message that exceeds the budget of its tenant does not count towards the share of its site', async () => {
    await race(Array.from({ length: 36 }, (_, number) => ({ id: `${number}`, siteId: `${number}` })));
    const refused = await race(
      Array.from({ length: 9 }, (_, number) => ({ id: `r ${number}`, siteId: 'site' })),
    );
    expect(allowedOf(refused)).toBe(0);
    expect(
      await readUsed(people.guard.table, { kind: 'sms', tenantId: `${tenantId}#site`, now: now() }),
    ).toBe(0);
  });

  test('In a tenant with one site, each device has its own share of the messages, which other devices cannot use up', async () => {
    const isOnlySite = async () => true;
    const flood = (deviceId: string | undefined) =>
      race(
        Array.from({ length: 30 }, (_, number) => ({
          ...{ id: `${deviceId} ${number}`, siteId: 'only', deviceId, isCritical: true, isOnlySite },
        })),
      );
    expect(allowedOf(await flood('gate'))).toBe(PER_DAY / 2);
    expect(allowedOf(await flood('door'))).toBe(PER_DAY / 4);
    expect(allowedOf(await flood(undefined))).toBeLessThanOrEqual(PER_DAY / 4);
  });

  test.each(['reply_lost', 'run_ends'] as const)(
    'A message that is retried after any failed call to the table counts once in the budget (%s)',
    async (mishap) => {
      for (const isCritical of [true, false]) {
        for (let after = 0; after < 3; after += 1) {
          const id = `${mishap} ${isCritical} ${after}`;
          const message = { id, siteId: 'repeated', isCritical };
          const before = await usedOf();
          const through = unsureTable(people.guard.table, mishap, after);
          await spendOf(through, message).catch(() => {});
          for (let times = 0; times < 3; times += 1) {
            expect((await spendOf(people.guard.table, message)).allowed).toBe(true);
          }
          expect((await usedOf()) - before).toBe(1);
        }
      }
    },
  );
});

const now = () => people.guard.clock.now;

const usedOf = () => readUsed(people.guard.table, { kind: 'sms', tenantId, now: now() });

type Spending = BudgetedMessage & { readonly kind: 'sms' | 'email' };

const spendOf = (table: Table, { kind = 'sms', ...message }: Partial<Spending>) =>
  spend(
    table,
    { kind, tenantId, perDay: PER_DAY, now: now() },
    { id: '', siteId: '', deviceId: undefined, isCritical: false, isOnlySite: async () => false, ...message },
  );
