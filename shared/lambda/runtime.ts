import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { SourceMap } from 'node:module';
import { join } from 'node:path';
import { Logger } from '@aws-lambda-powertools/logger';
import type { RandomBytes } from '../base/ids.ts';
import type { Clock, Stopwatch } from '../base/time.ts';
import { connectTable, type Table } from '../table/table.ts';
import type { CertificateAuthority } from './certificate-authority.ts';
import type { Environment } from './environment.ts';
import { createMetricsPublisher, type PublishMetrics, serviceName } from './metrics.ts';
import { readRelease, UNKNOWN_COMMIT } from './release.ts';
import { checkSettings, readSettings, type Settings } from './settings.ts';

/** Everything that a function uses from outside its own code. */
export interface Runtime {
  readonly clock: Clock;
  readonly stopwatch: Stopwatch;
  readonly randomBytes: RandomBytes;
  readonly settings: Settings;
  /** The commit from which the code was first deployed, or `unknown`. */
  readonly release: string;
  /** The table. It is connected at its first use, because a function without a table lacks the setting for it. */
  readonly table: Table;
  readonly logger: Logger;
  /** Translates stack traces to the sources before an error is logged, because the deployed code is minified. */
  readonly nameSources: NameSources;
  readonly publishMetrics: PublishMetrics;
  readonly takeColdStart: TakeColdStart;
  /** Set by tests only. */
  readonly resolveTxt?: ResolveTxt;
  /** Set by tests only. */
  readonly certificates?: CertificateAuthority;
}

/** Reads the TXT records of a name, each in its chunks. Rejects if there are none, or if no server answers in time. */
export type ResolveTxt = (name: string) => Promise<readonly (readonly string[])[]>;

export type RuntimeSource = () => Runtime;

let runtime: Runtime | undefined;

/** The runtime of a deployed function. The first call makes it from the environment. */
export const lambdaRuntime: RuntimeSource = () => {
  runtime ??= createRuntime(process.env);
  return runtime;
};

/** Makes the runtime. Throws if a setting has a wrong value. A missing setting throws later, when it is read. */
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
    randomBytes,
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

/**
 * Makes the function that writes metrics and log lines to standard output. On the local server, the logger writes the lines
 * of requests.
 */
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

/**
 * The trace id, in the form that the logger writes. It differs between invocations (AWS, "Using Lambda environment
 * variables").
 */
function traceIdOf(environment: Environment): string | undefined {
  return /Root=([^;]+)/.exec(environment['_X_AMZN_TRACE_ID'] ?? '')?.[1];
}

/** Returns whether the invocation is the first one of its execution environment, so it returns true at most once. */
type TakeColdStart = () => boolean;

/**
 * Makes that function. An environment that Lambda prepares before its first request delays no request, so it counts as warm
 * (AWS, "Using Lambda environment variables": AWS_LAMBDA_INITIALIZATION_TYPE).
 */
export function createColdStart(initializationType: string | undefined): TakeColdStart {
  let isCold = initializationType === 'on-demand';
  return () => {
    const wasCold = isCold;
    isCold = false;
    return wasCold;
  };
}

const SOURCE_MAP_FILE = 'index.mjs.map';

/** A place in the deployed code, as a stack trace shows it. */
const PLACE = /(?:file:\/\/)?[^\s()]*\/index\.mjs:(\d+):(\d+)/g;

/**
 * Rewrites the stack traces of an error and its causes so that they show the sources, and returns the error for the log. A
 * thrown value that is not an `Error` is replaced, because it may contain anything.
 */
type NameSources = (error: unknown) => Error;

export const asError: NameSources = (error) => (error instanceof Error ? error : new Error('unknown'));

/**
 * Makes `nameSources` for the code in this folder. Without a source map, it leaves stack traces as they are. It reads the map
 * for the first stack trace; `--enable-source-maps` would read it at each start, which takes a tenth of a cold start.
 */
export function createSourceNamer(taskRoot: string | undefined): NameSources {
  let map: SourceMap | undefined | 'unread' = 'unread';
  return (error) => {
    if (map === 'unread') map = readSourceMap(taskRoot);
    for (let cause = error; map && cause instanceof Error; cause = cause.cause) {
      if (cause.stack) cause.stack = nameSources(map, cause.stack);
    }
    return asError(error);
  };
}

function readSourceMap(taskRoot: string | undefined): SourceMap | undefined {
  if (taskRoot === undefined) return undefined;
  try {
    return new SourceMap(JSON.parse(readFileSync(join(taskRoot, SOURCE_MAP_FILE), 'utf8')));
  } catch {
    return undefined;
  }
}

function nameSources(map: SourceMap, stack: string): string {
  return stack.replace(PLACE, (place, line: string, column: string) => {
    const entry = map.findEntry(Number(line) - 1, Number(column) - 1);
    if (!('originalSource' in entry)) return place;
    const source = entry.originalSource.replace(/^(\.\.\/)+/, '');
    return `${source}:${entry.originalLine + 1}:${entry.originalColumn + 1}`;
  });
}
