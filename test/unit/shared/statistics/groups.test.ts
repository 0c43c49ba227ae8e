import { expect, test } from 'vitest';
import { Breakdown, Groups } from '../../../../shared/statistics/groups.ts';
import { emptyTally } from '../../../../shared/statistics/tally.ts';

const tallyOf = (alerts: number) => ({ ...emptyTally(), alerts });

test('A group of a response-time report has the last name that was added for its key', () => {
  const groups = new Groups();
  groups.add('site', tallyOf(1), 'Old');
  groups.add('site', tallyOf(1), 'New');
  groups.add('site', tallyOf(1));
  expect(groups.values()).toMatchObject([{ key: 'site', name: 'New', tally: { alerts: 3 } }]);
});

test('The statistics of a period store at most 500 people, and combine those with the fewest alerts; they combine no sites', () => {
  const breakdown = new Breakdown();
  for (let person = 0; person < 510; person++) {
    breakdown.in('user').add(`user-${person}`, tallyOf(person < 5 ? 9 : 1));
    breakdown.in('site').add(`site-${person}`, tallyOf(1), `Site ${person}`);
  }
  const stored = breakdown.store();
  const users = stored.filter(([dimension]) => dimension === 'user');
  expect(users).toHaveLength(500);
  const [rest] = users.filter(([, key]) => key === null);
  expect(rest?.[3][0][0]).toBe(11);
  expect(stored.filter(([dimension]) => dimension === 'site')).toHaveLength(510);
});
