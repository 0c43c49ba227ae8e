import { describe, expect, test } from 'vitest';
import { documentAt } from '../docs/documents.ts';
import { isOn, isRuleMet, notificationsOf, type Period } from '../support/cloudwatch.ts';
import { documents, expectWritten, withRows } from '../unit/docs/project.ts';
import { LOADS, type Rates } from './alarm-cases.ts';
import { type DeployedAlarm, deployedAlarms, deployedComposites } from './deployed-alarms.ts';
import { deployedTopics } from './deployed-topics.ts';
import { OUTAGES, type Outage, usualRates } from './outages.ts';
import { PROD } from './stages-with-options.ts';
import { synthesizeWhole } from './synthesis.ts';

const synthesis = synthesizeWhole(PROD);
// The alarms of releases notify nobody.
const alarms = deployedAlarms(synthesis).filter(({ name }) => !name.startsWith('guard-prod-release-'));
const composites = deployedComposites(synthesis);
const topics = deployedTopics(synthesis);

/** How long an outage lasts, and how long the alarms are watched. */
const OUTAGE_MINUTES = 60;
const LAST_MINUTE = OUTAGE_MINUTES + 90;

type Load = keyof typeof LOADS;

/** The metric values of each minute. */
type World = (minute: number, ...args: Parameters<typeof usualRates>) => Rates;

const worldOf =
  ({ change }: Outage): World =>
  (minute, ...args) => {
    const isTroubled = minute >= 0 && minute < OUTAGE_MINUTES;
    return (isTroubled ? change(...args) : undefined) ?? usualRates(...args);
  };

/** The periods that an alarm evaluates at the beginning of a minute, the oldest first. */
function periodsAt(
  now: number,
  { name, periodMinutes, periods, description }: DeployedAlarm,
  load: Load,
  world: World,
) {
  const entry = /#(\S+)$/.exec(description)?.[1] ?? '';
  const context = { requests: LOADS[load], key: name.replace(`guard-prod-${entry}`, '').replace(/^-/, '') };
  return Array.from({ length: periods.of }, (_, place): Period => {
    const from = now - periodMinutes * (periods.of - place);
    return (metric) => {
      const totals = new Map<number, number>();
      // Minutes with the same rates are added up, because a window may have a day of them.
      for (const [first, count] of stretches(from, from + periodMinutes)) {
        for (const [value, perMinute] of world(first, metric, context)) {
          totals.set(value, (totals.get(value) ?? 0) + perMinute * count);
        }
      }
      return [...totals].map(([value, times]) => [value, Math.round(times)] as const);
    };
  });
}

/** Divides a window at the minutes where rates may change. */
function stretches(from: number, to: number): [first: number, count: number][] {
  const marks = [from, ...CHANGES.filter((it) => it > from && it < to), to];
  return marks.slice(0, -1).map((first, place) => [first, (marks[place + 1] ?? to) - first]);
}
const CHANGES = [0, OUTAGE_MINUTES / 2, OUTAGE_MINUTES];

interface Sent {
  readonly minute: number;
  readonly name: string;
  readonly severity: 'page' | 'ticket';
  readonly isOn: boolean;
}

const severityOf = ([topic = '']: readonly string[]): Sent['severity'] =>
  topic.includes(topics.get('page') ?? 'none') ? 'page' : 'ticket';
const shortName = ({ name }: { readonly name: string }) => name.replace('guard-prod-', '');

/** What a stage sends in a world from one minute to another. No alarm is on before. */
function simulate(world: World, load: Load, first = 0, last = LAST_MINUTE): Sent[] {
  const states = new Map<string, boolean[]>();
  for (const alarm of alarms) {
    const minutes: boolean[] = [];
    for (let now = first; now <= last; now++) {
      minutes.push(isOn(alarm, periodsAt(now, alarm, load, world), minutes.at(-1)));
    }
    states.set(alarm.id, minutes);
  }
  const isOnAt = (id: string, place: number) => states.get(id)?.[place] ?? false;
  const sentBy = (it: (typeof alarms)[number] | (typeof composites)[number]) => {
    const isComposite = 'rule' in it;
    const history = Array.from({ length: last - first + 1 }, (_, place) => ({
      isOn: isComposite ? isRuleMet(it.rule, (id) => isOnAt(id, place)) : isOnAt(it.id, place),
      isSuppressed: isComposite && it.suppressor !== undefined && isOnAt(it.suppressor, place),
    }));
    const suppression = isComposite ? it.suppression : { waitMinutes: 0, extensionMinutes: 0 };
    return notificationsOf(history, suppression).map(({ minute, isOn: is }) => ({
      minute: first + minute,
      name: shortName(it),
      severity: severityOf(it.onAlarm),
      isOn: is,
    }));
  };
  return [...alarms.filter(({ onAlarm }) => onAlarm.length > 0), ...composites]
    .flatMap(sentBy)
    .toSorted((a, b) => a.minute - b.minute || a.name.localeCompare(b.name));
}

const of = (sent: readonly Sent[], severity: Sent['severity'], isAlarm: boolean) =>
  sent.filter((it) => it.severity === severity && it.isOn === isAlarm).map(({ name }) => name);

const outcomes = new Map(
  OUTAGES.map((outage) => [
    outage.name,
    { busy: simulate(worldOf(outage), 'busy'), quiet: simulate(worldOf(outage), 'quiet') },
  ]),
);

describe.each([...outcomes])('%s', (_, { busy, quiet }) => {
  test.each([
    ['busy', busy],
    ['quiet', quiet],
  ])(
    'The outage pages a %s stage at most three times, each once, and not many more OK follow',
    (__, sent) => {
      const pages = of(sent, 'page', true);
      expect(pages.length).toBeGreaterThan(0);
      expect(pages.length).toBeLessThanOrEqual(3);
      expect(new Set(pages).size).toBe(pages.length);
      expect(of(sent, 'page', false).length).toBeLessThanOrEqual(pages.length + 3);
    },
  );
});

test('docs/operate.md shows the pages and tickets of each simulated outage', async () => {
  const { text } = documentAt('docs/operate.md', documents);
  const rows = [...outcomes].map(([name, { busy }]) => [
    name,
    of(busy, 'page', true)
      .map((it) => `\`${it}\``)
      .join(', '),
    String(of(busy, 'page', false).length),
    String(of(busy, 'ticket', true).length),
  ]);
  await expectWritten('docs/operate.md', withRows(text, 'What an outage sends', rows));
});

test('A stopped clock pages within three minutes, and within five if alerts are not measured', () => {
  const sent = outcomes.get('Guard’s clock stops (EventBridge)')?.busy ?? [];
  expect(
    sent.filter((it) => it.isOn && it.severity === 'page').map(({ minute, name }) => [name, minute]),
  ).toEqual([
    ['api-unreachable', 3],
    ['work-late', 3],
    ['alert-ages-not-measured', 5],
  ]);
});

test('A trouble that the outage of the API hid pages once it has outlived that outage', () => {
  const world: World = (minute, metric, context) => {
    const isUnreachable = minute >= 0 && minute < OUTAGE_MINUTES / 2;
    if (metric.name === 'ProbeFailures') return [[isUnreachable ? 2 : 0, 1]];
    const fails = metric.name === 'ServerErrors' && metric.dimensions['group'] === 'login' && minute >= 0;
    return fails ? usualRates({ ...metric, name: 'Runs' }, context) : usualRates(metric, context);
  };
  const pages = simulate(world, 'busy').filter((it) => it.isOn && it.severity === 'page');
  expect(pages.map(({ name, minute }) => [name, minute])).toEqual([
    ['api-unreachable', 3],
    // The API answers again after 30 minutes, its alarm ends 3 minutes later, and then errors of the outage still count.
    ['sign-in-failing', 53],
  ]);
});

describe('A first deployment', () => {
  /** The first run of the functions that are scheduled, whose metrics must not be missing. */
  const world: World = (minute, ...args) => (minute < 0 ? [] : usualRates(...args));

  test.each(['quiet', 'busy'] as const)(
    'The alarms of a first deployment send no page and no ticket, because CloudFormation creates them minutes after the functions run',
    (load) => {
      expect(simulate(world, load, 5, 60).filter(({ isOn: is }) => is)).toEqual([]);
    },
  );

  test('If the alarms of a first deployment were created together with the functions, they would page', () => {
    const names = simulate(world, 'quiet', 0, 60).flatMap((it) => (it.isOn ? it.name : []));
    expect(names.sort()).toEqual([
      'alert-ages-not-measured',
      'api-unreachable',
      'audit-seal-late',
      'work-late',
    ]);
  });
});
