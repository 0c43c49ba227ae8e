import { randomBytes } from 'node:crypto';

/** A block of invocations, one after the other. */
export interface Order {
  readonly events: readonly object[];
  /** Whether what the function returned is of interest; otherwise only what it took. */
  readonly keepsAnswers: boolean;
}

/** What a block took of this process, in milliseconds for each invocation. */
export interface Spent {
  readonly processorMs: number;
  readonly wallMs: number;
}

export interface Report extends Spent {
  readonly answers: readonly unknown[];
  /** How many invocations did not succeed. */
  readonly failures: number;
}

/**
 * Runs a function in a process of its own, as Lambda does: `node host <folder>`, forked. Each message is an order,
 * and is answered with a report. The first message that it sends says that the function is loaded.
 */
const [folder = ''] = process.argv.slice(2);
const { handler } = await import(`file://${folder}/index.mjs`);

const context = { functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'], functionVersion: '7' };

process.on('message', async (order: Order) => process.send?.(await run(order)));
process.send?.('ready');

async function run({ events, keepsAnswers }: Order): Promise<Report> {
  const answers: unknown[] = [];
  let failures = 0;
  const traces = events.map(newTrace);
  const wallStart = performance.now();
  const processorStart = process.cpuUsage();
  for (const [place, event] of events.entries()) {
    process.env['_X_AMZN_TRACE_ID'] = traces[place]; // new with each invocation
    const answer = await handler(event, context);
    if (!isSuccess(answer)) failures += 1;
    if (keepsAnswers) answers.push(answer);
  }
  const { user, system } = process.cpuUsage(processorStart);
  const wallMs = (performance.now() - wallStart) / events.length;
  return { processorMs: (user + system) / 1_000 / events.length, wallMs, answers, failures };
}

// biome-ignore lint/suspicious/noExplicitAny: of an endpoint or of the authorizer
function isSuccess({ statusCode, policyDocument }: any): boolean {
  return statusCode === 200 || policyDocument?.Statement[0].Effect === 'Allow';
}

function newTrace(): string {
  const id = randomBytes(20).toString('hex');
  const time = Math.floor(Date.now() / 1_000).toString(16);
  return `Root=1-${time}-${id.slice(0, 24)};Parent=${id.slice(24)};Sampled=1`;
}
