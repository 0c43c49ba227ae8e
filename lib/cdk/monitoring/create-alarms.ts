import { Duration, type Stack } from 'aws-cdk-lib';
import { ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type AlarmFactory,
  type AlarmWithAnnotation,
  CompositeAlarmOperator,
  type IAlarmActionStrategy,
  type MetricWithAlarmSupport,
  noopAction,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';
import type { AlarmDeclaration, AlarmFamily, CombinedAlarm, Condition } from './alarm.ts';
import { type Alarms, annotated, type CreatedAlarm } from './created-alarm.ts';

const MISSING_DATA: Readonly<Record<Condition['missing'], TreatMissingData>> = {
  well: TreatMissingData.NOT_BREACHING,
  bad: TreatMissingData.BREACHING,
  'as before': TreatMissingData.IGNORE,
};

export interface CreateAlarmsProps {
  /** The scope of the alarms that belong to no group of functions. */
  readonly scope: Construct;
  /** The first part of all names. */
  readonly prefix: string;
  readonly factoryIn: (scope: Construct) => AlarmFactory;
  readonly actions: Readonly<Record<AlarmDeclaration['severity'], IAlarmActionStrategy>>;
}

/** The name of an alarm is `<prefix>-<name>`, or `<prefix>-<name>-<key>` in a family. */
export function createAlarms(declarations: readonly AlarmDeclaration[], props: CreateAlarmsProps): Alarms {
  return new Map(declarations.map((it) => [it.name, createAlarmsOf(it, props)]));
}

function createAlarmsOf(it: AlarmDeclaration, props: CreateAlarmsProps): CreatedAlarm[] {
  if (isCombined(it)) return [createCombined(it, props)];
  if (!isFamily(it)) return [annotated(addAlarm(it, it.watches, { ...props, parts: [] }))];
  return [...it.watches].map(([key, { metric, stack }]) =>
    annotated(addAlarm(it, metric, { ...props, scope: alarmsOf(stack), parts: [key] })),
  );
}

const isCombined = (it: AlarmDeclaration): it is CombinedAlarm => 'allOf' in it;
const isFamily = (it: Exclude<AlarmDeclaration, CombinedAlarm>): it is AlarmFamily =>
  it.watches instanceof Map;

/** The construct that holds the alarms of a stack's functions. */
function alarmsOf(stack: Stack): Construct {
  const id = 'Alarms';
  return (stack.node.tryFindChild(id) as Construct | undefined) ?? new Construct(stack, id);
}

/** Creates a combined alarm. No graph shows its limit, because its conditions have different periods. */
function createCombined(it: CombinedAlarm, props: CreateAlarmsProps): CreatedAlarm {
  const { scope, factoryIn, prefix, actions } = props;
  const children = [...it.allOf].map(([key, condition]) =>
    addAlarm({ ...it, ...condition }, condition.watches, {
      ...props,
      parts: [key],
      actions: { page: noopAction(), ticket: noopAction() },
    }),
  );
  const alarm = factoryIn(scope).addCompositeAlarm(children, {
    disambiguator: it.name,
    alarmNameOverride: `${prefix}-${it.name}`,
    alarmDescription: it.meaning,
    runbookLink: runbookLink(it),
    compositeOperator: CompositeAlarmOperator.AND,
    actionOverride: actions[it.severity],
  });
  return { alarm, annotation: undefined };
}

interface Naming extends CreateAlarmsProps {
  /** The last parts of the name. */
  readonly parts: readonly string[];
}

function addAlarm(
  it: Pick<AlarmDeclaration, 'name' | 'meaning' | 'severity'> & Condition<unknown>,
  metric: MetricWithAlarmSupport,
  { scope, prefix, factoryIn, actions, parts }: Naming,
): AlarmWithAnnotation {
  return factoryIn(scope).addAlarm(metric, {
    alarmNameSuffix: it.name,
    alarmNameOverride: [prefix, it.name, ...parts].join('-'),
    alarmDescription: it.meaning,
    runbookLink: runbookLink(it),
    ...limitOf(it),
    period: Duration.minutes(it.periodMinutes),
    datapointsToAlarm: it.periods.bad,
    evaluationPeriods: it.periods.of,
    treatMissingData: MISSING_DATA[it.missing],
    actionOverride: actions[it.severity],
  });
}

const runbookLink = ({ name }: { readonly name: string }) => `docs/runbook.md#${name}`;

function limitOf({ wellUpTo, wellFrom }: Condition<unknown>) {
  return wellUpTo === undefined
    ? { threshold: wellFrom, comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD }
    : { threshold: wellUpTo, comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD };
}
