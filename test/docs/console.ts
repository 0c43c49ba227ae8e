import { rowsOf, signInAt } from '../browser/console-page.ts';
import { openBrowser, openPage } from '../browser/open-browser.ts';

/** Opens the console of a running service in a browser, and signs in as an operator does. */
export async function tryConsole(baseUrl: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser);
    await signInAt(page, baseUrl, 'operator@acme.test');
    await rowsOf(page).first().waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    if (complaints.length > 0) throw new Error(complaints.join('\n'));
  } finally {
    await browser.close();
  }
}
