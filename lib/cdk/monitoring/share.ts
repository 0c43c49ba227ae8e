import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

export interface Share {
  /** What is counted, in several metrics. */
  readonly part: readonly IMetric[];
  /** What it is a part of; it names those of `part` that are not in the others. */
  readonly whole: readonly IMetric[];
  /** Below so many nothing is wrong, whatever share they are: one of three requests is a third of them. */
  readonly minimum: number;
  readonly label: string;
}

/**
 * How many in a hundred: sums over the metrics that have a value (AWS, "Using math expressions with CloudWatch
 * metrics"), so that one which nobody writes, such as the answers of a function that always crashes, is 0. Where no
 * metric has a value the share has none either.
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
