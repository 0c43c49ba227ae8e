import { expect, test } from 'vitest';
import { ruleFields } from '../../../../../../lib/console/pages/notifications/rule-fields.ts';

test('The form of a notification rule says that a severity, an escalation step or types limit the rule to alerts', () => {
  const fields = ruleFields({ users: [], schedules: [], sites: [], off: [] });
  expect(fields.find(({ name }) => name === 'min_severity')).toMatchObject({
    hint: 'With a severity, an escalation step or types, a rule is about alerts only.',
  });
});
