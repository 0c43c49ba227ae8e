import * as z from 'zod';
import { attributeOwner, type Synthesis } from './synthesis.ts';

/** A metric that an alarm or a graph reads; a dimension's value is a name or, in braces, a resource's logical id. */
export interface WatchedMetric {
  readonly namespace: string;
  readonly name: string;
  readonly dimensions: Readonly<Record<string, string>>;
}

export interface DeployedAlarm {
  readonly name: string;
  readonly description: string;
  /** Logical ids of the topics that are told. */
  readonly onAlarm: readonly string[];
  readonly onOk: readonly string[];
  readonly metrics: readonly WatchedMetric[];
  readonly threshold: number;
  readonly missingData: string;
}

const reference = z.object({ Ref: z.string() }).transform(({ Ref }) => Ref);
const resourceId = z.union([reference, attributeOwner]).transform((id) => `{${id}}`);
const resourceName = z.union([
  resourceId,
  z
    .object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), resourceId]))]) })
    .transform((it) => it['Fn::Join'][1].join('')),
]);
const dimensionsSchema = z
  .array(z.object({ Name: z.string(), Value: z.union([z.string(), resourceName]) }))
  .transform((dimensions) => Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value])));
const metricSchema = z
  .object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensionsSchema })
  .transform((it) => ({ namespace: it.Namespace, name: it.MetricName, dimensions: it.Dimensions }));
const alarmSchema = z.object({
  Properties: z.intersection(
    z.object({
      AlarmName: z.string(),
      AlarmDescription: z.string(),
      AlarmActions: z.array(reference).default([]),
      OKActions: z.array(reference).default([]),
      Threshold: z.number(),
      TreatMissingData: z.string(),
    }),
    z.union([
      z
        .object({ Metrics: z.array(z.object({ MetricStat: z.object({ Metric: metricSchema }).optional() })) })
        .transform(({ Metrics }) => Metrics.flatMap((it) => it.MetricStat?.Metric ?? []))
        .transform((metrics) => ({ metrics })),
      metricSchema.transform((metric) => ({ metrics: [metric] })),
    ]),
  ),
});

export function deployedAlarms(synthesis: Synthesis): DeployedAlarm[] {
  return [...synthesis.resources('AWS::CloudWatch::Alarm', alarmSchema).values()].map(
    ({ Properties: it }) => ({
      name: it.AlarmName,
      description: it.AlarmDescription,
      onAlarm: it.AlarmActions,
      onOk: it.OKActions,
      metrics: it.metrics,
      threshold: it.Threshold,
      missingData: it.TreatMissingData,
    }),
  );
}
