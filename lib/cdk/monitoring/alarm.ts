import { Duration } from 'aws-cdk-lib';
import {
  type AlarmBase,
  AlarmRule,
  ComparisonOperator,
  CompositeAlarm,
  type HorizontalAnnotation,
  type IAlarmRule,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import {
  type AddAlarmProps,
  AlarmFactory,
  type IAlarmActionStrategy,
  type MetricWithAlarmSupport,
  noopAction,
} from 'cdk-monitoring-constructs';
import type { Construct } from 'constructs';

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
type AlarmFamily = Message & Limits & { readonly metrics: ReadonlyMap<string, MetricWithAlarmSupport> };

/** Conditions that must hold at the same time. The keys of the map are the ends of their names. */
export type JointAlarm = Message & { readonly conditions: ReadonlyMap<string, Condition> };

export type AlarmDeclaration = MetricAlarm | AlarmFamily | JointAlarm;

/**
 * Alarms that share one notification, because they usually have one cause. They notify nobody themselves; the notification
 * names the one that fired.
 */
export interface AlarmGroup extends Message {
  /** The names of declarations, or of single alarms of a family. A single alarm belongs to the group that names it. */
  readonly alarms: readonly string[];
  /** While this alarm is on, the group notifies nobody, because its alarms are consequences. */
  readonly suppressor?: string;
}

interface CreatedAlarm {
  readonly alarm: AlarmBase;
  /** The threshold, as a line in a graph. A group has none, because the periods of its alarms differ. */
  readonly annotation?: HorizontalAnnotation;
}

/** The created alarms, by the name of their declaration. */
export type Alarms = ReadonlyMap<string, readonly CreatedAlarm[]>;

interface CreateAlarmsProps {
  readonly scope: Construct;
  /** What all names begin with. */
  readonly prefix: string;
  readonly actions: Readonly<Record<Message['severity'], IAlarmActionStrategy>>;
}

/** A metric alarm, or metric alarms that must be on together. */
interface Member {
  readonly rule: IAlarmRule;
  /** For how long after a trouble it may stay on. */
  readonly window: Duration;
}

/** How long a group waits for its suppressor to fire. `api-unreachable` needs three minutes, and metrics are late. */
const WAIT = Duration.minutes(5);
/** How much longer than its own window a group waits after its suppressor has ended. */
const MARGIN = Duration.minutes(5);

/** Creates alarms. The name of one is `<prefix>-<name>`; in a family, `<prefix>-<name>-<key>`. */
export function createAlarms(
  declarations: readonly AlarmDeclaration[],
  groups: readonly AlarmGroup[],
  { scope, prefix, actions }: CreateAlarmsProps,
): Alarms {
  const factory = new AlarmFactory(scope, {
    globalAlarmDefaults: { alarmNamePrefix: prefix, actionsEnabled: true },
    globalMetricDefaults: {},
    localAlarmNamePrefix: prefix,
  });
  const members = new Map<AlarmGroup, Member[]>(groups.map((group) => [group, []]));
  const groupOf = (...names: readonly string[]) =>
    names.flatMap((name) => groups.find(({ alarms }) => alarms.includes(name)) ?? [])[0];

  function addAlarm(it: Message, fullName: string, { metric, ...limits }: Condition) {
    return factory.addAlarm(metric, {
      ...DEFAULTS,
      ...limits,
      alarmDescription: it.alarmDescription,
      runbookLink: runbookOf(it),
      actionOverride: groupOf(fullName, it.name) ? noopAction() : actions[it.severity],
      alarmNameSuffix: it.name,
      alarmNameOverride: `${prefix}-${fullName}`,
    });
  }

  /** Adds alarms that must be on together to their group, if they have one. */
  function joinGroup(names: readonly string[], parts: readonly Member[]): void {
    const group = groupOf(...names);
    if (!group && parts.length > 1)
      throw new Error(`A group must name ${names}, which has several conditions.`);
    if (!group) return;
    const rule = AlarmRule.allOf(...parts.map((it) => it.rule));
    // It ends with the first of its conditions.
    members.get(group)?.push({ rule, window: shortest(parts.map(({ window }) => window)) });
  }

  function createAlarm(it: AlarmDeclaration): CreatedAlarm[] {
    const parts = conditionsOf(it).map(([key, condition]) => {
      const name = [it.name, key ?? []].flat().join('-');
      const created = addAlarm(it, name, condition);
      return { ...created, name, rule: created.alarmRuleWhenAlarming, window: windowOf(condition) };
    });
    if ('conditions' in it) joinGroup([it.name], parts);
    else for (const part of parts) joinGroup([part.name, it.name], [part]);
    return parts;
  }

  function createGroup(group: AlarmGroup, created: Alarms): CreatedAlarm[] {
    const inGroup = members.get(group) ?? [];
    if (inGroup.length === 0) return [];
    const action = actions[group.severity];
    const alarm = new CompositeAlarm(scope, `${prefix}-${group.name}`, {
      compositeAlarmName: `${prefix}-${group.name}`,
      alarmDescription: `${group.alarmDescription} \r\nRunbook: ${runbookOf(group)}`,
      alarmRule: AlarmRule.anyOf(...inGroup.map(({ rule }) => rule)),
      ...suppressionOf(group, created, longest(inGroup.map(({ window }) => window))),
    });
    action.addAlarmActions({ alarm, action, dedupeString: group.name });
    return [{ alarm }];
  }

  const created = new Map(declarations.map((it) => [it.name, createAlarm(it)]));
  return new Map([...created, ...groups.map((it) => [it.name, createGroup(it, created)] as const)]);
}

const runbookOf = ({ name }: Message) => `docs/runbook.md#${name}`;

/** The conditions of a declaration, each with the end of its alarm's name. */
function conditionsOf(it: AlarmDeclaration): (readonly [key: string | undefined, Condition])[] {
  if ('metric' in it) return [[undefined, it]];
  if ('conditions' in it) return [...it.conditions];
  return [...it.metrics].map(([key, metric]) => [key, { ...it, metric }] as const);
}

function suppressionOf({ name, suppressor }: AlarmGroup, alarms: Alarms, window: Duration) {
  if (suppressor === undefined) return {};
  const [found] = alarms.get(suppressor) ?? [];
  if (!found) throw new Error(`There is no alarm ${suppressor}, which suppresses ${name}.`);
  return {
    actionsSuppressor: found.alarm,
    actionsSuppressorWaitPeriod: WAIT,
    actionsSuppressorExtensionPeriod: window.plus(MARGIN),
  };
}

/** How long a value counts for an alarm. */
const windowOf = ({ period, evaluationPeriods = DEFAULTS.evaluationPeriods }: Limits): Duration =>
  Duration.minutes(period.toMinutes() * evaluationPeriods);

const longest = (durations: readonly Duration[]) =>
  Duration.minutes(Math.max(...durations.map((it) => it.toMinutes())));
const shortest = (durations: readonly Duration[]) =>
  Duration.minutes(Math.min(...durations.map((it) => it.toMinutes())));
