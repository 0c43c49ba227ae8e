import { fork } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

const HOST = fileURLToPath(new URL('lambda-host.ts', import.meta.url));

/** The trace that the request belongs to (AWS, "AWS X-Ray concepts": tracing header). */
export const TRACE_ID = '1-5759e988-bd862e3fe1be46a994272793';

export interface LambdaRun {
  readonly results: readonly unknown[];
  /** The text that the function wrote to standard output and error. */
  readonly output: string;
}

/** Runs a bundled function with these events, one after the other, in the environment that Lambda gives it. */
export async function runAsLambda(
  folder: string,
  events: readonly object[],
  variables: Readonly<Record<string, string>>,
): Promise<LambdaRun> {
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
    child.disconnect(); // it ends by itself
    await exited;
    return { results, output: (await output).join('') };
  } finally {
    child.kill();
  }
}
