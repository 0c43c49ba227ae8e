import { expect, test } from 'vitest';
import { firstActionOf } from '../../../../shared/alerts/first-action.ts';

const AT = '2026-11-20T12:00:30.000+00:00';
const LATER = '2026-11-20T12:05:00.000+00:00';
const PERSON = { kind: 'user', id: 'person', name: 'Olga' } as const;
const KEY = { kind: 'key', id: 'key', name: 'Panel' } as const;

const open = { acknowledged_at: null, acknowledged_by: null, firstAction: undefined };
const acknowledged = { acknowledged_at: AT, acknowledged_by: 'person' };

test('Acknowledging an alert stores no first action, because the alert itself shows the acknowledgement', () => {
  expect(firstActionOf(open, { ...acknowledged, updated_at: AT }, PERSON)).toEqual({});
});

test('Resolving an acknowledged alert stores no first action, because the alert still shows the acknowledgement', () => {
  const before = { ...acknowledged, firstAction: undefined };
  expect(firstActionOf(before, { ...acknowledged, updated_at: LATER }, PERSON)).toEqual({});
});

test('If a person resolves an unacknowledged alert, that is stored as its first action', () => {
  expect(firstActionOf(open, { ...open, updated_at: AT }, PERSON)).toEqual({
    first_action: { at: AT, by: 'person' },
  });
});

test('If a later acknowledgement overwrites an earlier one, the earlier one is stored as the alert’s first action', () => {
  const before = { ...acknowledged, firstAction: undefined };
  const after = { acknowledged_at: LATER, acknowledged_by: 'another', updated_at: LATER };
  expect(firstActionOf(before, after, { ...PERSON, id: 'another' })).toEqual({
    first_action: { at: AT, by: 'person' },
  });
});

test('A stored first action stays, and an action of an API key is not stored as a first action', () => {
  const before = { ...open, firstAction: { at: AT, by: 'person' } };
  expect(firstActionOf(before, { ...open, updated_at: LATER }, PERSON)).toEqual({});
  expect(firstActionOf(open, { ...open, updated_at: AT }, KEY)).toEqual({});
});
