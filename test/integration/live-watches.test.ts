import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { createGuardClient, GuardError } from '../../lib/client/index.ts';
import { LIVE_LIST_MS } from '../../lib/client/watch/watch.ts';
import type { Invocation } from '../../lib/local/invoke.ts';
import { createDice } from '../support/flaky/dice.ts';
import { startGuard, type TestGuard } from '../support/guard.ts';
import { repetitions } from '../support/repetitions.ts';
import { FAILED } from '../support/trigger-host.ts';

/** The clock of the watches runs this many times faster. */
const FASTER = 10;
/** The time after which nobody receives or shows changes outside their scope. */
const CLOSED_WITHIN_MS = 5_000;
/**
 * The time within which a watch finds every change. The service does not notice a change for which all three runs of the
 * fan-out fail before their work; the next list has it, at the latest 1.1 intervals later.
 */
const COMPLETE_WITHIN_MS = (LIVE_LIST_MS * 1.1) / FASTER + 10_000;
const STEPS = repetitions({ few: 20, many: 200 });
const WATCHERS = repetitions({ few: 8, many: 25 });
const PASSWORD = 'a long enough password';
const SITES = 5;

const { roll: random } = createDice(20_261_122);
const chance = (share: number) => random() < share;
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T;

/** Fails before or after its work. Then the batch is repeated in halves. */
async function around(name: string, run: () => Promise<Invocation>): Promise<Invocation> {
  if (name !== 'fan-out') return run();
  if (chance(0.08)) return FAILED;
  const invocation = await run();
  return chance(0.08) ? FAILED : invocation;
}

interface Shown {
  readonly id: string;
  readonly site_id: string;
  readonly version: number;
}

/** A user with a watch, the errors that it showed, and a way to cut its connection. */
interface Watcher {
  readonly id: string;
  readonly token: string;
  readonly role: string;
  /** The sites of the scope, with the time of assignment or removal. Empty for users who see all sites. */
  readonly sites: Map<string, { isIn: boolean; since: number }>;
  readonly sockets: Set<WebSocket>;
  readonly wrongs: string[];
  seen: number;
  last: readonly Shown[];
  connection: string;
  ended: unknown;
  readonly stop: AbortController;
  done: Promise<void>;
}

let guard: TestGuard;
let master: string;
let platform: string;
let tenantId: string;
const siteIds: string[] = [];
const watchers: Watcher[] = [];

beforeAll(async () => {
  guard = await startGuard({ live: { around } });
  master = await guard.signIn('master@acme.test');
  platform = await guard.signIn('platform@guard.test');
  for (let site = 0; site < SITES; site += 1)
    siteIds.push((await create('/api/v1/sites', { name: `S${site}` })).id);
  tenantId = (await asMaster('GET /api/v1/auth/me')).body.tenant_id;
});
afterAll(async () => {
  for (const { stop } of watchers) stop.abort();
  await Promise.all(watchers.map(({ done }) => done));
  await guard.stop();
});

const asMaster = (request: string, json?: unknown) =>
  guard.call(request, { token: master, ...(json === undefined ? {} : { json }) });

async function create(path: string, json: object) {
  const { status, body, text } = await asMaster(`POST ${path}`, json);
  if (status !== 201) throw new Error(text);
  return body;
}

let users = 0;
async function newWatcher(role: string): Promise<Watcher> {
  if (role === 'platform_admin') return watcherOf('', platform, role, []);
  users += 1;
  const email = `watcher-${users}@acme.test`;
  const { id } = await create('/api/v1/users', { name: 'W', email, role, password: PASSWORD });
  const isAssigned = role === 'operator' || role === 'viewer';
  const sites = isAssigned ? siteIds.filter(() => chance(0.5)) : [];
  if (isAssigned) await asMaster(`PUT /api/v1/users/${id}/sites`, { site_ids: sites });
  const { body } = await guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  return watcherOf(id, body.token, role, sites);
}

function watcherOf(id: string, token: string, role: string, sites: readonly string[]): Watcher {
  const isAssigned = role === 'operator' || role === 'viewer';
  const reached = siteIds.map((site) => [site, { isIn: sites.includes(site), since: 0 }] as const);
  const watcher: Watcher = {
    id,
    token,
    role,
    sites: new Map(isAssigned ? reached : []),
    sockets: new Set(),
    wrongs: [],
    seen: 0,
    last: [],
    connection: 'none',
    ended: undefined,
    stop: new AbortController(),
    done: Promise.resolve(),
  };
  watcher.done = watch(watcher);
  return watcher;
}

/** The changes of sites outside the scope that a watcher received or showed. */
function checkScope({ sites, wrongs }: Watcher, how: string, alerts: readonly Shown[]): void {
  const now = performance.now();
  for (const { id, site_id } of alerts) {
    const place = sites.get(site_id);
    if (place && !place.isIn && now - place.since > CLOSED_WITHIN_MS)
      wrongs.push(`${how} ${id}, out of scope`);
  }
}

async function watch(watcher: Watcher): Promise<void> {
  class WatchedSocket extends WebSocket {
    constructor(url: string) {
      super(url);
      watcher.sockets.add(this);
      this.on('error', () => {});
      this.on('close', () => watcher.sockets.delete(this));
      this.on('message', (data) => {
        const message = JSON.parse(String(data));
        const changes = message.type === 'changes' ? message.changes : [message];
        const alerts = changes.flatMap(({ alert }: { alert?: Shown }) => alert ?? []);
        watcher.seen += alerts.length;
        checkScope(watcher, 'received', alerts);
      });
    }
  }
  const client = createGuardClient({
    baseUrl: guard.url,
    session: { token: watcher.token },
    WebSocket: WatchedSocket,
    clock: () => performance.now() * FASTER,
    wait: (milliseconds, signal) =>
      delay(milliseconds / FASTER, undefined, signal ? { signal } : {}) as Promise<void>,
  });
  const filters = watcher.role === 'platform_admin' ? { tenant_id: tenantId } : {};
  const versions = new Map<string, number>();
  try {
    for await (const { alerts, connection } of client.alerts.watch(filters, {
      signal: watcher.stop.signal,
    })) {
      checkScope(watcher, 'shows', alerts);
      for (const { id, version } of alerts) {
        if (version < (versions.get(id) ?? 0)) watcher.wrongs.push(`${id} went back to ${version}`);
        versions.set(id, version);
      }
      watcher.last = alerts;
      watcher.connection = connection;
    }
  } catch (error) {
    watcher.ended = error;
  }
}

const openAlerts: string[] = [];

const STEP_KINDS: readonly (readonly [weight: number, run: () => Promise<unknown>])[] = [
  [
    8,
    async () => {
      const alert = { site_id: pick(siteIds), type: 'panic', severity: 'high', message: 'x' };
      openAlerts.push((await create('/api/v1/alerts', alert)).id);
    },
  ],
  [4, () => act('acknowledge')],
  [4, () => act('resolve')],
  [
    2,
    async () =>
      openAlerts.length > 0 && asMaster(`POST /api/v1/alerts/${pick(openAlerts)}/notes`, { text: 'n' }),
  ],
  [3, reassign],
  [2, async () => pick([...pick(watchers).sockets, undefined])?.terminate()],
  [0.3, block],
];

async function act(action: 'acknowledge' | 'resolve'): Promise<void> {
  if (openAlerts.length > 0) await asMaster(`POST /api/v1/alerts/${pick(openAlerts)}/${action}`);
}

async function reassign(): Promise<void> {
  const watcher = pick(watchers.filter(({ sites, ended }) => sites.size > 0 && ended === undefined));
  const next = new Set(siteIds.filter(() => chance(0.5)));
  for (const [site, place] of watcher.sites) {
    // In scope from the request on, outside the scope from the response on.
    if (next.has(site)) Object.assign(place, { isIn: true });
  }
  await asMaster(`PUT /api/v1/users/${watcher.id}/sites`, { site_ids: [...next] });
  for (const [site, place] of watcher.sites) {
    if (place.isIn && !next.has(site)) Object.assign(place, { isIn: false, since: performance.now() });
  }
}

async function block(): Promise<void> {
  const watcher = pick(watchers.filter(({ id, ended }) => id !== '' && ended === undefined));
  await asMaster(`PATCH /api/v1/users/${watcher.id}`, { status: 'blocked' });
  for (const place of watcher.sites.values()) Object.assign(place, { isIn: false, since: performance.now() });
  await expect.poll(() => watcher.ended, { timeout: CLOSED_WITHIN_MS }).toBeInstanceOf(GuardError);
}

async function step(): Promise<void> {
  const total = STEP_KINDS.reduce((sum, [weight]) => sum + weight, 0);
  let left = random() * total;
  for (const [weight, run] of STEP_KINDS) {
    left -= weight;
    if (left < 0) {
      await run();
      return;
    }
  }
}

/** The open alerts of a fresh list of a user, by id, with their versions. */
async function listed({ token, role }: Watcher): Promise<string[]> {
  const tenant = role === 'platform_admin' ? `&tenant_id=${tenantId}` : '';
  const found: string[] = [];
  for (let cursor: string | null = ''; cursor !== null; ) {
    const more = cursor === '' ? '' : `&cursor=${cursor}`;
    const { body } = await guard.call(
      `GET /api/v1/alerts?status=active,acknowledged&limit=100${tenant}${more}`,
      {
        token,
      },
    );
    found.push(...body.data.map(({ id, version }: Shown) => `${id} ${version}`));
    cursor = body.meta.next_cursor;
  }
  return found;
}

test('Every live watch ends in the state of a newly read list, shows nothing outside the scope, and never goes back in time', async () => {
  const roles = ['platform_admin', 'tenant_master', 'tenant_admin', 'operator', 'viewer'];
  for (let place = 0; place < WATCHERS; place += 1) {
    watchers.push(
      await newWatcher(
        place < 5 ? (roles[place] ?? '') : pick(['operator', 'viewer', 'operator', 'tenant_admin']),
      ),
    );
  }
  for (let steps = 0; steps < STEPS; steps += 1) {
    await Promise.all([step(), step()]);
  }
  await block(); // with few steps nobody may have been blocked
  const watching = watchers.filter(({ ended }) => ended === undefined);
  for (const watcher of watching) {
    const expected = await listed(watcher);
    const shows = () => watcher.last.map(({ id, version }) => `${id} ${version}`);
    await expect.poll(shows, { timeout: COMPLETE_WITHIN_MS }).toEqual(expected);
    await expect.poll(() => watcher.connection, { timeout: 20_000 }).toBe('live');
  }
  expect(watchers.flatMap(({ wrongs }) => wrongs)).toEqual([]);
  // Every watch received changes by its connection, and not by lists only.
  expect(watching.filter(({ seen, sites }) => seen === 0 && sites.size === 0)).toEqual([]);
  expect(watchers.length - watching.length).toBeGreaterThan(0);
}, 240_000);
