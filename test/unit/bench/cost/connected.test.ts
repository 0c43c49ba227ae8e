import { expect, test } from 'vitest';
import { WORKLOAD } from '../../../../bench/cost/baseline.ts';
import { connectedOf, socketMessages } from '../../../../bench/cost/connected.ts';
import { MONTH_MINUTES } from '../../../../bench/cost/month.ts';
import { reactionsOf } from '../../../../bench/cost/reactions.ts';
import { deliveriesOf } from '../../../../bench/cost/workload.ts';

const POLLING = { ...WORKLOAD, users: 2 };
const CONNECTED = { ...POLLING, screens: 'connected' } as const;

test('a connected screen connects every 110 minutes, lists every five, and asks every nine', () => {
  const { minutes, connections, lists, questions } = connectedOf(CONNECTED);
  expect(minutes).toBe(2 * MONTH_MINUTES);
  expect(connections).toBeCloseTo(minutes / 110);
  expect(lists).toBeCloseTo(minutes / 5 + 2 * connections);
  expect(questions).toBeCloseTo(minutes / 9);
});

test('who polls has no connection, and functions still look whether anybody is to be told', () => {
  expect(connectedOf(POLLING)).toEqual({ minutes: 0, connections: 0, lists: 0, questions: 0 });
  expect(socketMessages(POLLING, 10)).toBe(0);
  const reactions = reactionsOf(POLLING, { alerts: 10, logins: 4 }).filter(({ count }) => count > 0);
  expect(reactions).toEqual([
    { name: 'an alert changes, nobody is connected', count: 30 },
    { name: 'somebody signs in', count: 4 },
  ]);
});

test('a change is one message to the screen that shows it', () => {
  const { connections, questions } = connectedOf(CONNECTED);
  expect(socketMessages(CONNECTED, 10)).toBeCloseTo(30 + 2 * connections + 2 * questions);
  const counts = Object.fromEntries(
    reactionsOf(CONNECTED, { alerts: 10, logins: 4 }).map(({ name, count }) => [name, count]),
  );
  expect(counts).toMatchObject({
    'an alert changes, one screen shows it': 30,
    'a screen connects': connections,
    'a screen leaves': connections,
    'a screen asks whether it is told': questions,
  });
});

test.each([
  [POLLING, 'an alert changes, a webhook is told'],
  [CONNECTED, 'an alert changes, one screen shows it and a webhook is told'],
] as const)(
  'each of the three changes of an alert is one delivery to a webhook, however screens look',
  (workload, name) => {
    const told = { ...workload, tellsWebhook: true };
    expect(deliveriesOf(workload, 10)).toBe(0);
    expect(deliveriesOf(told, 10)).toBe(30);
    const changes = reactionsOf(told, { alerts: 10, logins: 4 }).filter((it) =>
      it.name.startsWith('an alert'),
    );
    expect(changes).toEqual([{ name, count: 30 }]);
  },
);
