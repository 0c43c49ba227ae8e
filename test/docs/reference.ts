import { DEMO_PASSWORD } from '../../lib/local/demo-accounts.ts';
import { openBrowser, openPage } from '../browser/open-browser.ts';
import { OPERATIONS, openReference, operationsOn, tryOut } from '../browser/reference-page.ts';

const CREDENTIALS = { email: 'viewer@acme.test', password: DEMO_PASSWORD };

/** Opens the reference of a running service in a browser, signs in as a reader does and lists alerts. */
export async function tryReference(baseUrl: string): Promise<void> {
  const browser = await openBrowser();
  try {
    const { page, complaints } = await openPage(browser);
    const failed: string[] = [];
    page.on('requestfailed', (request) => failed.push(`${request.url()} failed`));
    page.on('response', (response) => {
      if (response.status() >= 400) failed.push(`${response.url()} was answered ${response.status()}`);
    });
    try {
      await openReference(page, baseUrl);
      const listed = await operationsOn(page);
      if (listed.join() !== OPERATIONS.join())
        complaints.push(`It lists ${listed.length} operations: ${listed}`);
      for (const [operationId, body] of [['login', JSON.stringify(CREDENTIALS)], ['listAlerts']] as const) {
        const status = await tryOut(page, operationId, body);
        if (status !== '200') complaints.push(`${operationId}, tried out, shows ${status}`);
      }
    } catch (error) {
      complaints.push(String(error));
    }
    const problems = [...failed, ...complaints];
    if (problems.length > 0) throw new Error(problems.join('\n'));
  } finally {
    await browser.close();
  }
}
