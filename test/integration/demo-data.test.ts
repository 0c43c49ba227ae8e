import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { afterEach, describe, expect, test } from 'vitest';
import { DEMO_ACCOUNTS, seedDemoData } from '../../lib/local/demo-data.ts';
import { playDemoPanel } from '../../lib/local/demo-panel.ts';
import { startReceiver } from '../../lib/receiver/receiver.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import type { Table } from '../../shared/table/table.ts';
import { findInconsistencies, readAll } from '../support/find-inconsistencies.ts';
import { startGuard } from '../support/guard.ts';
import { entryItems } from '../support/history-of.ts';
import { startTable, type TestTable } from '../support/table.ts';

const NOW = new Date('2026-11-20T12:00:00.000Z');
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const tables: TestTable[] = [];
afterEach(async () => {
  for (const table of tables.splice(0)) await table.stop();
});

async function newTable(): Promise<TestTable> {
  const table = await startTable();
  tables.push(table);
  return table;
}

/** With this seed, in so many frames the site is opened and closed, and an alarm and a trouble begin and end. */
const PANEL_SEED = 104;
const FRAMES = 8;

const bytesOf = (value: number) => (size: number) => new Uint8Array(size).fill(value);

type Items = Awaited<ReturnType<typeof readAll>>;

async function seed(): Promise<{ items: Items; inconsistencies: string[] }> {
  const table = await newTable();
  await seedDemoData(table, { now: NOW, randomBytes: bytesOf(1) });
  return { items: await readAll(table), inconsistencies: await findInconsistencies(table) };
}

let seeded: ReturnType<typeof seed> | undefined;
/** The demo data of one seed, read once for all tests. */
async function seededItems(): Promise<Items> {
  seeded ??= seed();
  return (await seeded).items;
}

const ofKind = (items: Items, kind: string) =>
  items.filter(({ sk }) => sk.startsWith(`${kind}#`)).map(({ data }) => data);

const alertsOf = (items: Items) => items.filter(({ sk }) => sk.startsWith('ALERT#')).map(ALERTS.entityOf);

/** The fields of all entities, also those of alerts and of their history that the table does not store by themselves. */
const fieldsOf = (items: Items): Items => [
  ...items.flatMap(({ sk, data }) => (data && !/^(ALERT|HISTORY)#/.test(sk) ? [data] : [])),
  ...alertsOf(items),
  ...entryItems(items).map(({ data }) => data),
];

describe('the demo data', () => {
  test('The demo data has correct counters, claims every serial and contains no dangling reference', async () => {
    await seededItems();
    expect((await seeded)?.inconsistencies).toEqual([]);
  });

  test('For each customer, the demo data has an offline device with its open alert, and an online device; one has an online panel', async () => {
    const items = await seededItems();
    const watches = items.filter(({ sk }) => sk.startsWith('WATCH#'));
    const states = ['offline', 'offline', 'online', 'online', 'online'];
    expect(watches.map(({ state }) => state).sort()).toEqual(states);
    const open = new Set(alertsOf(items).flatMap(({ id, status }) => (status === 'active' ? [id] : [])));
    for (const { state, alert_id, due } of watches) {
      if (state === 'offline') expect(open).toContain(alert_id);
      // Not before a visitor has looked around.
      else expect(Date.parse(due) - NOW.getTime()).toBeGreaterThan(HOUR_MS * 23);
    }
  });

  test('The demo data is recent: the newest alerts are minutes old and the oldest weeks', async () => {
    const alerts = alertsOf(await seededItems());
    const tenants = Map.groupBy(alerts, ({ tenant_id }) => tenant_id);
    expect(tenants.size).toBe(2);
    for (const ofTenant of tenants.values()) {
      const ages = ofTenant.map(({ created_at }) => NOW.getTime() - Date.parse(created_at));
      expect(Math.min(...ages)).toBeLessThan(HOUR_MS / 6);
      expect(ages.filter((age) => age < DAY_MS).length).toBeGreaterThanOrEqual(5);
      expect(Math.max(...ages)).toBeGreaterThan(21 * DAY_MS);
    }
  });

  test('The demo data contains no times in the future, and no entity is older than its tenant, site or device', async () => {
    const items = await seededItems();
    const founded = new Map(items.filter(({ sk }) => sk === 'TENANT').map(({ data }) => [data.id, data]));
    const fields = fieldsOf(items);
    const made = new Map(fields.map(({ id, created_at }) => [id, created_at]));
    for (const data of fields.filter(({ created_at }) => created_at)) {
      const times = ['created_at', 'acknowledged_at', 'resolved_at', 'updated_at']
        .map((name) => data[name])
        .filter(Boolean);
      expect([data.id, times]).toEqual([data.id, times.toSorted()]);
      expect(
        [data.id, ...times, data.last_seen_at].filter((time) => Date.parse(time) > NOW.getTime()),
      ).toEqual([]);
      const owner = founded.get(data.tenant_id ?? data.id);
      for (const earlier of [owner?.created_at, made.get(data.site_id), made.get(data.device_id)]) {
        if (earlier) expect(data.created_at >= earlier).toBe(true);
      }
    }
  });

  test('Each id in the demo data contains the creation time of its entity', async () => {
    // A panel has the id of its device.
    const items = (await seededItems()).filter(({ sk }) => !sk.startsWith('PANEL#'));
    const fields = fieldsOf(items).filter(({ id }) => id);
    for (const data of fields) {
      const milliseconds = Number.parseInt(data.id.replaceAll('-', '').slice(0, 12), 16);
      expect([data.id, milliseconds]).toEqual([data.id, Date.parse(data.created_at ?? data.at)]);
    }
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length);
  });

  test('The demo’s panel dials the receiver: its alarms raise, and its restores end troubles', async () => {
    const table = await newTable();
    await seedDemoData(table, { now: NOW, randomBytes: bytesOf(1) });
    const clock = () => NOW;
    const failed: unknown[] = [];
    const receiver = await startReceiver({
      table,
      secrets: { decrypt: async () => undefined },
      randomBytes,
      retentionDays: 30,
      clock,
      host: '127.0.0.1',
      port: 0,
      log: (message, error) => failed.push(message, error),
    });
    const lines: string[] = [];
    let seed = PANEL_SEED;
    let frames = 0;
    const sent = Promise.withResolvers<void>();
    const stop = playDemoPanel({
      port: receiver.port,
      clock,
      randomBytes,
      random: () => {
        seed = (seed * 16_807) % 2_147_483_647;
        return seed / 2_147_483_647;
      },
      pause: async (_, signal) => {
        frames += 1;
        if (frames <= FRAMES) return;
        sent.resolve();
        await once(signal, 'abort');
      },
      log: (line) => lines.push(line),
    });
    await sent.promise;
    await stop();
    const items = await readAll(table);
    const results = ofKind(items, 'FRAME').map(({ result }) => result);
    expect(new Set(results)).toEqual(new Set(['recorded', 'raised', 'restored', 'resolved']));
    expect([lines, failed]).toEqual([[], []]);
    await receiver.stop();
  });

  test('The demo data has alerts of every type in every status, one of a runaway device, and alerts of every severity', async () => {
    const alerts = alertsOf(await seededItems());
    expect(new Set(alerts.map(({ type, status }) => `${type} ${status}`)).size).toBe(6 * 3 + 1);
    expect(new Set(alerts.map(({ severity }) => severity)).size).toBe(5);
  });

  test.each([
    ['panic', ['critical']],
    ['fire', ['critical']],
    ['low-battery', ['info', 'low']],
  ])('The demo data has alerts of type %s only with the severities %j', async (type, severities) => {
    const alerts = alertsOf(await seededItems()).filter((alert) => alert.type === type);
    expect([...new Set(alerts.map(({ severity }) => severity))].sort()).toEqual(severities);
  });

  test('The demo data has one API key, which raised all alerts of its tenant but those that Guard itself raises', async () => {
    const items = await seededItems();
    const [key, ...others] = ofKind(items, 'KEY');
    expect([key.name, others]).toEqual(['Alarm panel', []]);
    const telling = items.filter((item) => JSON.stringify(item).includes('guard_k_'));
    expect(telling.map(({ pk, sk }) => [pk, sk])).toEqual([['DEMO', 'TRAFFIC']]);
    const raised = alertsOf(items).filter(({ tenant_id }) => tenant_id === key.tenant_id);
    const byGuard = raised.filter(({ raised_by }) => raised_by.kind === 'system');
    expect(new Set(byGuard.map(({ type }) => type))).toEqual(new Set(['device-offline', 'runaway']));
    const byKey = raised.filter(({ raised_by }) => raised_by.kind !== 'system');
    expect(new Set(byKey.map(({ raised_by }) => raised_by.id))).toEqual(new Set([key.id]));
  });

  test('The demo data is the same for the same time and random bytes, except for the password salt', async () => {
    const readable = (items: Items) =>
      items.map(({ credentials: _, ...item }) => item).sort((a, b) => (a.pk + a.sk < b.pk + b.sk ? 1 : -1));
    expect(readable((await seed()).items)).toEqual(readable(await seededItems()));
  });

  test('The next start of the local server completes interrupted demo data without duplicates', async () => {
    const table = await newTable();
    await seedDemoData(failingAfter(table, 5), { now: NOW, randomBytes: bytesOf(1) }).catch(() => {});
    const later = new Date(NOW.getTime() + DAY_MS);
    await seedDemoData(table, { now: later, randomBytes: bytesOf(2) });
    const keys = (items: { pk: string; sk: string }[]) => items.map(({ pk, sk }) => `${pk} ${sk}`).sort();
    expect(keys(await readAll(table))).toEqual(keys(await seededItems()));
  });
});

describe('the accounts of the tour', () => {
  test('The demo data fills several pages of lists for each demo account', async () => {
    const guard = await startGuard({ hasDemoAlerts: true });
    try {
      const active = DEMO_ACCOUNTS.filter(({ status }) => status === 'active');
      expect(active.length).toBeGreaterThanOrEqual(6);
      for (const { email, role, tenant } of active) {
        const token = await guard.signIn(email);
        const pagesOf = async (kind: string) => {
          let pages = 0;
          for (let path: string | null = `/api/v1/${kind}`; path && pages < 3; pages += 1) {
            const { body } = await guard.call(`GET ${path}`, { token });
            path = body.links.next?.slice(guard.url.length) ?? null;
          }
          return pages;
        };
        const isLarge = tenant !== 'Globex';
        expect([email, await pagesOf('alerts')]).toEqual([
          email,
          expect.toSatisfy((n) => n >= (isLarge ? 3 : 2)),
        ]);
        if (!isLarge) continue;
        expect([email, await pagesOf('devices')]).toEqual([email, expect.toSatisfy((n) => n >= 2)]);
        if (role === 'operator' || role === 'viewer') continue;
        for (const kind of ['sites', 'users']) {
          expect([email, kind, await pagesOf(kind)]).toEqual([email, kind, expect.toSatisfy((n) => n >= 2)]);
        }
      }
    } finally {
      await guard.stop();
    }
  });
});

/** A table that accepts this number of writes, as if the process was killed then. */
function failingAfter(table: Table, writes: number): Table {
  let left = writes;
  return {
    ...table,
    client: new Proxy(table.client, {
      get(client, name) {
        if (name !== 'send') return Reflect.get(client, name);
        return (command: Parameters<Table['client']['send']>[0]) => {
          left -= 1;
          if (left < 0) throw new Error('killed');
          return client.send(command);
        };
      },
    }),
  };
}
