import { expect, test } from 'vitest';
import { settingsOfFunction } from '../../../../shared/lambda/settings-use.ts';

const nothing = { actions: [], indexes: [] };

test('A function gets the settings that every function gets and, only once each, those that it declares', () => {
  expect(settingsOfFunction({ table: nothing, settings: [] })).toEqual(['GUARD_STAGE']);
  expect(settingsOfFunction({ table: nothing, settings: ['TOKEN_EXPIRATION', 'TOKEN_EXPIRATION'] })).toEqual([
    'GUARD_STAGE',
    'TOKEN_EXPIRATION',
  ]);
});

test.each([
  { ...nothing, actions: ['GetItem'] as const },
  { ...nothing, indexes: ['platform'] as const },
])('A function that uses the table gets the name of the table: %j', (table) => {
  expect(settingsOfFunction({ table, settings: [] })).toEqual(['GUARD_STAGE', 'TABLE_NAME']);
});
