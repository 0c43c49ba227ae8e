import type { Browser } from 'playwright-core';
import type { Alert, AlertInput, GuardClient } from '../../lib/client/index.ts';
import { type LocalServer, startLocalServer } from '../../lib/local/start.ts';
import { CONSOLE_ENVIRONMENT } from './console-environment.ts';
import { signedInClient, siteNamed } from './console-page.ts';
import { startMinutes } from './minutes.ts';
import { openBrowser } from './open-browser.ts';

export const OPERATOR = 'operator@acme.test';
export const MASTER = 'master@acme.test';

/** A local server with the demo data, and a browser. */
export interface LocalConsole {
  readonly browser: Browser;
  readonly url: string;
  /** Signed in as the tenant master. */
  readonly master: GuardClient;
  readonly siteId: string;
  /** Where alarm panels connect. */
  readonly panelPort: number;
  /** Raises an alert with a unique message. */
  raise(fields?: Partial<AlertInput>): Promise<Alert>;
  /** Sets the clock of the server a minute ahead. Resolves when its functions with a schedule have run. */
  passMinute(): Promise<void>;
  stop(): Promise<void>;
}

export async function startLocalConsole(): Promise<LocalConsole> {
  const browser = await openBrowser();
  const minutes = startMinutes();
  const local: LocalServer = await startLocalServer({
    environment: CONSOLE_ENVIRONMENT,
    log: () => {},
    pause: minutes.pause,
  });
  const master = await signedInClient(local.url, MASTER);
  const siteId = await siteNamed(master, 'City Office');
  let raised = 0;
  return {
    browser,
    url: local.url,
    master,
    siteId,
    panelPort: local.panelPort ?? 0,
    raise: ({ message = 'Glass broken', ...fields } = {}) =>
      master.alerts.raise({
        site_id: siteId,
        type: 'intrusion',
        severity: 'critical',
        message: `${message} ${++raised}`,
        ...fields,
      }),
    passMinute: minutes.pass,
    async stop() {
      await local.stop();
      minutes.stop();
      await browser.close();
    },
  };
}
