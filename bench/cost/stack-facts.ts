import { App, Stack } from 'aws-cdk-lib';
import { Template } from 'aws-cdk-lib/assertions';
import * as z from 'zod';
import { synthesizeGuard } from '../../lib/cdk/guard-app.ts';
import type { StackFacts } from './measurements.ts';

type Resource = Readonly<Record<string, unknown>>;

const stageSchema = z.object({
  Properties: z.object({
    AccessLogSetting: z.object({ Format: z.string() }),
    TracingEnabled: z.boolean().default(false),
  }),
});
const socketStageSchema = z.object({
  Properties: z.object({ AccessLogSettings: z.object({ Format: z.string() }) }),
});
const alarmSchema = z.object({
  Properties: z.object({ Metrics: z.array(z.object({ MetricStat: z.unknown().optional() })).optional() }),
});
const functionSchema = z.object({
  Properties: z.object({ TracingConfig: z.object({ Mode: z.string() }).optional() }),
});
const webAclSchema = z.object({ Properties: z.object({ Rules: z.array(z.unknown()).default([]) }) });

/** What of the stack is paid by the month, and how it logs, from the templates of a `prod` stage. */
export async function readStackFacts(): Promise<StackFacts> {
  const root = await synthesizeGuard(new App({ context: { stage: 'prod' } }));
  const stacks = root.node.findAll().filter((it) => Stack.isStack(it));
  const templates = stacks.map((stack) => Template.fromStack(stack));
  const find = (type: string): Resource[] =>
    templates.flatMap((template) => Object.values(template.findResources(type)));
  const [stage] = find('AWS::ApiGateway::Stage').map((resource) => stageSchema.parse(resource).Properties);
  const [socketStage] = find('AWS::ApiGatewayV2::Stage').map((it) => socketStageSchema.parse(it).Properties);
  if (!stage || !socketStage) throw new Error('The stack has no stage');
  const alarms = find('AWS::CloudWatch::Alarm').map((resource) => alarmSchema.parse(resource).Properties);
  const functions = find('AWS::Lambda::Function').map(
    (resource) => functionSchema.parse(resource).Properties,
  );
  const webAcls = find('AWS::WAFv2::WebACL').map((resource) => webAclSchema.parse(resource).Properties);
  return {
    accessLogFormat: stage.AccessLogSetting.Format,
    socketLogFormat: socketStage.AccessLogSettings.Format,
    alarmMetrics: sum(alarms, ({ Metrics }) => Metrics?.filter(({ MetricStat }) => MetricStat).length ?? 1),
    compositeAlarms: find('AWS::CloudWatch::CompositeAlarm').length,
    dashboards: find('AWS::CloudWatch::Dashboard').length,
    webAcls: webAcls.length,
    webAclRules: sum(webAcls, ({ Rules }) => Rules.length),
    isTraced:
      stage.TracingEnabled && functions.every(({ TracingConfig }) => TracingConfig?.Mode === 'Active'),
  };
}

function sum<T>(values: readonly T[], amountOf: (value: T) => number): number {
  return values.reduce((total, value) => total + amountOf(value), 0);
}
