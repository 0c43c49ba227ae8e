import { expect, test } from 'vitest';
import {
  recipientName,
  recipientOf,
  recipientText,
} from '../../../../../../lib/console/pages/notifications/recipients.ts';
import { ruleEvents } from '../../../../../../lib/console/texts/event-names.ts';
import { RULE_EVENTS } from '../../../../../../shared/notify/notification-rule.ts';

const ALL = {
  users: [{ id: 'ana', name: 'Ana', email: 'ana@acme.test' }],
  schedules: [{ id: 'nights', name: 'Nights' }],
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

test('The form of a rule offers every event that a rule can name, and no other', () => {
  expect([...ruleEvents].sort()).toEqual([...RULE_EVENTS].sort());
});
