import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Tracer } from '@aws-lambda-powertools/tracer';
import type { RandomBytes } from '../ids.ts';
import { connectTable, type Table } from '../table/table.ts';
import type { Clock } from '../time.ts';
import { createColdStart, type TakeColdStart } from './cold-start.ts';
import { serviceName } from './metrics.ts';
import { createMetricsPublisher, type PublishMetrics } from './publish-metrics.ts';
import { readSettings, type Settings } from './settings.ts';

/** Everything that a function takes from outside, and where it tells what it does. */
export interface Runtime {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly settings: Settings;
  readonly table: Table;
  readonly logger: Logger;
  readonly tracer: Tracer;
  readonly publishMetrics: PublishMetrics;
  readonly takeColdStart: TakeColdStart;
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
  const service = serviceName(settings.stage);
  const tracer = new Tracer({ serviceName: service, captureHTTPsRequests: false });
  const table = connectTable(settings);
  tracer.captureAWSv3Client(table.client);
  return {
    clock: () => new Date(),
    randomBytes,
    settings,
    table,
    logger: new Logger({ serviceName: service }),
    tracer,
    publishMetrics: createMetricsPublisher(service),
    takeColdStart: createColdStart(environment['AWS_LAMBDA_INITIALIZATION_TYPE']),
  };
}
