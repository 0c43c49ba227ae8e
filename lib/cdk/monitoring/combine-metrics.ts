import { type IMetric, MathExpression } from 'aws-cdk-lib/aws-cloudwatch';

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
