import * as z from 'zod';
import type { MetricId } from '../support/cloudwatch.ts';
import type { Synthesis } from './synthesis.ts';

export interface Widget {
  readonly type: string;
  /** A graph's title, or the text of a heading. */
  readonly title: string;
  readonly metrics: readonly MetricId[];
  /** Metrics Insights queries. */
  readonly queries: readonly string[];
  /** The logical ids in a widget of alarms. */
  readonly alarms: readonly string[];
}

const reference = z.union([
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref),
  z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.string()]) }).transform((it) => it['Fn::GetAtt'][0]),
]);
const joined = z
  .object({ 'Fn::Join': z.tuple([z.literal(''), z.array(z.unknown())]) })
  .transform((it) =>
    it['Fn::Join'][1]
      .map((part) => (typeof part === 'string' ? part : `{${reference.parse(part)}}`))
      .join(''),
  );
const dashboardSchema = z.object({
  Properties: z.object({
    DashboardName: joined,
    DashboardBody: joined,
  }),
});
const widgetSchema = z
  .object({
    type: z.string(),
    properties: z.object({
      title: z.string().optional(),
      markdown: z.string().optional(),
      alarms: z.array(z.string().transform((id) => id.slice(1, -1))).default([]),
      metrics: z.array(z.array(z.unknown())).default([]),
    }),
  })
  .transform(({ type, properties: it }) => ({
    type,
    title: it.title ?? it.markdown ?? '',
    alarms: it.alarms,
    metrics: it.metrics.flatMap(metricOf),
    queries: it.metrics.flatMap(queryOf),
  }));

/** The dashboard's name and widgets, with references as logical ids in braces; none without a dashboard. */
export function deployedDashboard(synthesis: Synthesis): { name: string; widgets: Widget[] } {
  const [dashboard] = [...synthesis.resources('AWS::CloudWatch::Dashboard', dashboardSchema).values()];
  const { DashboardName = 'no dashboard', DashboardBody = '{"widgets":[]}' } = dashboard?.Properties ?? {};
  const { widgets } = z.object({ widgets: z.array(widgetSchema) }).parse(JSON.parse(DashboardBody));
  return { name: DashboardName, widgets };
}

/** A metric is `[namespace, name, dimension, value, …, options]`; an expression has only options. */
function metricOf(entry: readonly unknown[]): MetricId[] {
  const [namespace, name, ...dimensions] = entry.filter((part) => typeof part === 'string');
  if (namespace === undefined || name === undefined) return [];
  const pairs = dimensions.flatMap((part, place) =>
    place % 2 === 0 ? [[part, dimensions[place + 1] ?? '']] : [],
  );
  return [{ namespace, name, dimensions: Object.fromEntries(pairs) }];
}

const querySchema = z.object({ expression: z.string().startsWith('SELECT ') });

function queryOf(entry: readonly unknown[]): string[] {
  return entry.flatMap((part) => querySchema.safeParse(part).data?.expression ?? []);
}
