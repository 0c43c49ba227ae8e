import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { DEMO_PASSWORD } from '../../lib/local/demo-data.ts';
import { startGuard } from '../support/guard.ts';
import { openBrowser, openPage } from './open-browser.ts';

test('The typed client signs in, reads alerts and creates a site from a browser page of another origin', async () => {
  const service = await startGuard({ stage: 'dev', hasDemoAlerts: true });
  const browser = await openBrowser();
  try {
    const { page } = await openPage(browser);
    // The same server with another host name is another origin.
    await page.goto(`${service.url.replace('127.0.0.1', 'localhost')}/dev/health`);
    await page.addScriptTag({ content: await bundleClient() });
    const credentials = { email: 'master@acme.test', password: DEMO_PASSWORD };
    const script = `(async () => {
      const guard = GuardClientPackage.createGuardClient({ baseUrl: ${JSON.stringify(`${service.url}/dev`)} });
      await guard.login(${JSON.stringify(credentials)});
      const alerts = await guard.alerts.list({ status: 'active', limit: 3 }).all();
      const site = await guard.sites.create({ name: 'East Gate' });
      const changed = await guard.sites.update(site.id, { name: 'West Gate' }, { ifMatch: site });
      const late = await guard.sites.delete(site.id, { ifMatch: site }).catch((error) => error.code);
      await guard.sites.delete(site.id, { ifMatch: changed });
      await guard.logout();
      return { alerts: alerts.length, name: changed.name, late };
    })()`;
    const result: unknown = await page.evaluate(script);
    expect(result).toEqual({ alerts: expect.any(Number), name: 'West Gate', late: 'precondition_failed' });
    expect(result).not.toMatchObject({ alerts: 0 });
  } finally {
    await browser.close();
    await service.stop();
  }
});

async function bundleClient(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL('../../lib/client/index.ts', import.meta.url))],
    bundle: true,
    format: 'iife',
    globalName: 'GuardClientPackage',
    write: false,
  });
  return outputFiles[0]?.text ?? '';
}
