import { lookup } from 'node:dns';
import type { Stopwatch } from '../time.ts';
import type { Network } from './guarded-lookup.ts';

export const lambdaNetwork = (stopwatch: Stopwatch): Network => ({
  resolve: (hostname, callback) => lookup(hostname, { all: true }, callback),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  stopwatch,
});
