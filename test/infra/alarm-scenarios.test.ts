import { describe, expect, test } from 'vitest';
import { type Contributors, contributorsAt } from '../support/cloudwatch/alarm.ts';
import { evaluateRule } from '../support/cloudwatch/composite-rule.ts';
import type { World } from '../support/cloudwatch/metric.ts';
import { TRIAL_TRIGGERS } from '../support/trial-triggers.ts';
import { API_SCENARIOS } from './alarm-scenarios/api.ts';
import { CALLER_SCENARIOS } from './alarm-scenarios/callers.ts';
import { FUNCTION_SCENARIOS } from './alarm-scenarios/functions.ts';
import { LIVE_SCENARIOS } from './alarm-scenarios/live.ts';
import { madeUpWorld } from './alarm-scenarios/made-up-world.ts';
import { OBJECTIVE_SCENARIOS } from './alarm-scenarios/objectives.ts';
import { ACCIDENT_MINUTE } from './alarm-scenarios/ordinary.ts';
import { OUTSIDE_SCENARIOS } from './alarm-scenarios/outside.ts';
import { LOADS, type Scenario } from './alarm-scenarios/scenario.ts';
import { TABLE_SCENARIOS } from './alarm-scenarios/table.ts';
import { TIMER_SCENARIOS } from './alarm-scenarios/timers.ts';
import { WAITING_ALERT_SCENARIOS } from './alarm-scenarios/waiting-alerts.ts';
import { WEBHOOK_SCENARIOS } from './alarm-scenarios/webhooks.ts';
import { deployedAlarms, deployedComposites } from './deployed-alarms.ts';
import { DOMAIN } from './stages-with-options.ts';
import { synthesize } from './synthesis.ts';

const STAGE = 'test';
// With a domain and functions of every trigger, so that every alarm there can be is there.
const synthesis = synthesize({ stage: STAGE, release: 'in_place', ...DOMAIN }, undefined, TRIAL_TRIGGERS);
const metricAlarms = new Map(deployedAlarms(synthesis).map((alarm) => [alarm.id, alarm]));
const composites = deployedComposites(synthesis);

const SCENARIOS: readonly Scenario[] = [
  ...OBJECTIVE_SCENARIOS,
  ...OUTSIDE_SCENARIOS,
  ...API_SCENARIOS,
  ...FUNCTION_SCENARIOS,
  ...TABLE_SCENARIOS,
  ...CALLER_SCENARIOS,
  ...WAITING_ALERT_SCENARIOS,
  ...TIMER_SCENARIOS,
  ...LIVE_SCENARIOS,
  ...WEBHOOK_SCENARIOS,
];

/** An alarm that tells somebody, on metrics or on other alarms. */
interface TellingAlarm {
  readonly name: string;
  readonly entry: string;
  readonly key: string;
  /** After how many minutes without trouble it is over. */
  readonly minutesUntilOver: number;
  /** Which series are in alarm. */
  at(world: World, minute: number, before: Contributors): Contributors;
}

const tellingAlarms: readonly TellingAlarm[] = [
  ...[...metricAlarms.values()]
    .filter(({ onAlarm }) => onAlarm.length > 0)
    .map((alarm) => ({
      ...placeOf(alarm),
      minutesUntilOver: alarm.periodMinutes * alarm.periods.of,
      at: (world: World, minute: number, before: Contributors) =>
        contributorsAt(alarm, world, minute, before),
    })),
  ...composites.map((composite) => {
    const children = [...metricAlarms.values()].filter(({ id }) => composite.rule.includes(id));
    return {
      ...placeOf(composite),
      minutesUntilOver: Math.min(...children.map(({ periodMinutes }) => periodMinutes)),
      at(world: World, minute: number): Contributors {
        const isOn = (id: string) => {
          const child = metricAlarms.get(id);
          if (!child) throw new Error(`There is no alarm ${id}`);
          return contributorsAt(child, world, minute).size > 0;
        };
        return new Set(evaluateRule(composite.rule, isOn) ? [''] : []);
      },
    };
  }),
];

function placeOf({ name, description }: { readonly name: string; readonly description: string }) {
  const entry = /#(\S+)$/.exec(description)?.[1] ?? '';
  return { name, entry, key: name.replace(`guard-${STAGE}-${entry}`, '').replace(/^-/, '') };
}

const NOTHING: Contributors = new Set();

test('every alarm has a scenario, and every scenario an alarm', () => {
  expect([...new Set(SCENARIOS.map(({ entry }) => entry))].sort()).toEqual(
    [...new Set(tellingAlarms.map(({ entry }) => entry))].sort(),
  );
});

describe.each(Object.values(LOADS))('on a stage with $requestsPerMinute requests a minute', (load) => {
  // Right after accidents, when their values leave short windows, and long after.
  test.each([-1, 0, 1, 4, 14, 29, 59, 360, 1_439, 1_441])(
    'nobody is told anything of an ordinary day, %d minutes after one accident of each kind',
    (minutes) => {
      const world = madeUpWorld(load);
      const on = tellingAlarms.filter(
        (alarm) => alarm.at(world, ACCIDENT_MINUTE + minutes, NOTHING).size > 0,
      );
      expect(on.map(({ name }) => name)).toEqual([]);
    },
  );

  const cases = SCENARIOS.filter(({ loads }) => loads.includes(load.name)).flatMap((scenario) =>
    tellingAlarms
      .filter(({ entry }) => entry === scenario.entry)
      .map((alarm) => ({ name: alarm.name, what: scenario.what, alarm, scenario })),
  );

  test.each(cases)('$name goes off when $what, and is over afterwards', ({ alarm, scenario }) => {
    const begin = 3_001;
    const end = begin + scenario.minutes;
    const world = madeUpWorld(load, [{ scenario, key: alarm.key, begin, end }]);
    expect(alarm.at(world, begin, NOTHING)).toEqual(NOTHING);
    // The last tenth of it: on a quiet stage what goes wrong comes now and then, and so does its alarm.
    const late = Array.from({ length: Math.max(2, Math.min(60, scenario.minutes / 5)) }, (_, it) => end - it);
    const on = late.map((minute) => alarm.at(world, minute, NOTHING)).find(({ size }) => size > 0);
    expect(on).toBeDefined();
    expect(alarm.at(world, end + alarm.minutesUntilOver, on ?? NOTHING)).toEqual(NOTHING);
  });
});

test('each tenant whose alert waits is told of, also while another’s waits, and no other stage’s', () => {
  const [alarm] = tellingAlarms.filter(({ entry }) => entry === 'unacknowledged-critical-alert');
  const [scenario] = WAITING_ALERT_SCENARIOS;
  if (!alarm || !scenario) throw new Error('Nothing to try');
  const another: Scenario = {
    ...scenario,
    series: { UnacknowledgedCriticalAlertAge: [{ service: 'guard-test', tenant_id: 'waiting-too' }] },
    change: ({ metric }) => (metric.dimensions['tenant_id'] === 'waiting-too' ? [[301, 1]] : undefined),
  };
  const world = madeUpWorld(LOADS.quiet, [
    { scenario, key: '', begin: 100, end: 130 },
    { scenario: another, key: '', begin: 120, end: 150 },
  ]);
  const waiting = [110, 125, 140, 160].map((minute) => [...alarm.at(world, minute, NOTHING)]);
  expect(waiting).toEqual([['waiting'], ['waiting', 'waiting-too'], ['waiting-too'], []]);
});
