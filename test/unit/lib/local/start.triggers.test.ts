import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { WebSocket } from 'ws';
import { probeApiTrigger } from '../../../../functions/jobs/monitoring.ts';
import { functionSources } from '../../../../functions/sources.ts';
import { triggers } from '../../../../functions/triggers.ts';
import { findEngine } from '../../../../lib/local/find-engine.ts';
import { startLocalServer } from '../../../../lib/local/start.ts';
import { pause } from '../../../../lib/local/triggers/host.ts';
import type { TriggeredFunction } from '../../../../shared/lambda/trigger.ts';
import { eventually } from '../../../support/eventually.ts';
import { keepEnvironment } from '../../../support/keep-environment.ts';
import { TRIAL_SOURCES, TRIALS } from '../../../support/trials/trials.ts';

const isInstalled = await findEngine(process.env).then(
  () => true,
  () => false,
);

const LONGEST_WAIT_MILLISECONDS = 200;

/** A server with the trial functions in which no wait is long. What it makes of this process's environment is undone. */
async function start(further: readonly TriggeredFunction[] = TRIALS) {
  keepEnvironment();
  const lines: string[] = [];
  const server = await startLocalServer({
    environment: { PORT: '0', GUARD_DATA: 'memory' },
    log: (line) => lines.push(line),
    triggers: [...triggers.filter(({ trigger }) => trigger.kind === 'authorizer'), ...further],
    sources: [...functionSources(), ...TRIAL_SOURCES],
    pause: (milliseconds, signal) => pause(Math.min(milliseconds, LONGEST_WAIT_MILLISECONDS), signal),
  });
  onTestFinished(() => server.stop());
  const open = (ticket: string) => {
    const client = new WebSocket(`${server.url.replace('http', 'ws')}/live?ticket=${ticket}`);
    onTestFinished(() => client.terminate());
    const received: string[] = [];
    client.on('message', (data) => received.push(String(data)));
    client.on('error', () => {});
    return { client, received };
  };
  return { server, lines, open };
}

describe.skipIf(!isInstalled)('the local server', () => {
  test('On the local server, WebSocket clients, schedules, table changes and queue messages invoke functions, and a function can call the API', async () => {
    const asked = vi.spyOn(globalThis, 'fetch');
    onTestFinished(() => asked.mockRestore());
    const { server, lines, open } = await start([...TRIALS, probeApiTrigger]);

    const refused = open('wrong').client;
    const status = new Promise((resolve) =>
      refused.once('unexpected-response', (_, { statusCode }) => resolve(statusCode)),
    );
    expect(await status).toBe(403);

    const first = open('right');
    await eventually(() => expect(first.received).toContainEqual(expect.stringMatching(/^INSERT CLIENT#/)));
    const second = open('right');
    await eventually(() =>
      expect(second.received.filter((it) => it.startsWith('INSERT CLIENT#'))).toHaveLength(1),
    );
    const [ownEntry = ''] = second.received.filter((it) => it.startsWith('INSERT CLIENT#'));

    second.client.send('hello');
    await eventually(() => expect(first.received).toContain('INSERT SAID#hello'));
    await eventually(() =>
      expect(first.received).toContainEqual(expect.stringMatching(/^INSERT TICK#aws\.events#/)),
    );

    second.client.close();
    await eventually(() => expect(first.received).toContain(ownEntry.replace('INSERT', 'REMOVE')));

    const statusOf = async (path: string) => {
      const place = asked.mock.calls.findIndex(([url]) => url === `${server.url}${path}`);
      return (await asked.mock.results[place]?.value)?.status;
    };
    await eventually(async () => expect(await statusOf('/health')).toBe(200));
    await eventually(async () => expect(await statusOf('/api/v1/auth/me')).toBe(401));
    await server.stop();
    await eventually(() => expect(first.client.readyState).toBe(WebSocket.CLOSED));
    expect(lines.filter((line) => /failed|dead letter|cannot be read/.test(line))).toEqual([]);
  }, 60_000);
});
