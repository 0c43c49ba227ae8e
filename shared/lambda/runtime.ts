import { Logger } from '@aws-lambda-powertools/logger';
import type { RandomBytes } from '../ids.ts';
import { pooledRandomBytes } from '../pooled-random.ts';
import { connectTable, type Table } from '../table/table.ts';
import type { Clock, Stopwatch } from '../time.ts';
import { createColdStart, type TakeColdStart } from './cold-start.ts';
import type { Environment } from './environment.ts';
import { serviceName } from './metrics.ts';
import { createSourceNamer, type NameSources } from './name-sources.ts';
import { createMetricsPublisher, type PublishMetrics } from './publish-metrics.ts';
import { readRelease, UNKNOWN_COMMIT } from './release.ts';
import { checkSettings, readSettings, type Settings } from './settings.ts';

/** Everything that a function takes from outside. */
export interface Runtime {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly randomBytes: RandomBytes;
  readonly settings: Settings;
  /** The commit that the code was first deployed from, or `unknown`. */
  readonly release: string;
  /** Connected at its first use: a function without a table does not have the setting. */
  readonly table: Table;
  readonly logger: Logger;
  /** Maps stack traces to the sources before an error is logged, because the deployed code is minified. */
  readonly nameSources: NameSources;
  readonly publishMetrics: PublishMetrics;
  readonly takeColdStart: TakeColdStart;
  /** Only tests set it. */
  readonly resolveTxt?: ResolveTxt;
}

/** The TXT records of a name, each in its chunks. Rejects without records, and if no server answers in time. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

export type RuntimeSource = () => Runtime;

let runtime: Runtime | undefined;

/** The runtime of a deployed function, created from its environment at the first call. */
export const lambdaRuntime: RuntimeSource = () => {
  runtime ??= createRuntime(process.env);
  return runtime;
};

/** Throws if a setting has a wrong value. Reading a missing setting throws later. */
export function createRuntime(environment: Environment): Runtime {
  checkSettings(environment);
  const settings = readSettings(environment);
  const service = serviceName(settings.stage);
  const release = readRelease(environment['LAMBDA_TASK_ROOT']);
  const logger = new Logger({
    serviceName: service,
    persistentKeys: { release, function_version: environment['AWS_LAMBDA_FUNCTION_VERSION'] },
  });
  let table: Table | undefined;
  return {
    clock,
    stopwatch: () => performance.now(),
    randomBytes: pooledRandomBytes(),
    settings,
    release: release ?? UNKNOWN_COMMIT,
    get table() {
      table ??= connectTable(settings);
      return table;
    },
    logger,
    nameSources: createSourceNamer(environment['LAMBDA_TASK_ROOT']),
    publishMetrics: connectMetrics(environment, service, logger),
    takeColdStart: createColdStart(environment['AWS_LAMBDA_INITIALIZATION_TYPE']),
  };
}

const clock: Clock = () => new Date();

/** Writes metrics and log lines to standard output. On the local server, the logger writes the lines of requests. */
function connectMetrics(environment: Environment, service: string, logger: Logger): PublishMetrics {
  if (environment['GUARD_METRICS_DISABLED'] === 'true') {
    return (_, { message, ...fields } = { message: 'run' }) => {
      if (message === 'request') logger.info(message, fields);
    };
  }
  const fixed = { service, ...logger.getPersistentLogAttributes() };
  const lineFields = () => ({ ...fixed, xray_trace_id: traceIdOf(environment) });
  return createMetricsPublisher({ service, clock, write: (line) => process.stdout.write(line), lineFields });
}

/** The trace id as the logger writes it. It differs in each invocation (AWS, "Using Lambda environment variables"). */
function traceIdOf(environment: Environment): string | undefined {
  return /Root=([^;]+)/.exec(environment['_X_AMZN_TRACE_ID'] ?? '')?.[1];
}
