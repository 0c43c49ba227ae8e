import { expect, test } from 'vitest';
import { heldAttributes, isHeld, needsAttempt, STORM } from '../../../../shared/notify/notification.ts';

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

test('Held notifications are listed the worst first, then the oldest', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 10, 20, 12, minute));
  const due = (rank: number, minute: number) => heldAttributes('c', rank, at(minute)).due;
  const sorted = [due(4, 0), due(4, 9), due(3, 1), due(1, 5), due(0, 0), due(0, 2)];
  expect(sorted.toReversed().toSorted()).toEqual(sorted);
});
