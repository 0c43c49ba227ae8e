import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import { tiered } from './bill.ts';
import { gbSeconds } from './duration.ts';
import { accessLogBytes, PLATFORM_LOG_BYTES } from './log-lines.ts';
import type { MeasuredFunction, StackFacts } from './measurements.ts';
import type { Prices } from './prices.ts';
import { TRACED_SHARE } from './usage.ts';

/** What one request makes the stack do. */
export interface RequestWork {
  readonly functions: readonly MeasuredFunction[];
  readonly responseBytes: number;
}

const GB = 1_000_000_000;

/** What one request costs at once, in US dollars: what it leaves behind, in the table and the logs, is not in it. */
export function priceOf(
  { functions, responseBytes }: RequestWork,
  { stack, prices, settings }: { stack: StackFacts; prices: Prices; settings: StageSettings },
): number {
  const total = (amountOf: (run: MeasuredFunction) => number) =>
    functions.reduce((sum, run) => sum + amountOf(run), 0);
  const logBytes = accessLogBytes(stack.accessLogFormat) + total((run) => run.logBytes + PLATFORM_LOG_BYTES);
  return (
    (prices.apiRequests[0]?.price ?? Number.NaN) +
    (stack.webAcls > 0 ? prices.firewallRequest : 0) +
    functions.length * prices.lambdaRequest +
    total((run) => gbSeconds(run, settings)) * prices.lambdaGbSecond +
    total((run) => run.readUnits) * prices.readUnit +
    total((run) => run.writeUnits) * prices.writeUnit +
    (logBytes / GB) * prices.logIngestion +
    (responseBytes / GB) * prices.transferOut +
    (stack.isTraced ? TRACED_SHARE * prices.trace : 0)
  );
}

/** What so many of a request cost in a month: API Gateway is cheaper for many. */
export function priceOfMany(
  work: RequestWork,
  count: number,
  model: { stack: StackFacts; prices: Prices; settings: StageSettings },
): number {
  const { apiRequests } = model.prices;
  const withoutGateway = priceOf(work, { ...model, prices: { ...model.prices, apiRequests: FREE } });
  return count * withoutGateway + tiered(count, apiRequests);
}

const FREE = [{ upTo: Number.POSITIVE_INFINITY, price: 0 }];
