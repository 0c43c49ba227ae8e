import type { IAspect } from 'aws-cdk-lib';
import { CfnAlarm, CfnCompositeAlarm } from 'aws-cdk-lib/aws-cloudwatch';
import type { IConstruct } from 'constructs';
import * as z from 'zod';
import { METRICS_NAMESPACE } from '../../shared/lambda/metrics.ts';

const metricSchema = z.object({
  metricStat: z.object({
    metric: z.object({
      namespace: z.string(),
      metricName: z.string(),
      dimensions: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
    }),
    period: z.number(),
  }),
});

/** The metric of an alarm that watches a query or other alarms. */
const ANY_METRIC = { namespace: METRICS_NAMESPACE, metricName: 'Any', dimensions: [] };
const ANY_PERIOD_SECONDS = 300;

/**
 * MiniStack 1.5 refuses alarms on metric math ("Properties.Metrics (metric math) is not supported") and makes no composite
 * ones. Each watches a single metric instead: its first one, or any. Everything else, including its actions, is as on AWS.
 */
export class SingleMetricAlarms implements IAspect {
  visit(node: IConstruct): void {
    if (node instanceof CfnCompositeAlarm) this.makeSingle(node);
    if (!(node instanceof CfnAlarm) || !Array.isArray(node.metrics)) return;
    const first = node.metrics.map((metric) => metricSchema.safeParse(metric)).find(({ success }) => success);
    const { metric, period } = first?.data?.metricStat ?? { metric: ANY_METRIC, period: ANY_PERIOD_SECONDS };
    node.metrics = undefined;
    Object.assign(node, { ...metric, period, statistic: 'Sum' });
  }

  private makeSingle(node: CfnCompositeAlarm): void {
    node.addOverride('Type', CfnAlarm.CFN_RESOURCE_TYPE_NAME);
    node.addPropertyDeletionOverride('AlarmRule');
    const { namespace, metricName } = ANY_METRIC;
    const properties = {
      Namespace: namespace,
      MetricName: metricName,
      Statistic: 'Sum',
      Period: ANY_PERIOD_SECONDS,
      EvaluationPeriods: 1,
      Threshold: 0,
      ComparisonOperator: 'GreaterThanThreshold',
    };
    for (const [name, value] of Object.entries(properties)) node.addPropertyOverride(name, value);
  }
}
