import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Alert } from '../../lib/client/index.ts';
import { makePng } from '../support/pictures.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { detailOf, signInAt } from './console-page.ts';
import { findBarriers } from './find-barriers.ts';
import { type LocalConsole, OPERATOR, startLocalConsole } from './local-console.ts';
import { openPage } from './open-browser.ts';

const SCREENSHOTS = '.guard/screenshots';
const DESKTOP: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  isMobile: true,
  hasTouch: true,
};

let desk: LocalConsole;
beforeAll(async () => {
  desk = await startLocalConsole();
});
afterAll(() => desk.stop());

/** Adds a picture of one shade, as a device does. */
async function add({ id }: Alert, shade: number, caption: string): Promise<void> {
  const file = Buffer.from(makePng({ width: 512, height: 288, shade }));
  const { upload } = await desk.master.alerts.addPicture(id, {
    content_type: 'image/png',
    bytes: file.length,
    caption,
  });
  const sent = await fetch(upload.url, { method: upload.method, headers: upload.headers, body: file });
  if (!sent.ok) throw new Error(await sent.text());
}

const pictured = (page: Page) => detailOf(page).getByRole('region', { name: 'Pictures' });
const shown = (page: Page, name: string) => pictured(page).getByRole('img', { name });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** Whether the browser shows the pixels of an image. */
const isLoaded = (page: Page, name: string) =>
  expect
    .poll(() => shown(page, name).evaluate((it) => Number(Reflect.get(it, 'naturalWidth'))))
    .toBeGreaterThan(0);

describe.each([
  ['desktop', DESKTOP],
  ['phone', PHONE],
] as const)('on a %s', (size, options) => {
  test('The pictures of an alert are large, the newest first, and a new one appears by itself without moving anything', async () => {
    const alert = await desk.raise({ message: 'Motion at the gate' });
    await add(alert, 0x40, 'First');
    await add(alert, 0x80, 'Second');
    const { page, complaints, close } = await openPage(desk.browser, { ...options, reducedMotion: 'reduce' });
    await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
    await shown(page, 'Picture 1 of 2: Second').waitFor();
    await isLoaded(page, 'Second');
    const place = () => detailOf(page).getByText('Type', { exact: true }).boundingBox();
    const before = await place();
    await page.screenshot({ path: `${SCREENSHOTS}/pictures-${size}.png` });
    const root = page.locator('html');
    const [whole, visible] = await Promise.all(
      ['scrollWidth', 'clientWidth'].map((name) =>
        root.evaluate((it, size) => Number(Reflect.get(it, size)), name),
      ),
    );
    expect(whole).toBe(visible);
    await add(alert, 0xc0, 'Third');
    await shown(page, 'Picture 1 of 3: Third').waitFor();
    await isLoaded(page, 'Third');
    expect((await place())?.y).toBe(before?.y);
    expect(await findBarriers(page)).toEqual([]);
    expect(complaints).toEqual([]);
    await close();
  });
});

test('The pictures are turned by the arrow keys, and a new one does not take away the older one that somebody looks at', async () => {
  const alert = await desk.raise({ message: 'Motion at the door' });
  await add(alert, 0x40, 'First');
  await add(alert, 0x80, 'Second');
  const { page, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
  await shown(page, 'Picture 1 of 2: Second').waitFor();
  await button(page, 'Older picture').focus();
  await page.keyboard.press('ArrowRight');
  await shown(page, 'Picture 2 of 2: First').waitFor();
  await add(alert, 0xc0, 'Third');
  await shown(page, 'Picture 3 of 3: First').waitFor();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('ArrowLeft');
  await shown(page, 'Picture 1 of 3: Third').waitFor();
  await close();
});

test('A picture fills the screen, is zoomed and scrolled by keys, and Escape returns to the alert', async () => {
  const alert = await desk.raise({ message: 'Motion at the fence' });
  await add(alert, 0x40, 'First');
  const { page, complaints, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
  await isLoaded(page, 'First');
  await button(page, 'Show full screen').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  const image = dialog.getByRole('img', { name: 'First' });
  const width = async () => (await image.boundingBox())?.width ?? 0;
  await expect.poll(width).toBeGreaterThan(1_100);
  const whole = await width();
  await page.keyboard.press('+');
  await expect.poll(width).toBeCloseTo(2 * whole, -1);
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await image.boundingBox())?.x ?? 0).toBeLessThan(-50);
  await page.screenshot({ path: `${SCREENSHOTS}/pictures-zoomed.png` });
  await page.keyboard.press('-');
  await expect.poll(width).toBeCloseTo(whole, -1);
  expect(await findBarriers(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await expect.poll(() => detailOf(page).isVisible()).toBe(true);
  expect(complaints).toEqual([]);
  await close();
});

test('An operator adds a picture from the desk, and a file that is none is refused with a reason', async () => {
  const folder = await temporaryFolder();
  const [picture, page1] = [join(folder, 'gate.png'), join(folder, 'page.png')];
  await writeFile(picture, makePng({ width: 320, height: 240, shade: 0x60 }));
  await writeFile(page1, '<script>alert(1)</script>');
  const alert = await desk.raise({ message: 'Motion at the dock' });
  const { page, complaints, close } = await openPage(desk.browser, DESKTOP);
  await signInAt(page, desk.url, OPERATOR, `?alert=${alert.id}`);
  const field = page.getByLabel('Add a picture');
  await field.setInputFiles(picture);
  await shown(page, 'Picture 1 of 1').waitFor();
  await isLoaded(page, 'Picture 1 of 1');
  await field.setInputFiles(page1);
  await detailOf(page).getByText('A picture could not be kept: it is no JPEG, PNG or WebP.').waitFor();
  expect(complaints).toEqual([]);
  await close();
});
