import * as z from 'zod';
import type { EvaluatedAlarm, MetricId, Query, Suppression } from '../support/cloudwatch.ts';
import { attributeOwner, type Synthesis } from './synthesis.ts';

/** The texts and receivers of an alarm. */
interface Message {
  /** Its logical id. */
  readonly id: string;
  readonly name: string;
  readonly description: string;
  /** The logical ids of the topics that it notifies. */
  readonly onAlarm: readonly string[];
  readonly onOk: readonly string[];
}

/** An alarm on metrics. */
export interface DeployedAlarm extends Message, EvaluatedAlarm {
  readonly metrics: readonly MetricId[];
  readonly threshold: number;
}

/** An alarm on other alarms. */
export interface DeployedComposite extends Message {
  /** Contains the logical ids of alarms. */
  readonly rule: string;
  /** The logical id of the alarm that suppresses its notifications. */
  readonly suppressor: string | undefined;
  readonly suppression: Suppression;
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
  .default([])
  .transform((dimensions) => Object.fromEntries(dimensions.map(({ Name, Value }) => [Name, Value])));
const metricSchema = z
  .object({ Namespace: z.string(), MetricName: z.string(), Dimensions: dimensionsSchema })
  .transform((it): MetricId => ({ namespace: it.Namespace, name: it.MetricName, dimensions: it.Dimensions }));

const querySchema = z
  .object({
    Id: z.string(),
    ReturnData: z.boolean().default(true),
    Expression: z.string().optional(),
    Period: z.number().optional(),
    MetricStat: z.object({ Metric: metricSchema, Stat: z.string(), Period: z.number() }).optional(),
  })
  .transform(
    (it): Query => ({
      id: it.Id,
      isWatched: it.ReturnData,
      expression: it.Expression,
      metric: it.MetricStat?.Metric,
      statistic: it.MetricStat?.Stat,
      periodMinutes: toMinutes(it.MetricStat?.Period ?? it.Period),
    }),
  );

/** An alarm on one metric, as a query. */
const singleSchema = z
  .intersection(
    z.object({
      Statistic: z.string().optional(),
      ExtendedStatistic: z.string().optional(),
      Period: z.number(),
    }),
    metricSchema,
  )
  .transform((it) => [
    {
      id: 'single',
      isWatched: true,
      metric: { namespace: it.namespace, name: it.name, dimensions: it.dimensions },
      statistic: it.Statistic ?? it.ExtendedStatistic,
      periodMinutes: toMinutes(it.Period),
    },
  ]);
const queriesSchema = z.union([
  z.object({ Metrics: z.array(querySchema) }).transform(({ Metrics }) => Metrics),
  singleSchema,
]);

const messageSchema = z.object({
  AlarmName: z.string(),
  AlarmDescription: z.string(),
  AlarmActions: z.array(reference).default([]),
  OKActions: z.array(reference).default([]),
});
const alarmSchema = z.object({
  Properties: messageSchema.extend({
    Threshold: z.number(),
    TreatMissingData: z.string(),
    ComparisonOperator: z.enum(['GreaterThanThreshold', 'LessThanThreshold']),
    EvaluationPeriods: z.number(),
    DatapointsToAlarm: z.number().optional(),
  }),
});
const queriesOfSchema = z.object({ Properties: queriesSchema });
const compositeSchema = z.object({
  Properties: messageSchema.extend({
    AlarmRule: z
      .object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.union([z.string(), attributeOwner]))]) })
      .transform((it) => it['Fn::Join'][1].join('')),
    ActionsSuppressor: attributeOwner.optional(),
    ActionsSuppressorWaitPeriod: z.number().default(0),
    ActionsSuppressorExtensionPeriod: z.number().default(0),
  }),
});

/** Every deployed alarm on metrics. */
export function deployedAlarms(synthesis: Synthesis): DeployedAlarm[] {
  const type = 'AWS::CloudWatch::Alarm';
  const queriesOf = synthesis.resources(type, queriesOfSchema);
  return [...synthesis.resources(type, alarmSchema)].map(([id, { Properties: it }]) => {
    const queries: readonly Query[] = queriesOf.get(id)?.Properties ?? [];
    return {
      ...messageOf(id, it),
      queries,
      metrics: queries.flatMap(({ metric }) => metric ?? []),
      threshold: it.Threshold,
      isBad:
        it.ComparisonOperator === 'GreaterThanThreshold'
          ? (value) => value > it.Threshold
          : (value) => value < it.Threshold,
      periods: { bad: it.DatapointsToAlarm ?? it.EvaluationPeriods, of: it.EvaluationPeriods },
      periodMinutes: onePeriodOf(it.AlarmName, queries),
      missingData: it.TreatMissingData,
    };
  });
}

export function deployedComposites(synthesis: Synthesis): DeployedComposite[] {
  return [...synthesis.resources('AWS::CloudWatch::CompositeAlarm', compositeSchema)].map(
    ([id, { Properties: it }]) => ({
      ...messageOf(id, it),
      rule: it.AlarmRule,
      suppressor: it.ActionsSuppressor,
      suppression: {
        waitMinutes: it.ActionsSuppressorWaitPeriod / 60,
        extensionMinutes: it.ActionsSuppressorExtensionPeriod / 60,
      },
    }),
  );
}

function messageOf(id: string, it: z.infer<typeof messageSchema>): Message {
  return {
    id,
    name: it.AlarmName,
    description: it.AlarmDescription,
    onAlarm: it.AlarmActions,
    onOk: it.OKActions,
  };
}

function toMinutes(seconds: number | undefined): number | undefined {
  return seconds === undefined ? undefined : seconds / 60;
}

/** All metrics of an alarm have the same period (AWS, "Create a CloudWatch alarm based on a metric math expression"). */
function onePeriodOf(name: string, queries: readonly Query[]): number {
  const periods = [...new Set(queries.flatMap(({ periodMinutes }) => periodMinutes ?? []))];
  const [period] = periods;
  if (period === undefined || periods.length > 1) throw new Error(`${name} has the periods ${periods}`);
  return period;
}
