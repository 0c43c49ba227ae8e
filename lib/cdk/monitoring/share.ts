import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

export interface Share {
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
