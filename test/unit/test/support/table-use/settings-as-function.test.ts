import { expect, test } from 'vitest';
import { throwIfDenied } from '../../../../support/table-use/denials.ts';
import { settingReads, settingsAsFunction } from '../../../../support/table-use/settings-as-function.ts';
import { type Trace, unreadSettings } from '../../../../support/table-use/traces.ts';

const environment = { GUARD_STAGE: 'test', TOKEN_EXPIRATION: '60', GUARD_RATE_LIMIT_API: '7' };

test('In tests, a function can read only the settings that it declares', () => {
  const settings = settingsAsFunction(environment, { name: 'declares-one', settings: ['TOKEN_EXPIRATION'] });
  expect(settings.tokenExpirationMinutes).toBe(60);
  expect(throwIfDenied).not.toThrow();
  expect(() => settings.apiRequestsPerMinute).toThrow('GUARD_RATE_LIMIT_API is not set');
  expect(throwIfDenied).toThrow('declares-one is not given GUARD_RATE_LIMIT_API');
});

test('A setting that a function declares but reads in no test is reported', () => {
  const declared = { name: 'reads-one', settings: ['GUARD_STAGE', 'TOKEN_EXPIRATION'] } as const;
  const trace = (reads: Trace['reads']): Trace => ({ file: 'a', isComplete: true, uses: {}, reads });
  expect(unreadSettings(declared, [trace({ other: ['TOKEN_EXPIRATION'] })])).toEqual(['TOKEN_EXPIRATION']);
  expect(settingsAsFunction(environment, declared).tokenExpirationMinutes).toBe(60);
  expect(unreadSettings(declared, [trace(settingReads())])).toEqual([]);
});
