import type { Page } from 'playwright-core';
import type { GuardClient, ReportEvent } from '../../lib/client/index.ts';
import { detailOf, siteNamed } from './console-page.ts';

/** What a signed-in person can see of the console. */
export interface ConsoleScreen {
  /** The name of its pictures. */
  readonly name: string;
  /** The query and the hash of its URL. */
  readonly url: string;
  /** What a person does there. */
  readonly act?: (page: Page) => Promise<void>;
}

/** The screens of people who are not signed in. */
export const SIGNED_OUT: readonly ConsoleScreen[] = [
  { name: 'sign-in', url: '' },
  { name: 'forgot', url: '#/forgot' },
  { name: 'invitation', url: '#/invitation?token=x' },
];

/** Pages that no link of the navigation opens. */
const OTHER_PAGES = ['account', 'devices/import', 'devices/panels', 'sites/import', 'people/import'];

/**
 * Every page of the navigation of who is signed in on a wide screen, and its tabs: its list, what its first link of the table opens, and
 * its form for a new one.
 */
export async function findScreens(page: Page, baseUrl: string): Promise<ConsoleScreen[]> {
  await page.locator('.rail .page-link').first().waitFor();
  const screens: ConsoleScreen[] = [];
  const urls = await hrefsOf(page, '.rail .page-link');
  for (const url of urls) {
    const name = /#\/(.+)/.exec(url)?.[1] ?? 'alerts';
    const list = { name, url };
    await openScreen(page, baseUrl, list);
    screens.push(list);
    const tabs = await hrefsOf(page, '.page-tabs a');
    urls.push(...tabs.filter((it) => !urls.includes(it)));
    const items = await hrefsOf(page, `main tbody a[href*="#/${name}/"]`);
    const forms = await hrefsOf(page, `main .page-head a[href$="#/${name}/new"]`);
    for (const [kind, [found]] of Object.entries({ item: items, new: forms })) {
      if (found !== undefined) screens.push({ name: `${name}-${kind}`, url: found });
    }
  }
  return screens;
}

const hrefsOf = (page: Page, selector: string): Promise<string[]> =>
  page
    .locator(selector)
    .evaluateAll((links) => links.map((it) => (it.getAttribute('href') ?? '').replace(/^[^?#]*/, '')));

/** The screens of a platform admin that nobody else has. */
export async function findPlatformScreens(page: Page, baseUrl: string): Promise<ConsoleScreen[]> {
  const found = await findScreens(page, baseUrl);
  return [...found.filter(({ name }) => name.startsWith('tenants')), WRONG_FORM];
}

/**
 * The screens of a tenant's master besides those of the navigation: an alert, what opens above a page. It makes what the demo
 * data lacks, so that each list of the navigation has an item.
 */
export async function otherScreens(master: GuardClient): Promise<ConsoleScreen[]> {
  const { id: user_id } = await master.me();
  await master.webhooks.create({ url: 'https://hooks.example.com/guard', events: ['alert.raised'] });
  await master.notificationRules.create({
    name: 'Critical at night',
    events: ['alert.raised'],
    min_severity: 'critical',
    recipients: [{ user_id }],
    channels: ['sms', 'push'],
  });
  const site_id = await siteNamed(master, 'City Office');
  const alert = { site_id, type: 'intrusion', severity: 'critical' } as const;
  const active = await master.alerts.raise({ ...alert, message: 'Glass broken in the vault room' });
  const acknowledged = await master.alerts.raise({ ...alert, message: 'Motion in the hall' });
  await master.alerts.acknowledge(acknowledged.id);
  const bus = await master.devices.create(site_id, { name: 'Alarm bus', type: 'gateway' });
  const { url } = await master.inbound.create(bus.id, { format: 'generic' });
  const message = { action: 'heartbeat', data: { sensor: 'gate-2', position: 'ajar' } };
  await fetch(url, { method: 'POST', body: JSON.stringify(message) });
  return [
    ...OTHER_PAGES.map((path) => ({ name: path.replace('/', '-'), url: `#/${path}` })),
    { name: 'device-inbound', url: `?tab=inbound#/devices/${bus.id}` },
    { name: 'overview-wall', url: '#/overview?wall' },
    { name: 'alert', url: `?alert=${active.id}` },
    { name: 'alert-acknowledged', url: `?alert=${acknowledged.id}` },
    {
      name: 'alert-resolve',
      url: `?alert=${acknowledged.id}`,
      act: (page) => detailOf(page).getByRole('button', { name: 'Resolve' }).click(),
    },
    { name: 'alerts-resolved', url: '?status=resolved' },
    { name: 'person-menu', url: '', act: (page) => page.locator('.person').click() },
    { name: 'palette', url: '', act: (page) => page.keyboard.press('Control+k') },
    ...['timeline', 'contacts', 'settings', 'test'].map((tab) => ({
      name: `site-${tab}`,
      url: `?tab=${tab}#/sites/${site_id}`,
    })),
    {
      name: 'delete',
      url: `?tab=settings#/sites/${site_id}`,
      act: (page) => page.locator('main').getByRole('button', { name: 'Delete' }).first().click(),
    },
  ];
}

/** A form of a platform admin with errors. */
const WRONG_FORM: ConsoleScreen = {
  name: 'tenants-wrong',
  url: '#/tenants/new',
  act: async (page) => {
    await page.getByRole('button', { name: 'Create a tenant' }).click();
    await page.locator('[aria-invalid="true"]').first().waitFor();
  },
};

/** What opens from the bar of a phone. */
export const PHONE_SHEET: ConsoleScreen = {
  name: 'sheet',
  url: '',
  act: (page) => page.getByRole('button', { name: 'More', exact: true }).click(),
};

const EVENTS_A_REPORT = 25;

/** Lets 200 alerts ring at once, as after a power cut. */
export async function raiseStorm(master: GuardClient): Promise<ConsoleScreen> {
  const site_ids: string[] = [];
  for await (const { id } of master.sites.list({ limit: 100 })) site_ids.push(id);
  const alarms = Array.from(
    { length: 200 },
    (_, place): ReportEvent => ({
      action: 'raise',
      site_id: site_ids[place % site_ids.length] ?? '',
      type: place % 3 === 0 ? 'intrusion' : 'power-failure',
      severity: place % 3 === 0 ? 'critical' : 'medium',
      message: `Mains power lost in cabinet ${place + 1}`,
    }),
  );
  while (alarms.length > 0) await master.report(alarms.splice(0, EVENTS_A_REPORT));
  return { name: 'storm', url: '#/alerts' };
}

/** Opens a screen, and waits until it shows what it reads. */
export async function openScreen(page: Page, baseUrl: string, { url, act }: ConsoleScreen): Promise<void> {
  // Nothing of the screen before may stay.
  await page.goto('about:blank');
  await page.goto(`${baseUrl}/console${url}`);
  await settle(page);
  if (!act) return;
  await act(page);
  await settle(page);
}

async function settle(page: Page): Promise<void> {
  await page.locator('main').first().waitFor();
  // The words of what is not there yet end like this in every language.
  const reading = page.locator('main, dialog').getByText(/ …$/).and(page.locator(':visible'));
  await reading.first().waitFor({ state: 'detached' });
}
