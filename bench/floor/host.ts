import { isSuccess } from '../deployed/is-success.ts';
import { measureSpent, type Spent } from '../turns.ts';

export interface Order {
  readonly events: readonly object[];
  /** Whether to report the function's results in addition to the times. */
  readonly keepsAnswers: boolean;
}

export interface Report {
  /** The average processor time of this process for each invocation. */
  readonly spent: Spent;
  readonly answers: readonly unknown[];
  readonly failures: number;
}

/**
 * Runs a function in its own forked process, as Lambda does: `node host <folder>`. It sends one message when the
 * function is loaded, and a report for each order that it receives.
 */
const [folder = ''] = process.argv.slice(2);
const { handler } = await import(`file://${folder}/index.mjs`);

const context = { functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'], functionVersion: '7' };

process.on('message', async (order: Order) => process.send?.(await run(order)));
process.send?.('ready');

async function run({ events, keepsAnswers }: Order): Promise<Report> {
  const answers: unknown[] = [];
  let failures = 0;
  const { spent } = await measureSpent(async () => {
    for (const [place, event] of events.entries()) {
      process.env['_X_AMZN_TRACE_ID'] = traceOf(place); // new with each invocation
      const answer = await handler(event, context);
      if (!isSuccess(answer)) failures += 1;
      if (keepsAnswers) answers.push(answer);
    }
  });
  const each = (milliseconds: number) => milliseconds / events.length;
  return {
    spent: { processorMs: each(spent.processorMs), wallMs: each(spent.wallMs) },
    answers,
    failures,
  };
}

let runs = 0;

/** The header of a sampled trace (AWS, "AWS X-Ray concepts": tracing header). */
function traceOf(place: number): string {
  if (place === 0) runs += 1;
  const id = (runs * 1_000 + place).toString(16).padStart(24, '0');
  return `Root=1-5759e988-${id};Parent=53995c3f42cd8ad8;Sampled=1`;
}
