import { lookup } from 'node:dns';
import type { Stopwatch } from '../../shared/time.ts';
import type { Network } from '../../shared/webhooks/attempt.ts';

export const lambdaNetwork = (stopwatch: Stopwatch): Network => ({
  resolve: (hostname, callback) => lookup(hostname, { all: true }, callback),
  timeout: (milliseconds) => AbortSignal.timeout(milliseconds),
  stopwatch,
});
