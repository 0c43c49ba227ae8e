import { measureSpent, type Spent } from '../turns.ts';

/** Times of a function's start, in milliseconds. */
export interface Start {
  readonly import: Spent;
  /** The first invocation, without the import. */
  readonly first: Spent;
  readonly answer: unknown;
}

/**
 * Starts a function in a fresh process and runs it once: `node host <folder> <file of the event>`. Writes a `Start` as
 * JSON to descriptor 3. Loads nothing but Node.js before the function.
 */
const { readFileSync, writeSync } = process.getBuiltinModule('node:fs');
const [folder = '', eventFile = ''] = process.argv.slice(2);
const event: unknown = JSON.parse(readFileSync(eventFile, 'utf8'));
const context = { functionName: process.env['AWS_LAMBDA_FUNCTION_NAME'], functionVersion: '7' };

const imported = await measureSpent(() => import(`file://${folder}/index.mjs`));
const invoked = await measureSpent(() => imported.result.handler(event, context));
const start: Start = { import: imported.spent, first: invoked.spent, answer: invoked.result };
writeSync(3, JSON.stringify(start));
process.exit(); // its connections to the table would keep it
