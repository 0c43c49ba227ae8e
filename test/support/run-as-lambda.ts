import { fork } from 'node:child_process';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setImmediate } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('lambda-host.ts', import.meta.url));

/** The trace that the request belongs to (AWS, "AWS X-Ray concepts": tracing header). */
export const TRACE_ID = '1-5759e988-bd862e3fe1be46a994272793';

export interface LambdaRun {
  readonly results: readonly unknown[];
  /** What the function wrote to standard output and error. */
  readonly output: string;
  /** The segment documents that it sent to the X-Ray daemon. */
  // biome-ignore lint/suspicious/noExplicitAny: documents of X-Ray's
  readonly segments: readonly any[];
}

/**
 * Runs a bundled function with these events, one after the other, in the environment that Lambda gives it, with a
 * daemon of X-Ray's that listens on loopback.
 */
export async function runAsLambda(
  folder: string,
  events: readonly object[],
  variables: Readonly<Record<string, string>>,
): Promise<LambdaRun> {
  const daemon = createSocket('udp4');
  const datagrams: string[] = [];
  daemon.on('message', (datagram) => datagrams.push(datagram.toString('utf8')));
  daemon.bind(0, '127.0.0.1');
  await once(daemon, 'listening');
  const child = fork(HOST, [folder], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    env: {
      PATH: process.env['PATH'],
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
      AWS_REGION: 'eu-west-1',
      AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x',
      AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
      LAMBDA_TASK_ROOT: '/var/task',
      _HANDLER: 'index.handler',
      _X_AMZN_TRACE_ID: `Root=${TRACE_ID};Parent=53995c3f42cd8ad8;Sampled=1`,
      AWS_XRAY_DAEMON_ADDRESS: `127.0.0.1:${daemon.address().port}`,
      ...variables,
    },
  });
  if (!child.stdout || !child.stderr) throw new Error('The child has no output');
  const output = Promise.all([text(child.stdout), text(child.stderr)]);
  const exited = once(child, 'exit');
  const failed = exited.then(async () => {
    throw new Error(`The function ended: ${(await output).join('')}`);
  });
  failed.catch(() => {});
  const message = async () => (await Promise.race([once(child, 'message'), failed]))[0];
  try {
    await message();
    const results = [];
    for (const event of events) {
      child.send(event);
      results.push(await message());
    }
    child.disconnect(); // it ends by itself once its datagrams are sent
    await exited;
    await setImmediate(); // they have arrived, and are now read
    return { results, output: (await output).join(''), segments: datagrams.map(parseSegment) };
  } finally {
    child.kill();
    daemon.close();
  }
}

/** A datagram is a line with the format and a line with the document. */
function parseSegment(datagram: string): unknown {
  return JSON.parse(datagram.slice(datagram.indexOf('\n') + 1));
}
