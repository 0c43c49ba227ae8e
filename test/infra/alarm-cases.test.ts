import { describe, expect, test } from 'vitest';
import { type EvaluatedAlarm, isOn, type MetricId, type Period } from '../support/cloudwatch.ts';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { ALARM_CASES, type AlarmCase, type Context, LOADS, ORDINARY } from './alarm-cases.ts';
import { type DeployedAlarm, deployedAlarms } from './deployed-alarms.ts';
import { BACKUP_COPY, DOMAIN, MAIL, MONITORING, MQTT, PANELS } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

// With a domain, panels, MQTT, backups and functions of every trigger, so that every alarm exists.
const synthesis = synthesize(
  {
    stage: 'dev',
    ...MONITORING,
    ...DOMAIN,
    ...MAIL,
    ...PANELS,
    ...MQTT,
    ...BACKUP_COPY,
    retainsData: 'true',
  },
  { triggers: TRIAL_TRIGGERS },
);

/** A metric alarm, or the conditions that must hold at the same time. */
interface SimulatedAlarm {
  readonly name: string;
  readonly entry: string;
  readonly key: string;
  /** Whether it is on in these conditions. */
  readonly isOn: (condition: (alarm: EvaluatedAlarm) => boolean) => boolean;
}

const byName = Map.groupBy(deployedAlarms(synthesis), ({ name }) => name.replace(/-(long|short)$/, ''));
const alarms = [...byName].map(
  ([name, conditions]): SimulatedAlarm => ({
    ...placeOf(name, conditions),
    isOn: (condition) => conditions.every(condition),
  }),
);

function placeOf(name: string, [first]: readonly DeployedAlarm[]) {
  const entry = /#(\S+)$/.exec(first?.description ?? '')?.[1] ?? '';
  return { name, entry, key: name.replace(`guard-dev-${entry}`, '').replace(/^-/, '') };
}

/** A period with the usual metrics; a trouble changes some of them. One accident happens to the first metric of each name. */
function periodOf(
  { periodMinutes, queries }: EvaluatedAlarm,
  context: Context,
  { trouble, hasAccident = false }: { trouble?: AlarmCase; hasAccident?: boolean } = {},
): Period {
  return (metric) => {
    const ordinary = ORDINARY[metric.name]?.(context, metric.dimensions);
    if (!ordinary) throw new Error(`ORDINARY has no row for ${metric.namespace} ${metric.name}`);
    const rates = changeOf(metric, trouble)?.(context) ?? ordinary.rates;
    const samples = rates.map(
      ([value, perMinute]) => [value, Math.round(perMinute * periodMinutes)] as const,
    );
    const [first] = queries.filter((it) => it.metric?.name === metric.name);
    const isHit = hasAccident && (first === undefined || first.metric === metric);
    return isHit && ordinary.accident !== undefined ? [...samples, [ordinary.accident, 1]] : samples;
  };
}

const changeOf = ({ name, dimensions }: MetricId, trouble?: AlarmCase) =>
  Object.entries(trouble?.metrics ?? {}).find(
    ([key]) => key === name || Object.values(dimensions).some((value) => key === `${name} ${value}`),
  )?.[1];

test('Every alarm has a simulated case in which it fires, and every simulated case belongs to an alarm', () => {
  expect(new Set(ALARM_CASES.map(({ alarm }) => alarm))).toEqual(new Set(alarms.map(({ entry }) => entry)));
});

describe.each(['quiet', 'busy'] as const)('%s stage', (load) => {
  const contextOf = ({ key }: SimulatedAlarm): Context => ({ key, requests: LOADS[load] });

  test('No alarm of a stage fires in ordinary operation, even if one accident of each kind happens', () => {
    const on = alarms.filter((alarm) =>
      alarm.isOn((it) => {
        const usual = Array(it.periods.of - 1).fill(periodOf(it, contextOf(alarm)));
        return isOn(it, [...usual, periodOf(it, contextOf(alarm), { hasAccident: true })]);
      }),
    );
    expect(on.map(({ name }) => name)).toEqual([]);
  });

  const cases = ALARM_CASES.filter((it) => (it.load ?? load) === load).flatMap((trouble) =>
    alarms
      .filter(({ entry }) => entry === trouble.alarm)
      .map((alarm) => ({ name: alarm.name, when: trouble.when, alarm, trouble })),
  );

  test.each(cases)(
    'The alarm $name fires when $when, and ends when the trouble is over',
    ({ alarm, trouble }) => {
      const isOnDuring = (it: EvaluatedAlarm) => {
        const count = Math.max(1, Math.floor(trouble.minutes / it.periodMinutes));
        const usual = Array(it.periods.of).fill(periodOf(it, contextOf(alarm)));
        const troubled = Array(count).fill(periodOf(it, contextOf(alarm), { trouble }));
        return isOn(it, [...usual, ...troubled]);
      };
      const isOnAfter = (it: EvaluatedAlarm) =>
        isOn(it, Array(it.periods.of).fill(periodOf(it, contextOf(alarm))), true);
      expect(alarm.isOn(isOnDuring)).toBe(true);
      expect(alarm.isOn(isOnAfter)).toBe(false);
    },
  );
});
