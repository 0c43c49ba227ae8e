import { randomBytes } from 'node:crypto';
import { Logger } from '@aws-lambda-powertools/logger';
import { Tracer } from '@aws-lambda-powertools/tracer';
import type { RandomBytes } from '../ids.ts';
import { connectTable, type Table } from '../table/table.ts';
import type { Clock } from '../time.ts';
import { createColdStart, type TakeColdStart } from './cold-start.ts';
import { serviceName } from './metrics.ts';
import { createMetricsPublisher, type PublishMetrics } from './publish-metrics.ts';
import { readRelease } from './release.ts';
import { checkSettings, readSettings, type Settings } from './settings.ts';

/** Everything that a function takes from outside, and where it tells what it does. */
export interface Runtime {
  readonly clock: Clock;
  readonly randomBytes: RandomBytes;
  readonly settings: Settings;
  /** Connected when it is first asked for: a function that does not use it is not told where it is. */
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

/** Throws where a setting is there and wrong; one that is missing, when it is read. */
export function createRuntime(environment: Readonly<Record<string, string | undefined>>): Runtime {
  checkSettings(environment);
  const settings = readSettings(environment);
  const service = serviceName(settings.stage);
  const tracer = new Tracer({ serviceName: service, captureHTTPsRequests: false });
  let table: Table | undefined;
  return {
    clock: () => new Date(),
    randomBytes,
    settings,
    get table() {
      table ??= connectTraced(settings, tracer);
      return table;
    },
    logger: new Logger({
      serviceName: service,
      persistentKeys: {
        release: readRelease(environment['LAMBDA_TASK_ROOT']),
        function_version: environment['AWS_LAMBDA_FUNCTION_VERSION'],
      },
    }),
    tracer,
    publishMetrics: createMetricsPublisher(service),
    takeColdStart: createColdStart(environment['AWS_LAMBDA_INITIALIZATION_TYPE']),
  };
}

function connectTraced(settings: Settings, tracer: Tracer): Table {
  const table = connectTable(settings);
  tracer.captureAWSv3Client(table.client);
  return table;
}
