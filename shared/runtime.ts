import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import type { RandomBytes } from './ids.ts';
import { readSettings, type Settings } from './settings.ts';
import { connectTable, type Table } from './table/table.ts';
import type { Clock } from './time.ts';

/** Everything that a function takes from outside: time, randomness, settings, the table and the log. */
export interface Runtime {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly settings: Settings;
  readonly table: Table;
  readonly logger: Logger;
}

export type RuntimeSource = () => Runtime;

let runtime: Runtime | undefined;

/** The runtime of a deployed function, made from its environment at the first call and kept warm. */
export const lambdaRuntime: RuntimeSource = () => {
  runtime ??= createRuntime(process.env);
  return runtime;
};

function createRuntime(environment: NodeJS.ProcessEnv): Runtime {
  const settings = readSettings(environment);
  return {
    clock: () => new Date(),
    randomBytes,
    settings,
    table: connectTable(settings),
    logger: new Logger({ serviceName: 'guard' }),
  };
}
