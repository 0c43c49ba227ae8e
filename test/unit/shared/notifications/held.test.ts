import { expect, test } from 'vitest';
import { isHeld, needsAttempt, STORM } from '../../../../shared/notifications/held.ts';

test.each([
  ['queued', null, 'its next attempt'],
  ['queued', 'throttled', 'its next attempt'],
  ['queued', STORM, 'a summary'],
  ['sent', null, 'nothing'],
  ['failed', STORM, 'nothing'],
] as const)('A notification with the status %s and the reason %s waits for %s', (status, reason, what) => {
  expect(isHeld({ status, reason })).toBe(what === 'a summary');
  expect(needsAttempt({ status, reason })).toBe(what === 'its next attempt');
});
