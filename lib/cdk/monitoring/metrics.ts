import { type IMetric, MathExpression, Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type METRICS,
  METRICS_NAMESPACE,
  type MetricName,
  serviceName,
} from '../../../shared/lambda/metrics.ts';
import type { Watched } from './watched.ts';

type Dimensions<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['dimensions'][number], string>>;

interface Reading<N extends MetricName> {
  readonly statistic: string;
  readonly dimensions: Dimensions<N>;
  /** Its name in graphs; the metric's name by default. */
  readonly label?: string;
}

/** A metric that the functions of the stage publish. */
export function guardMetric<N extends MetricName>(
  { settings }: Watched,
  name: N,
  { statistic, dimensions, label = name }: Reading<N>,
): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceName(settings.stage), ...dimensions },
    statistic,
    label,
  });
}

interface Share {
  /** The metrics of the counted events. */
  readonly part: readonly IMetric[];
  /** The metrics of all events; it must include the metrics of `part` that the others do not count. */
  readonly whole: readonly IMetric[];
  /** The minimum number of counted events; below it the share is 0, because one of three requests means nothing. */
  readonly minimum: number;
  readonly label: string;
}

/**
 * A percentage. The sums leave out metrics without a value (AWS, "Using math expressions with CloudWatch metrics"), such as
 * the runs of a function that always crashes. If no metric has a value, the share has none.
 */
export function shareOf({ part, whole, minimum, label }: Share): MathExpression {
  const metrics = [...new Set([...part, ...whole])];
  const idOf = (metric: IMetric) => `m${metrics.indexOf(metric)}`;
  const sum = (added: readonly IMetric[]) => `SUM([${added.map(idOf).join(', ')}])`;
  return new MathExpression({
    expression: `IF(${sum(part)} >= ${minimum}, 100 * ${sum(part)} / ${sum(whole)}, 0)`,
    usingMetrics: Object.fromEntries(metrics.map((metric) => [idOf(metric), metric])),
    label,
  });
}

/**
 * The sum or the maximum of several metrics in each period, without those that have no value in it (AWS, "Using math
 * expressions with CloudWatch metrics").
 */
export function combineMetrics(
  how: 'SUM' | 'MAX',
  metrics: readonly IMetric[],
  label: string,
): MathExpression {
  // Ids are lower-case, and unique within a graph.
  const id = label.toLowerCase().replace(/[^a-z]/g, '');
  const usingMetrics = Object.fromEntries(metrics.map((metric, place) => [`${id}${place}`, metric]));
  return new MathExpression({
    expression: `${how}([${Object.keys(usingMetrics).join(', ')}])`,
    usingMetrics,
    label,
  });
}
