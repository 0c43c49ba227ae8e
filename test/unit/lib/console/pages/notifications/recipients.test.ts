import { expect, test } from 'vitest';
import {
  recipientName,
  recipientOf,
  recipientText,
} from '../../../../../../lib/console/pages/notifications/recipients.ts';
import { ruleEvents } from '../../../../../../lib/console/texts/event-names.ts';
import { RULE_EVENTS } from '../../../../../../shared/notify/notification-rule.ts';

const ALL = {
  users: [{ id: 'ana', name: 'Ana', email: 'ana@acme.test', role: 'operator' as const }],
  schedules: [{ id: 'nights', name: 'Nights' }],
};

test('A recipient of a notification rule is the same after the console’s form turns the recipient into a text and back', () => {
  for (const recipient of [{ user_id: 'ana' }, { schedule_id: 'nights' }]) {
    expect(recipientOf(recipientText(recipient))).toEqual(recipient);
  }
});

test('The page of a notification rule shows users and schedules by name, and any that no longer exists as a deleted person', () => {
  const names = ['user ana', 'schedule nights', 'user gone', 'schedule gone'].map((it) =>
    recipientName(it, ALL),
  );
  expect(names).toEqual(['Ana', 'Nights', 'a deleted person', 'a deleted person']);
});

test('The form of a notification rule offers exactly the events that a rule can name', () => {
  expect([...ruleEvents].sort()).toEqual([...RULE_EVENTS].sort());
});
