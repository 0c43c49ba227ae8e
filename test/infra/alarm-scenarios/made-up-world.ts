import type { World } from '../../support/cloudwatch/metric.ts';
import { ORDINARY_SERIES, ordinarySamples } from './ordinary.ts';
import type { Load, Scenario } from './scenario.ts';

/** What the account may run at once. */
const CONCURRENCY_QUOTA = 1_000;

/** Something that is wrong from the minute after `begin` to `end`. */
export interface Trouble {
  readonly scenario: Scenario;
  readonly key: string;
  readonly begin: number;
  readonly end: number;
}

/** An ordinary day, and what goes wrong in it. */
export function madeUpWorld(load: Load, troubles: readonly Trouble[] = []): World {
  return {
    samples(metric, minute) {
      return troubles
        .filter(({ begin, end }) => begin < minute && minute <= end)
        .reduce(
          (ordinary, { scenario, key }) =>
            scenario.change({ metric, ordinary, load, minute, key }) ?? ordinary,
          isTroubleOnly(metric.dimensions['tenant_id']) ? [] : ordinarySamples(metric, minute, load),
        );
    },
    series: ({ name }) => [
      ...(ORDINARY_SERIES[name] ?? []),
      ...troubles.flatMap(({ scenario }) => scenario.series?.[name] ?? []),
    ],
    quota: ({ name }) => (name === 'ConcurrentExecutions' ? CONCURRENCY_QUOTA : undefined),
  };
}

/** A tenant that is measured only while its alert waits. */
const isTroubleOnly = (tenantId: string | undefined) => tenantId?.startsWith('waiting') ?? false;
