import type { Clock, Stopwatch } from '../../shared/base/time.ts';
import type { MetricValue } from '../../shared/lambda/metrics.ts';
import { asError, type Runtime } from '../../shared/lambda/runtime.ts';
import { readSettings } from '../../shared/lambda/settings.ts';
import { fakeTable, type SentCommand, type TableAnswers } from './fake-table.ts';
import { functionVariables } from './function-variables.ts';

/** The parts of a runtime that a test can set. The others have simple defaults. */
export interface RuntimeParts {
  readonly clock: Clock;
  readonly answers?: TableAnswers;
  readonly settings?: Partial<Runtime['settings']>;
  /** Constant by default. */
  readonly stopwatch?: Stopwatch;
  readonly isColdStart?: boolean;
  readonly logLevel?: 'INFO' | 'DEBUG';
}

export interface LoggedLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  // biome-ignore lint/suspicious/noExplicitAny: fields of many lines
  readonly fields: any;
}

interface MadeRuntime {
  readonly runtime: Runtime;
  readonly metrics: readonly MetricValue[];
  readonly logged: readonly LoggedLine[];
  readonly sent: readonly SentCommand[];
}

/** A runtime in memory, with the metrics, log lines and table commands of its function. */
export function makeRuntime(parts: RuntimeParts): MadeRuntime {
  const { table, sent } = fakeTable(parts.answers ?? []);
  const metrics: MetricValue[] = [];
  const logged: LoggedLine[] = [];
  const write = (level: LoggedLine['level']) => (message: string, fields: unknown) =>
    logged.push({ level, message, fields });
  const runtime: Runtime = {
    clock: parts.clock,
    stopwatch: parts.stopwatch ?? (() => 0),
    randomBytes: (size) => new Uint8Array(size).fill(7),
    table,
    settings: {
      ...readSettings(functionVariables({ tableName: table.name, tokenExpirationMinutes: 60 })),
      ...parts.settings,
    },
    release: 'test-release',
    logger: {
      debug: write('debug'),
      info: write('info'),
      warn: write('warn'),
      error: write('error'),
      getLevelName: () => parts.logLevel ?? 'INFO',
    } as unknown as Runtime['logger'],
    nameSources: asError,
    publishMetrics(values, line) {
      metrics.push(...values);
      const { message, ...fields } = line ?? {};
      if (message) write('info')(message, fields);
    },
    takeColdStart: () => parts.isColdStart ?? false,
  };
  return { runtime, metrics, logged, sent };
}
