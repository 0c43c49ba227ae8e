import type { Demand, Model } from './demand.ts';
import { requestDemands } from './request-demands.ts';
import type { Scenario } from './scenarios.ts';
import { tableDemands } from './table-demands.ts';

/** Where a demand meets its limit as the scenario grows. */
export interface Bound extends Omit<Demand, 'amount'> {
  readonly size: number;
}

/** Large enough that there is more than one of everything, where demands grow in proportion or not at all. */
const PROBE = 1_000_000;

/** The bounds of a scenario, the nearest first. What does not grow with it is no bound of it. */
export function boundsOf(scenario: Scenario, model: Model): Bound[] {
  const doubled = demandsOf(scenario, 2 * PROBE, model);
  return demandsOf(scenario, PROBE, model)
    .map(({ amount, ...demand }, place) => ({
      demand,
      amount,
      growth: (doubled[place]?.amount ?? 0) / amount,
    }))
    .filter(({ growth }) => growth > 1.5)
    .map(({ demand, amount }) => ({ ...demand, size: (PROBE * demand.limit) / amount }))
    .toSorted((a, b) => a.size - b.size);
}

/** Everything limited that a scenario of a size wants. */
function demandsOf(scenario: Scenario, size: number, model: Model): Demand[] {
  const streams = scenario.streams(size);
  const population = scenario.population(size);
  return [
    ...requestDemands(streams, population, model),
    ...tableDemands(streams, population, model.measured),
  ];
}
