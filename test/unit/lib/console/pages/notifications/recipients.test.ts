import { expect, test } from 'vitest';
import {
  isReached,
  recipientName,
  recipientOf,
  recipientText,
  usersIn,
} from '../../../../../../lib/console/pages/notifications/recipients.ts';
import { ruleEvents } from '../../../../../../lib/console/texts/event-names.ts';
import { RULE_EVENTS } from '../../../../../../shared/notification-rules/notification-rule.ts';

const rotation = (user_ids: string[]) => ({
  user_ids,
  starts_on: '2026-01-05',
  handoff_time: '08:00',
  every: 'week' as const,
  length: 1,
  weekdays: null,
  from: null,
  to: null,
});
const ALL = {
  users: [{ id: 'ana', name: 'Ana', email: 'ana@acme.test' }],
  schedules: [
    { id: 'nights', name: 'Nights', rotations: [rotation(['ana', 'ben']), rotation(['ben', 'cleo'])] },
  ],
};

test('The form of a rule keeps its recipients as texts, and sends the same recipients', () => {
  for (const recipient of [{ user_id: 'ana' }, { schedule_id: 'nights' }]) {
    expect(recipientOf(recipientText(recipient))).toEqual(recipient);
  }
});

test('The page of a rule names people and schedules, also those that are deleted', () => {
  const names = ['user ana', 'schedule nights', 'user gone', 'schedule gone'].map((it) =>
    recipientName(it, ALL),
  );
  expect(names).toEqual(['Ana', 'Nights', 'a deleted user', 'a deleted user']);
});

test('A rule is about the people that it names and those in its schedules, each once', () => {
  expect(usersIn(['user ana', 'schedule nights', 'schedule gone'], ALL)).toEqual(['ana', 'ben', 'cleo']);
});

test('A person is reached by a verified channel of a kind that the rule names and the installation sends', () => {
  expect(isReached(['email', 'sms'], ['sms'], [])).toBe(true);
  expect(isReached(['email', 'sms'], ['sms'], ['sms'])).toBe(false);
  expect(isReached(['email'], ['sms', 'push'], [])).toBe(false);
  expect(isReached([], ['email'], [])).toBe(false);
});

test('The form of a rule offers every event that a rule can name, and no other', () => {
  expect([...ruleEvents].sort()).toEqual([...RULE_EVENTS].sort());
});
