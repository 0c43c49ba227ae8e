import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { measureAlertAgesTrigger } from '../../../../../functions/monitoring/measure-alert-ages.trigger.ts';
import { openDeclaredServices, startTriggers } from '../../../../../lib/local/triggers/triggers.ts';
import { makeTrialHost, type RETURNED } from '../../../../support/trigger-host.ts';

const MINUTE = 60_000;
const NO_STREAM = { tableName: '', endpoint: '', engineStarts: () => 1, pollMilliseconds: 1 };

describe('the triggers', () => {
  test('declared triggers run until they are stopped', async () => {
    const host = makeTrialHost();
    const { stop } = await startTriggers([measureAlertAgesTrigger], {
      host,
      services: undefined,
      stream: NO_STREAM,
    });
    await host.advance(MINUTE);
    expect(host.runs.map(({ name }) => name)).toEqual(['measure-alert-ages']);
    await stop();
    await host.advance(MINUTE);
    expect(host.runs).toHaveLength(1);
  });

  test('stopping waits for a running function, up to a limit', async () => {
    const run = Promise.withResolvers<typeof RETURNED>();
    const host = makeTrialHost(() => run.promise);
    const { stop } = await startTriggers([measureAlertAgesTrigger], {
      host,
      services: undefined,
      stream: NO_STREAM,
    });
    await host.advance(MINUTE);
    let hasStopped = false;
    const stopped = stop().then(() => {
      hasStopped = true;
    });
    await host.advance(4_999);
    expect(hasStopped).toBe(false);
    await host.advance(1);
    await stopped;
    expect(hasStopped).toBe(true);
  });

  test('without queues and sockets no services are opened', async () => {
    expect(await openDeclaredServices([measureAlertAgesTrigger], makeTrialHost())).toBeUndefined();
  });

  test('modules of undeclared triggers are not imported', async () => {
    const of = (path: string) => JSON.stringify(new URL(`../../../../../${path}`, import.meta.url).href);
    const program = `
      import { registerHooks } from 'node:module';
      const imported = [];
      registerHooks({ resolve: (name, context, next) => (imported.push(name), next(name, context)) });
      const { openDeclaredServices, startTriggers } = await import(${of('lib/local/triggers/triggers.ts')});
      const { measureAlertAgesTrigger: it } = await import(${of('functions/monitoring/measure-alert-ages.trigger.ts')});
      const services = await openDeclaredServices([it], {});
      const host = { clock: () => new Date(), pause: () => new Promise(() => {}) };
      await startTriggers([it], { host, services });
      console.log(JSON.stringify(imported));
      process.exit();`;
    const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
    const imported: string[] = JSON.parse(stdout);
    expect(imported).toContainEqual(expect.stringMatching(/schedule\.ts$/));
    expect(
      imported.filter((name) => /^(@aws-sdk|ws$)|(stream|queue-delivery|services|sockets)\.ts$/.test(name)),
    ).toEqual([]);
  });
});
