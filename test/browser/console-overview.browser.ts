import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createGuardClient, type GuardClient } from '../../lib/client/index.ts';
import { detailOf, rowsOf, rowWith, signedInClient, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

/** The overview, and the same on a wall. */

const PLATFORM = 'platform@guard.test';
const PASSWORD = 'a long enough password';
const MANAGER = 'manager@chain.test';

const DESKTOP = { viewport: { width: 1360, height: 768 } } as const;
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true } as const;

let desk: LocalConsole;
/** The master of a chain with 500 shops, of which 60 are in trouble. */
let manager: GuardClient;

beforeAll(async () => {
  desk = await startLocalConsole();
  manager = await makeChain();
}, 600_000);
afterAll(() => desk?.stop());

/** Runs tasks, some of them at a time. */
async function inLanes<T>(items: readonly T[], run: (item: T) => Promise<unknown>): Promise<void> {
  const left = [...items];
  const lane = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: 8 }, lane));
}

async function makeChain(): Promise<GuardClient> {
  const platform = await signedInClient(desk.url, PLATFORM);
  await platform.tenants.create({
    name: 'Chain',
    master: { name: 'Maria Manager', email: MANAGER, password: PASSWORD },
  });
  const guard = createGuardClient({ baseUrl: desk.url });
  await guard.login({ email: MANAGER, password: PASSWORD });
  const ids = new Map<string, string>();
  const shops = Array.from({ length: 500 }, (_, place) => `Shop ${String(place + 1).padStart(3, '0')}`);
  await inLanes(shops, async (name) => ids.set(name, (await guard.sites.create({ name })).id));
  const site = (place: number) => ids.get(shops[place] ?? '') ?? '';
  const places = (from: number, count: number) => Array.from({ length: count }, (_, at) => from + at);
  const severityOf = (place: number) => (place < 10 ? 'critical' : place < 20 ? 'high' : 'medium');
  await inLanes(places(0, 40), async (place) => {
    const { id } = await guard.alerts.raise({
      site_id: site(place),
      type: 'intrusion',
      severity: severityOf(place),
      message: `Door of shop ${place}`,
    });
    if (place >= 30) await guard.alerts.acknowledge(id);
  });
  await inLanes(places(40, 10), (place) =>
    guard.tests.start(site(place), { reason: 'Service', ends_at: inAnHour() }),
  );
  await inLanes(places(50, 10), (place) =>
    guard.devices.create(site(place), { name: 'Panel', type: 'panel', heartbeat_seconds: 3_600 }),
  );
  return guard;
}

const inAnHour = () => new Date(Date.now() + 3_600_000).toISOString();

const tilesOf = (page: Page) => page.locator('.trouble .tile');

/** The tiles that are whole on the screen without scrolling. */
const visibleTiles = (page: Page) =>
  page.evaluate<number>(`(() => {
    const bar = document.querySelector('.phone-bar');
    const end = bar?.checkVisibility() ? bar.getBoundingClientRect().top : innerHeight;
    return [...document.querySelectorAll('.trouble .tile')]
      .filter((it) => it.getBoundingClientRect().bottom <= end).length;
  })()`);

test('A security manager sees as soon as they have signed in which of 500 sites are in trouble, the worst without scrolling', async () => {
  const { page, complaints, close } = await openPage(desk.browser, DESKTOP);
  await page.goto(`${desk.url}/console`);
  await page.getByLabel('E-mail').fill(MANAGER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByRole('heading', { name: '60 of 500 sites need attention' }).waitFor();
  await tilesOf(page).nth(59).waitFor();

  const words = (await tilesOf(page).allInnerTexts()).map(
    (text) => /Critical|High|Medium|Acknowledged|On test|Never heard/.exec(text)?.[0],
  );
  expect(words).toEqual(
    ['Critical', 'High', 'Medium', 'Acknowledged', 'On test', 'Never heard'].flatMap((word) =>
      Array.from({ length: 10 }, () => word),
    ),
  );
  // Everything that nobody has acknowledged, at 1360 × 768.
  expect(await visibleTiles(page)).toBeGreaterThanOrEqual(30);
  expect(await page.locator('.look-counts li').allTextContents()).toEqual([
    '10 Critical',
    '10 High',
    '10 Medium',
    '10 Acknowledged',
    '10 On test',
    '10 Never heard',
  ]);

  await page.getByText('440 sites without trouble').click();
  await page.getByRole('link', { name: 'Shop 500' }).waitFor();
  expect(await tilesOf(page).filter({ hasText: 'Shop 001' }).count()).toBe(1);
  expect(await page.locator('.trouble').getByRole('link', { name: 'Shop 001' }).count()).toBe(1);
  await tilesOf(page).first().click();
  await page.getByRole('heading', { level: 1, name: /^Shop 0(0\d|10)$/ }).waitFor();
  expect(complaints).toEqual([]);
  await close();
}, 120_000);

test('The overview shows an alert at once, and takes the site off when it is resolved', async () => {
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, MANAGER, '', PASSWORD);
  await page.locator('.connection-live').waitFor();
  const { data } = await manager.sites.list({ limit: 1 }).page();
  const [shop] = data;
  const raised = await manager.alerts.raise({
    site_id: shop?.id ?? '',
    type: 'fire',
    severity: 'critical',
    message: 'Smoke',
  });
  const tile = tilesOf(page).filter({ hasText: shop?.name ?? '' });
  await tile.filter({ hasText: 'Critical' }).waitFor();
  await page.getByRole('heading', { name: '61 of 500 sites need attention' }).waitFor();

  // What somebody has taken is not over because something smaller came.
  await manager.alerts.acknowledge(raised.id);
  const smaller = await manager.alerts.raise({
    site_id: shop?.id ?? '',
    type: 'door-forced',
    severity: 'medium',
    message: 'Back door',
  });
  await tile.filter({ hasText: 'Medium' }).filter({ hasText: 'Critical · Acknowledged' }).waitFor();
  await manager.alerts.resolve(smaller.id);
  await manager.alerts.resolve(raised.id);
  await tile.waitFor({ state: 'detached' });
  await close();
});

test('On a phone, the sites in trouble are a list, worst first, and the bar has the overview', async () => {
  const { page, close } = await openPage(desk.browser, PHONE);
  await signInAt(page, desk.url, MANAGER, '', PASSWORD);
  await tilesOf(page).nth(59).waitFor();
  expect(await visibleTiles(page)).toBeGreaterThanOrEqual(4);
  const [first, second] = await Promise.all([0, 1].map((place) => tilesOf(page).nth(place).boundingBox()));
  expect(second?.x).toBe(first?.x);
  expect(second?.y).toBeGreaterThan(first?.y ?? 0);
  const bar = page.getByRole('navigation');
  expect(await bar.locator('.rail-label').allTextContents()).toEqual(['Alerts', 'Overview', 'Sites']);
  expect(await bar.getByRole('link', { name: 'Overview' }).getAttribute('aria-current')).toBe('true');
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
  await close();
});

describe.each([
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['light', PHONE],
  ['dark', PHONE],
] as const)('In the %s scheme on %j', (colorScheme, size) => {
  test('The tool axe finds no barrier on the overview, with its dialog and with its table', async () => {
    const { page, close } = await openPage(desk.browser, { ...size, colorScheme, reducedMotion: 'reduce' });
    await signInAt(page, desk.url, MASTER, '#/overview');
    await page.locator('.chart-bars').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByText('Show as a table').click();
    expect(await page.getByRole('rowheader').count()).toBe(24);
    await page.getByText(/sites? without trouble/).click();
    await page.locator('.fine-names li').first().waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await page.getByRole('button', { name: 'How it is counted' }).click();
    await page.getByText('Resolved by a machine').waitFor();
    expect(await findBarriers(page)).toEqual([]);
    await close();
  });
});

test('Each number of the overview leads to what it counts', async () => {
  const { message } = await desk.raise();
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, MASTER, '#/overview');
  const figures = page.getByRole('region', { name: 'Numbers' }).getByRole('link');
  await figures.filter({ hasText: 'Critical alerts' }).click();
  await expect.poll(() => page.url()).toContain('status=active&severity=critical');
  await rowWith(page, message).waitFor();
  await page.goBack();
  await figures.filter({ hasText: 'Longest waiting' }).click();
  await detailOf(page).waitFor();
  await page.goBack();
  await figures.filter({ hasText: 'Within 90 s, 30 days' }).click();
  await page.getByRole('heading', { level: 1, name: 'Reports' }).waitFor();
  await close();
});

test('While no active rule names a schedule, the overview does not say that every hour is covered', async () => {
  const ana = await manager.me();
  const rota = {
    time_zone: 'UTC',
    rotations: [
      { user_ids: [ana.id], starts_on: '2026-11-02', handoff_time: '08:00', every: 'day', length: 1 },
    ],
  };
  const schedule = await manager.schedules.create({ name: 'Always', ...rota } as never);
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, MANAGER, '#/overview', PASSWORD);
  await page.getByText('No active rule notifies who is on call.').waitFor();
  expect(await page.getByText('is covered').count()).toBe(0);
  const rule = await manager.notificationRules.create({
    name: 'On call',
    events: ['alert.raised'],
    channels: ['email'],
    recipients: [{ schedule_id: schedule.id }],
  });
  await page.reload();
  await page.getByText('Every hour of the next 7 days that a rule needs is covered.').waitFor();
  await manager.notificationRules.delete(rule.id);
  await manager.schedules.delete(schedule.id);
  await close();
});

test('An operator begins with the alerts, and reaches the overview and the alerts again by one key', async () => {
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await page.goto(`${desk.url}/console`);
  await page.getByLabel('E-mail').fill(OPERATOR);
  await page.getByLabel('Password').fill('guard-demo');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await rowsOf(page).first().waitFor();
  await page.keyboard.press('o');
  await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
  await tilesOf(page).first().waitFor();
  await page.keyboard.press('o');
  await rowsOf(page).first().waitFor();
  await page.reload();
  await rowsOf(page).first().waitFor();
  await close();
});

test('A tenant without sites sees an example of the overview, and a checklist of the first day', async () => {
  const platform = await signedInClient(desk.url, PLATFORM);
  const email = 'first@initech.test';
  await platform.tenants.create({ name: 'Initech', master: { name: 'Bill', email, password: PASSWORD } });
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, email, '', PASSWORD);
  await page.getByText('This is where you will see your sites at a glance').waitFor();
  expect(await page.locator('.tiles-example .tile').count()).toBe(4);
  expect(await findBarriers(page)).toEqual([]);
  await page.getByRole('heading', { name: 'The first day: 0 of 7 done' }).waitFor();
  await page.getByRole('link', { name: 'Create a site' }).click();
  await page.getByRole('heading', { level: 1, name: 'Create a site' }).waitFor();
  await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
  await page.getByRole('button', { name: 'Do not show this again' }).click();
  await page.reload();
  await page.getByText('This is where you will see your sites at a glance').waitFor();
  expect(await page.getByText('The first day').count()).toBe(0);
  await close();
});

describe('On a wall', () => {
  const WALL = { viewport: { width: 1920, height: 1080 } } as const;

  /** A master creates the link on the page Keys. */
  async function createLink(): Promise<string> {
    const { page, close } = await openPage(desk.browser, DESKTOP);
    await signInAt(page, desk.url, MANAGER, '#/overview', PASSWORD);
    await page.getByRole('link', { name: 'Create a link for a wall screen' }).click();
    await page.getByLabel('Name').fill('Control room');
    expect(await page.getByLabel('It may').inputValue()).toBe('wall');
    await page.getByRole('button', { name: 'Create a key' }).click();
    await page.getByRole('img', { name: 'The link as a QR code' }).waitFor();
    const link = await page.getByLabel('Link of the wall screen').inputValue();
    expect(await findBarriers(page)).toEqual([]);
    await close();
    return link;
  }

  test('A screen shows the overview by a link without signing in, follows alerts, and says when the link is revoked', async () => {
    const link = await createLink();
    const { page, complaints, requests, close } = await openPage(desk.browser, WALL);
    await page.goto(link);
    await page.getByRole('heading', { name: '60 of 500 sites need attention' }).waitFor();
    await page.locator('.connection-live').waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.evaluate('document.documentElement.dataset.theme')).toBe('dark');
    expect(await findBarriers(page)).toEqual([]);
    // From 5 m: the numbers, and no tile is cut off.
    const numbers = page.locator('.wall-numbers dd').first();
    expect((await numbers.boundingBox())?.height).toBeGreaterThan(60);
    expect(await page.evaluate('document.documentElement.scrollHeight <= innerHeight')).toBe(true);
    // The key is in no request's address; the screen reads nothing but the overview.
    const paths = requests.map((url) => new URL(url)).filter(({ pathname }) => pathname.startsWith('/api/'));
    expect(new Set(paths.map(({ pathname }) => pathname))).toEqual(
      new Set(['/api/v1/overview', '/api/v1/live/tickets']),
    );
    expect(requests.filter((url) => url.includes('guard_k_'))).toEqual([]);

    const { data } = await manager.sites.list({ limit: 1 }).page();
    const site_id = data[0]?.id ?? '';
    const fire = await manager.alerts.raise({
      site_id,
      type: 'fire',
      severity: 'critical',
      message: 'Smoke',
    });
    await page.getByRole('heading', { name: '61 of 500 sites need attention' }).waitFor();
    await manager.alerts.resolve(fire.id);
    await page.getByRole('heading', { name: '60 of 500 sites need attention' }).waitFor();
    expect(complaints).toEqual([]);

    for await (const key of manager.keys.list()) {
      if (key.access === 'wall') await manager.keys.revoke(key.id);
    }
    await page.getByRole('heading', { name: 'This link no longer works' }).waitFor();
    await page.getByText('A tenant master creates a new one').waitFor();
    await close();
  });

  test('A screen without a network says so across its whole width with the age of what it shows, and comes back by itself', async () => {
    const link = await createLink();
    const { page, close } = await openPage(desk.browser, WALL);
    await page.goto(link);
    await page.locator('.connection-live').waitFor();
    await page.context().setOffline(true);
    const band = page.locator('.wall-old');
    await band.getByText('Not connected').waitFor();
    await band.getByText(/^This screen is .+ old$/).waitFor();
    expect((await band.boundingBox())?.width).toBe(1920);
    expect(await findBarriers(page)).toEqual([]);
    await page.context().setOffline(false);
    await band.waitFor({ state: 'detached' });
    await close();
  });

  test('A screen loads itself again after a release, keeps its key then, and stays as it is while the page cannot be read', async () => {
    const link = await createLink();
    const { page, close } = await openPage(desk.browser, WALL);
    await page.clock.install();
    await page.goto(link);
    await page.locator('.wall .tile').first().waitFor();
    let loads = 0;
    page.on('framenavigated', () => (loads += 1));
    await page.route(/\/console$/, (route) => route.abort(), { times: 1 });
    await page.clock.fastForward('01:00:00');
    await page.locator('.wall .tile').first().waitFor();
    expect(loads).toBe(0);
    const body = '<script type="module" src="console/assets/console-0000000a.js"></script>';
    await page.route(/\/console$/, (route) => route.fulfill({ body, contentType: 'text/html' }), {
      times: 1,
    });
    await page.clock.fastForward('01:00:00');
    await expect.poll(() => loads).toBe(1);
    await page.locator('.wall .tile').first().waitFor();
    expect(page.url()).toBe(link);
    await close();
  });

  test('A person who has signed in sees the wall screen in their session, and returns with the Back button', async () => {
    const { page, close } = await openPage(desk.browser, DESKTOP);
    await signInAt(page, desk.url, MASTER, '#/overview');
    await page.getByRole('link', { name: 'Show it without navigation' }).click();
    await page.locator('.wall .tile').first().waitFor();
    expect(await page.getByRole('navigation').count()).toBe(0);
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Overview' }).waitFor();
    await close();
  });
});
