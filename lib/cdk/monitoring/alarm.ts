import type { Duration, Stack } from 'aws-cdk-lib';
import {
  type AlarmBase,
  ComparisonOperator,
  type HorizontalAnnotation,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  type AddAlarmProps,
  AlarmFactory,
  CompositeAlarmOperator,
  type IAlarmActionStrategy,
  type MetricWithAlarmSupport,
  noopAction,
} from 'cdk-monitoring-constructs';
import { Construct } from 'constructs';

const DEFAULTS = {
  comparisonOperator: ComparisonOperator.GREATER_THAN_THRESHOLD,
  treatMissingData: TreatMissingData.NOT_BREACHING,
  datapointsToAlarm: 1,
  evaluationPeriods: 1,
} satisfies Partial<AddAlarmProps>;

/** When an alarm fires: by default, while the last period is above the threshold. A period without data counts as good. */
type Limits = Pick<AddAlarmProps, 'threshold'> &
  Partial<Pick<AddAlarmProps, keyof typeof DEFAULTS>> & { readonly period: Duration };

export type Condition = Limits & { readonly metric: MetricWithAlarmSupport };

/**
 * A metric, and the stack that contains its alarm. That is the stack of the functions, because a stack has at most 500
 * resources.
 */
export interface StackMetric {
  readonly metric: MetricWithAlarmSupport;
  readonly stack: Stack;
}

/** What an alarm says. */
interface Message {
  /**
   * The name in kebab-case. It is the heading of the alarm's entry in the runbook. The alarm itself is called
   * `guard-<stage>-<name>`.
   */
  readonly name: string;
  /** One sentence: why the alarm fires. */
  readonly alarmDescription: string;
  /**
   * A page must be answered now, because clients are affected or will be soon. A ticket can wait for the next working day.
   */
  readonly severity: 'page' | 'ticket';
}

export type MetricAlarm = Message & Condition;

/** Alarms with the same runbook entry that watch different metrics. The keys of the map are the ends of their names. */
type AlarmFamily = Message & Limits & { readonly metrics: ReadonlyMap<string, StackMetric> };

/**
 * An alarm that fires while all of the given alarms are on. Those notify nobody. The keys of the map are the ends of their
 * names.
 */
export type CompositeAlarm = Message & { readonly alarms: ReadonlyMap<string, Condition> };

export type AlarmDeclaration = MetricAlarm | AlarmFamily | CompositeAlarm;

interface CreatedAlarm {
  readonly alarm: AlarmBase;
  /** The threshold, as a line in a graph. A composite alarm has none, because the periods of its alarms differ. */
  readonly annotation?: HorizontalAnnotation;
}

/** The created alarms, by the name of their declaration. */
export type Alarms = ReadonlyMap<string, readonly CreatedAlarm[]>;

interface CreateAlarmsProps {
  /** Where alarms are created that belong to no group of functions. */
  readonly scope: Construct;
  /** What all names begin with. */
  readonly prefix: string;
  readonly actions: Readonly<Record<Message['severity'], IAlarmActionStrategy>>;
}

/** Creates alarms. The name of one is `<prefix>-<name>`; in a family, `<prefix>-<name>-<key>`. */
export function createAlarms(
  declarations: readonly AlarmDeclaration[],
  { scope, prefix, actions }: CreateAlarmsProps,
): Alarms {
  const factoryIn = (place: Construct) =>
    new AlarmFactory(place, {
      globalAlarmDefaults: { alarmNamePrefix: prefix, actionsEnabled: true },
      globalMetricDefaults: {},
      localAlarmNamePrefix: prefix,
    });
  const messageOf = ({ name, alarmDescription, severity }: Message) => ({
    alarmDescription,
    runbookLink: `docs/runbook.md#${name}`,
    actionOverride: actions[severity],
  });
  const addAlarm = (
    it: Message,
    { metric, ...limits }: Condition,
    {
      key,
      place = scope,
      ...override
    }: { key?: string; place?: Construct; actionOverride?: IAlarmActionStrategy },
  ) =>
    factoryIn(place).addAlarm(metric, {
      ...DEFAULTS,
      ...limits,
      ...messageOf(it),
      alarmNameSuffix: it.name,
      alarmNameOverride: [prefix, it.name, key ?? []].flat().join('-'),
      ...override,
    });

  function createAlarm(it: AlarmDeclaration): CreatedAlarm[] {
    if ('alarms' in it) {
      const alarms = [...it.alarms].map(([key, condition]) =>
        addAlarm(it, condition, { key, actionOverride: noopAction() }),
      );
      const alarm = factoryIn(scope).addCompositeAlarm(alarms, {
        ...messageOf(it),
        disambiguator: it.name,
        alarmNameOverride: `${prefix}-${it.name}`,
        compositeOperator: CompositeAlarmOperator.AND,
      });
      return [{ alarm }];
    }
    if ('metric' in it) return [addAlarm(it, it, {})];
    return [...it.metrics].map(([key, { metric, stack }]) =>
      addAlarm(it, { ...it, metric }, { key, place: alarmsOf(stack) }),
    );
  }

  return new Map(declarations.map((it) => [it.name, createAlarm(it)]));
}

/** The construct that contains the alarms about the functions of a stack. */
function alarmsOf(stack: Stack): Construct {
  const id = 'Alarms';
  return (stack.node.tryFindChild(id) as Construct | undefined) ?? new Construct(stack, id);
}
