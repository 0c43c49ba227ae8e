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
  /** The name in graphs; by default, that of the metric. */
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
  /** The metrics that count the events whose share is computed. */
  readonly part: readonly IMetric[];
  /**
   * The metrics that together count all events. A metric of `part` must be among them if the others do not count its events.
   */
  readonly whole: readonly IMetric[];
  /** How many of these events there must be. With fewer, the share is 0, because one of three requests means nothing. */
  readonly minimum: number;
  readonly label: string;
}

/**
 * A percentage. Metrics without a value are left out of the sums (AWS, "Using math expressions with CloudWatch metrics"),
 * such as the runs of a function that always crashes. If no metric has a value, the share has none either.
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
 * The sum or the maximum of several metrics in each period. Metrics that have no value in a period are left out (AWS, "Using
 * math expressions with CloudWatch metrics").
 */
export function combineMetrics(
  how: 'SUM' | 'MAX',
  metrics: readonly IMetric[],
  label: string,
): MathExpression {
  // The id of a metric must be lower-case and unique within its graph.
  const id = label.toLowerCase().replace(/[^a-z]/g, '');
  const usingMetrics = Object.fromEntries(metrics.map((metric, place) => [`${id}${place}`, metric]));
  return new MathExpression({
    expression: `${how}([${Object.keys(usingMetrics).join(', ')}])`,
    usingMetrics,
    label,
  });
}
