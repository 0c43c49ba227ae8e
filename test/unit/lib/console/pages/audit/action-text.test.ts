import { expect, test } from 'vitest';
import { ACTIONS, actionText } from '../../../../../../lib/console/pages/audit/action-text.ts';

test.each([
  ['channel.verified', 'Channel: verified'],
  ['identity_provider.verified', 'Identity provider: domain verified'],
  ['notification_rule.updated', 'Notification rule: changed'],
  ['test.created', 'Test: created'],
  ['schedule_override.deleted', 'Override: deleted'],
  ['user.second_factor_reset', 'Person: second factor reset'],
  ['future.thing', 'future: thing'],
])('The console shows the audit event %s as %s', (action, text) => {
  expect(actionText(action)).toBe(text);
});

test.each([
  'test.created',
  'test.updated',
  'test.deleted',
  'notification_rule.created',
  'channel.created',
  'channel.verified',
  'channel.deleted',
  'identity_provider.verified',
  'webhook.secret_rotated',
  'user.sign_in_failed',
])('The console’s audit log filter offers %s, described in words', (action) => {
  expect(ACTIONS).toContain(action);
  expect(actionText(action)).not.toMatch(/_|undefined/);
});
