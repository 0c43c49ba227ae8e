import type { Page, Route } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../lib/client/index.ts';
import { detailOf, resolveAs, rowWith, signInAt, siteNamed, untilEnabled } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, MASTER, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const PHONE = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

let desk: LocalConsole;

beforeAll(async () => {
  desk = await startLocalConsole();
});

afterAll(() => desk?.stop());

const named = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Light and dark, without barriers and without scrolling sideways. */
async function look(page: Page): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    expect(await findBarriers(page)).toEqual([]);
  }
  expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
}

test('In the console, an operator calls the next keyholder if one does not answer, and completes the action plan to resolve the alert', async () => {
  const site_id = await siteNamed(desk.master, 'City Office');
  for (const { id } of await desk.master.contacts.listOfSite(site_id)) await desk.master.contacts.delete(id);
  for (const [name, phone] of [
    ['Kim', '+4940111111'],
    ['Kaya', '+4940222222'],
  ] as const) {
    await desk.master.contacts.create(site_id, { name, phone, role: 'keyholder' });
  }
  const plan = await desk.master.actionPlans.create({
    name: 'Glass breakage',
    types: ['glass-break'],
    steps: [
      { key: 'call', text: 'Call the keyholder', kind: 'call', contact_role: 'keyholder', required: true },
      { key: 'send', text: 'Send a guard', kind: 'dispatch', required: true },
    ],
  });
  const message = 'Window broken';
  // Alerts of a higher severity are also read before anybody opens them.
  const alert = await desk.master.alerts.raise({ site_id, type: 'glass-break', severity: 'medium', message });
  const { page, complaints, requests, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, OPERATOR);
  const before = requests.length;
  await rowWith(page, message).click();
  const detail = detailOf(page);
  await detail.getByRole('heading', { name: 'Action plan: Glass breakage' }).waitFor();
  const opened = requests.slice(before).filter((url) => url.includes(`/api/v1/alerts/${alert.id}`));
  expect(opened).toHaveLength(1);

  const callees = detail.locator('.plan-step').first().locator('ul li');
  expect(await callees.allInnerTexts()).toEqual(['Call next +4940111111 Kim', '+4940222222 Kaya']);
  expect(await callees.first().getByRole('link').getAttribute('href')).toBe('tel:+4940111111');
  await look(page);

  const noAnswer = detail.getByRole('button', { name: 'No answer Call the keyholder' });
  await detail.getByLabel('Remark for the next step').fill('Rang for a minute');
  await untilEnabled(noAnswer);
  await noAnswer.dblclick();
  await expect.poll(() => callees.first().innerText()).toBe('Call next +4940222222 Kaya');
  const entries = async () =>
    (await desk.master.alerts.events(alert.id).all()).map(({ outcome, note }) => [outcome, note]);
  expect(await entries()).toEqual([
    ['no_answer', 'Rang for a minute'],
    [undefined, null],
  ]);
  await detail.getByText('Step “Call the keyholder”: no answer').waitFor();

  const done = detail.getByRole('button', { name: 'Done Call the keyholder' });
  await untilEnabled(done);
  await done.click();
  await detail.getByText('Step “Call the keyholder”: done').waitFor();

  await resolveAs(page, 'Real');
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Send a guard', { exact: true }).waitFor();
  await look(page);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  expect((await desk.master.alerts.get(alert.id)).status).toBe('active');

  // Another operator's outcome appears by itself.
  await desk.master.actionPlans.recordStep(alert.id, 'send', { outcome: 'done', note: 'On the way' });
  await detail.getByText('Step “Send a guard”: done').waitFor();
  await resolveAs(page, 'Real');
  await expect.poll(async () => (await desk.master.alerts.get(alert.id)).status).toBe('resolved');
  expect(complaints.filter((it) => !it.includes('409'))).toEqual([]);
  await desk.master.actionPlans.delete(plan.id);
  await close();
});

test('In the console, an operator resolves an alert with an incomplete action plan by giving the reason', async () => {
  const site_id = await siteNamed(desk.master, 'City Office');
  const plan = await desk.master.actionPlans.create({
    name: 'Gas',
    types: ['gas-leak'],
    steps: [{ key: 'send', text: 'Send a guard', kind: 'dispatch', required: true }],
  });
  const message = 'Gas detected';
  const alert = await desk.master.alerts.raise({ site_id, type: 'gas-leak', severity: 'high', message });
  const { page, close } = await openPage(desk.browser, { locale: 'en-GB', ...PHONE });
  await signInAt(page, desk.url, OPERATOR);
  await rowWith(page, message).click();
  const detail = detailOf(page);
  await detail.getByRole('heading', { name: 'Action plan: Gas' }).waitFor();
  await look(page);
  await resolveAs(page, 'False alarm');
  const dialog = page.getByRole('dialog');
  const override = dialog.getByRole('button', { name: 'Resolve nevertheless' });
  await dialog.getByLabel('Why they are left out').fill('The sensor was cleaned');
  await untilEnabled(override);
  await override.click();
  await expect.poll(async () => (await desk.master.alerts.get(alert.id)).status).toBe('resolved');
  const [last] = await desk.master.alerts.events(alert.id).all();
  expect(last).toMatchObject({ action: 'resolved', note: 'The sensor was cleaned' });
  await desk.master.actionPlans.delete(plan.id);
  await close();
});

describe.each([
  ['desktop', {}],
  ['telephone', PHONE],
])('On a %s', (name, options) => {
  test('In the console, an operator resolves 44 alerts at once, with one reason for all whose action plans are incomplete', async () => {
    const site_id = await siteNamed(desk.master, 'City Office');
    const word = `Flood${name}`;
    const type = `flood-${name}`;
    const planWith = (type: string, ...texts: readonly string[]) =>
      desk.master.actionPlans.create({
        name: type,
        types: [type],
        steps: texts.map((text, number) => ({ key: `s${number}`, text, kind: 'check', required: true })),
      });
    const plans = [
      await planWith(type, 'Close the main valve', 'Send a guard'),
      await planWith(`${type}-2`, 'Send a guard'),
    ];
    const raised: Alert[] = [];
    for (let number = 0; number < 44; number++) {
      const kind = number < 20 ? type : number < 30 ? `${type}-2` : 'tamper';
      raised.push(await desk.raise({ site_id, message: word, severity: 'low', type: kind }));
    }
    const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB', ...options });
    const sent: { alert_ids: string[]; severities: object; override_plan?: true; note?: string }[] = [];
    // The service rejects three alerts, as if their severity had risen.
    const risen = new Set(raised.slice(40, 43).map(({ id }) => id));
    await page.route('**/api/v1/alerts/resolve', async (route) => {
      const body = route.request().postDataJSON();
      sent.push(body);
      const alert_ids: string[] = body.alert_ids.filter((id: string) => !risen.has(id));
      const response = await route.fetch({ postData: JSON.stringify({ ...body, alert_ids }) });
      const { results } = (await response.json()) as { results: object[] };
      const error = { code: 'severity_raised', message: 'Raised.' };
      const resultOf = (id: string) =>
        risen.has(id) ? { status: 409, error } : results[alert_ids.indexOf(id)];
      await route.fulfill({ response, json: { results: body.alert_ids.map(resultOf) } });
    });
    await signInAt(page, desk.url, OPERATOR, `?q=${word}`);
    const bar = page.locator('.desk-bar');
    await bar.getByText('All 44').waitFor();
    await bar.getByRole('checkbox').check();
    await bar.getByRole('button', { name: 'Resolve' }).click();
    await page.getByRole('dialog').getByLabel('Duplicate').click();
    const first = page.getByRole('button', { name: 'Resolve 44 alerts' });
    await untilEnabled(first);
    await first.click();
    const dialog = page.getByRole('dialog', { name: 'Resolve without these steps?' });
    await dialog.getByText('30 of 44 alerts have required steps without an outcome:').waitFor();
    expect(await dialog.getByRole('listitem').allInnerTexts()).toEqual([
      'Low 33',
      'Close the main valve (20 alerts)',
      'Send a guard (30 alerts)',
      '3 alerts: The severity has risen since you saw it. Look at the alert again.',
    ]);
    await dialog.screenshot({ path: `${SCREENSHOTS}/override-several-${name}.png` });
    await look(page);

    const reason = dialog.getByLabel('Why they are left out');
    const override = dialog.getByRole('button', { name: 'Resolve 30 alerts nevertheless' });
    await untilEnabled(override);
    await override.click();
    expect(await reason.evaluate('document.activeElement.name')).toBe('note');
    await page.keyboard.type('One burst pipe');
    await override.press('Enter');
    const again = page.getByRole('button', { name: 'Try 3 alerts again' });
    await untilEnabled(again);
    expect(await page.getByRole('dialog').getByRole('listitem').allInnerTexts()).toEqual([
      'Low 3',
      '3 alerts: The severity has risen since you saw it. Look at the alert again.',
    ]);
    risen.clear();
    await again.click();
    await page.getByText('Resolved as Duplicate: 44 alerts').waitFor();
    await bar.getByText('All 0').waitFor();
    const repeated = sent.filter(({ override_plan }) => override_plan);
    expect(sent.map(({ alert_ids }) => alert_ids.length)).toEqual([25, 19, 25, 5, 3]);
    expect(repeated.map(({ note }) => note)).toEqual(['One burst pipe', 'One burst pipe']);
    for (const { alert_ids, severities } of repeated) {
      expect(severities).toEqual(Object.fromEntries(alert_ids.map((id) => [id, 'low'])));
    }
    expect(repeated.flatMap(({ alert_ids }) => alert_ids).sort()).toEqual(
      raised
        .slice(0, 30)
        .map(({ id }) => id)
        .sort(),
    );
    for (const { id } of [raised[0], raised[29]] as Alert[]) {
      const [last] = await desk.master.alerts.events(id).all();
      expect(last).toMatchObject({ action: 'resolved', note: 'One burst pipe' });
    }
    expect(complaints).toEqual([]);
    for (const { id } of plans) await desk.master.actionPlans.delete(id);
    await close();
  });
});

test('In the console, alerts with incomplete action plans stay open if the operator cancels, and a reason that could not be sent is kept', async () => {
  const site_id = await siteNamed(desk.master, 'City Office');
  const plan = await desk.master.actionPlans.create({
    name: 'Smoke',
    types: ['smoke-box'],
    steps: [{ key: 'send', text: 'Send a guard', kind: 'dispatch', required: true }],
  });
  const raised: Alert[] = [];
  for (let number = 0; number < 3; number++) {
    const type = number < 2 ? 'smoke-box' : 'tamper';
    raised.push(await desk.raise({ site_id, message: 'Box', severity: 'low', type }));
  }
  const statuses = async () =>
    Promise.all(raised.map(async ({ id }) => (await desk.master.alerts.get(id)).status));
  const { page, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, OPERATOR, '?q=Box');
  const bar = page.locator('.desk-bar');
  const dialog = page.getByRole('dialog');
  const askAgain = async (count: number) => {
    await bar
      .getByText(`All ${count}`)
      .or(bar.getByText(`${count} selected`))
      .waitFor();
    await bar.getByRole('checkbox').check();
    await untilEnabled(bar.getByRole('button', { name: 'Resolve' }));
    await bar.getByRole('button', { name: 'Resolve' }).click();
    await dialog.getByLabel('Duplicate').click();
    await untilEnabled(named(page, `Resolve ${count} alerts`));
    await named(page, `Resolve ${count} alerts`).click();
    await dialog.getByText(`2 of ${count} alerts have required steps`).waitFor();
  };
  await askAgain(3);
  await page.keyboard.press('Escape');
  await page.getByText('Resolved as Duplicate: 1 of 3 alerts. Not done:').waitFor();
  await page.getByText('2 alerts: Required steps of the action plan have no outcome yet.').waitFor();
  expect(await statuses()).toEqual(['active', 'active', 'resolved']);

  await askAgain(2);
  const refuse = (route: Route) =>
    route.fulfill({ status: 403, json: { message: 'No.', code: 'forbidden', request_id: 'x' } });
  await page.route('**/api/v1/alerts/resolve', refuse);
  const override = named(page, 'Resolve 2 alerts nevertheless');
  await dialog.getByLabel('Why they are left out').fill('Dust');
  await untilEnabled(override);
  await override.click();
  await dialog.getByText('2 alerts: Your role may not do this.').waitFor();
  await page.unroute('**/api/v1/alerts/resolve', refuse);
  await untilEnabled(named(page, 'Try 2 alerts again'));
  await named(page, 'Try 2 alerts again').click();
  await dialog.getByText('2 of 2 alerts have required steps').waitFor();
  expect(await dialog.getByLabel('Why they are left out').inputValue()).toBe('Dust');
  await untilEnabled(override);
  await override.click();
  await page.getByText('Resolved as Duplicate: 2 alerts').waitFor();
  expect(await statuses()).toEqual(['resolved', 'resolved', 'resolved']);
  await named(page, 'Undo').click();
  await page.getByText('Undone: 2 alerts').waitFor();
  expect(await statuses()).toEqual(['acknowledged', 'acknowledged', 'resolved']);
  await desk.master.actionPlans.delete(plan.id);
  await close();
});

test('In the console, a master creates an action plan, moves its steps, changes it and deletes it', async () => {
  const { page, complaints, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, '#/action-plans');
  await page.getByRole('link', { name: 'Break-in at the warehouse' }).waitFor();
  await look(page);
  await page.getByRole('link', { name: 'Create an action plan' }).click();
  await page.getByLabel('Name').fill('Flood');
  await page.getByLabel('Another type').fill('!');
  await page.getByLabel('Another type').press('Enter');
  await page.getByText('Choose a type, or write one with letters from a to z').waitFor();
  await page.getByLabel('Another type').fill('Water leak');
  await page.getByLabel('Another type').press('Enter');
  expect(await page.getByLabel('Water leak').isChecked()).toBe(true);
  await page.getByLabel('City Office').check();
  await named(page, 'Create an action plan').click();
  await page.getByText('Step 1, What to do: This field is required.').waitFor();
  await page.getByRole('listitem', { name: 'Step 1' }).getByLabel('What to do').fill('Shut the main valve!');
  await named(page, 'Add a step').click();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('steps.1.text');
  const second = page.getByRole('listitem', { name: 'Step 2' });
  await second.getByLabel('What to do').fill('Call the owner');
  await second.getByLabel('Whom').selectOption('owner');
  await second.getByLabel('Required').uncheck();
  await page.getByRole('button', { name: 'Move up Step 2' }).click();
  await look(page);
  await named(page, 'Create an action plan').dblclick();
  await page.getByRole('heading', { name: 'Flood' }).waitFor();
  const plans = (await desk.master.actionPlans.list().all()).filter(({ name }) => name === 'Flood');
  expect(plans).toMatchObject([
    {
      types: ['water-leak'],
      site_ids: [await siteNamed(desk.master, 'City Office')],
      steps: [
        { key: 'call-the-owner', text: 'Call the owner', contact_role: 'owner', required: false },
        { key: 'shut-the-main-valve', text: 'Shut the main valve!', contact_role: null, required: true },
      ],
    },
  ]);
  await page
    .getByRole('listitem', { name: 'Step 1' })
    .getByLabel('What to do')
    .fill('Call the owner at once');
  await page.getByRole('combobox', { name: 'Severity' }).selectOption('high');
  await named(page, 'Save').click();
  await page.getByText('Saved.').waitFor();
  await page.getByText('Version 2.').waitFor();
  const id = plans[0]?.id ?? '';
  expect(await desk.master.actionPlans.get(id)).toMatchObject({
    min_severity: 'high',
    steps: [{ key: 'call-the-owner', text: 'Call the owner at once' }, { key: 'shut-the-main-valve' }],
  });
  await named(page, 'Delete').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('link', { name: 'Break-in at the warehouse' }).waitFor();
  expect(await page.getByRole('link', { name: 'Flood' }).count()).toBe(0);
  expect(complaints.filter((it) => !it.includes('422'))).toEqual([]);
  await close();
});

test('The console shows an operator no link to the page of action plans', async () => {
  const { page, close } = await openPage(desk.browser);
  await signInAt(page, desk.url, OPERATOR, '#/action-plans');
  expect(await page.getByRole('navigation').first().innerText()).not.toContain('Action plans');
  await close();
});

test('In the console, the page of an action plan warns of deleted sites and of alert types that were never raised', async () => {
  const { id: gone } = await desk.master.sites.create({ name: 'Gone' });
  const plan = await desk.master.actionPlans.create({
    name: 'Silent',
    types: ['panic', 'smok'],
    site_ids: [gone, await siteNamed(desk.master, 'City Office')],
    steps: [{ key: 'call', text: 'Call', kind: 'call', required: true }],
  });
  await desk.master.sites.delete(gone);
  const { page, close } = await openPage(desk.browser, { locale: 'en-GB' });
  await signInAt(page, desk.url, MASTER, `#/action-plans/${plan.id}`);
  await page.getByText('A chosen site was deleted.').waitFor();
  await page.getByText('Smok: no such alert was raised yet: check the spelling').waitFor();
  await look(page);
  await page.getByLabel(gone).uncheck();
  await named(page, 'Save').click();
  await page.getByText('A chosen site was deleted.').waitFor({ state: 'detached' });
  await page.getByText('check the spelling').waitFor();
  await desk.master.actionPlans.delete(plan.id);
  await close();
});
