import { evaluateExpression, type Value } from './expression.ts';
import { type InsightsQuery, readInsightsQuery } from './insights.ts';
import type { MetricId, Query, Samples, World } from './metric.ts';
import { statisticOf } from './statistic.ts';

export interface EvaluatedAlarm {
  readonly name: string;
  readonly queries: readonly Query[];
  readonly isBad: (value: number) => boolean;
  readonly periods: { readonly bad: number; readonly of: number };
  readonly periodMinutes: number;
  readonly missingData: string;
}

export type State = 'OK' | 'ALARM';

/** Which series are in alarm, by name; an alarm on one series has one without a name. */
export type Contributors = ReadonlySet<string>;

export const ONE_SERIES = '';

/**
 * Which series of an alarm are in alarm at the end of a minute (AWS, "Alarm evaluation": the latest periods end now, and
 * so many of them must be bad). `before` is what was in alarm until then.
 */
export function contributorsAt(
  alarm: EvaluatedAlarm,
  world: World,
  minute: number,
  before: Contributors = new Set(),
): Contributors {
  const names = seriesOf(alarm, world);
  return new Set(
    names.filter((name) => {
      const values = Array.from({ length: alarm.periods.of }, (_, period) => {
        const end = minute - period * alarm.periodMinutes;
        return seriesValue(alarm, name, world, { begin: end - alarm.periodMinutes, end });
      });
      return stateOf(alarm, values, before.has(name) ? 'ALARM' : 'OK') === 'ALARM';
    }),
  );
}

/** AWS, "Configuring how CloudWatch alarms treat missing data". */
function stateOf(alarm: EvaluatedAlarm, values: readonly Value[], before: State): State {
  const known = values.filter((value) => value !== undefined);
  const missing = values.length - known.length;
  const bad = known.filter(alarm.isBad).length;
  switch (alarm.missingData) {
    case 'breaching':
      return bad + missing >= alarm.periods.bad ? 'ALARM' : 'OK';
    case 'notBreaching':
      return bad >= alarm.periods.bad ? 'ALARM' : 'OK';
    case 'ignore':
      if (bad >= alarm.periods.bad) return 'ALARM';
      return bad + missing >= alarm.periods.bad ? before : 'OK';
    default:
      throw new Error(`${alarm.name} treats missing data as ${alarm.missingData}`);
  }
}

/** From the minute after `begin` to `end`. */
interface Window {
  readonly begin: number;
  readonly end: number;
}

function watchedQuery({ name, queries }: EvaluatedAlarm): Query {
  const watched = queries.find(({ isWatched }) => isWatched);
  if (!watched) throw new Error(`${name} watches nothing`);
  return watched;
}

const insightsOf = (alarm: EvaluatedAlarm): InsightsQuery | undefined =>
  readInsightsQuery(watchedQuery(alarm).expression ?? '');

function seriesOf(alarm: EvaluatedAlarm, world: World): string[] {
  const query = insightsOf(alarm);
  if (!query) return [ONE_SERIES];
  const { metric, schema, where, groupBy } = query;
  const matching = world
    .series(metric)
    .filter((dimensions) => Object.keys(dimensions).sort().join() === schema.toSorted().join())
    .filter((dimensions) => Object.entries(where).every(([name, value]) => dimensions[name] === value));
  return [...new Set(matching.flatMap((dimensions) => dimensions[groupBy] ?? []))];
}

function seriesValue(alarm: EvaluatedAlarm, series: string, world: World, window: Window): Value {
  const query = insightsOf(alarm);
  if (!query) return queryValue(alarm, watchedQuery(alarm), world, window);
  const dimensions = { ...query.where, [query.groupBy]: series };
  return statisticOf(query.statistic, samplesIn(world, { ...query.metric, dimensions }, window));
}

function queryValue(alarm: EvaluatedAlarm, query: Query, world: World, window: Window): Value {
  if (query.metric) return statisticOf(query.statistic ?? '', samplesIn(world, query.metric, window));
  const find = (id: string) => {
    const found = alarm.queries.find((it) => it.id === id);
    if (!found) throw new Error(`${alarm.name} has no ${id}`);
    return found;
  };
  return evaluateExpression(query.expression ?? '', {
    value: (id) => queryValue(alarm, find(id), world, window),
    quota(id) {
      const { metric } = find(id);
      return metric && world.quota(metric);
    },
  });
}

function samplesIn(world: World, metric: MetricId, { begin, end }: Window): Samples {
  const times = new Map<number, number>();
  for (let minute = begin + 1; minute <= end; minute++) {
    for (const [value, count] of world.samples(metric, minute)) {
      times.set(value, (times.get(value) ?? 0) + count);
    }
  }
  return [...times];
}
