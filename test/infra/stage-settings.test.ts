import { describe, expect, test } from 'vitest';
import { readStageSettings } from '../../lib/stage-settings.ts';

const read = (context: Record<string, unknown>) => readStageSettings((name) => context[name]);

describe('stage settings', () => {
  test('are those of dev if no stage is named', () => {
    expect(read({})).toEqual(read({ stage: 'dev' }));
    expect(read({})).toMatchObject({ stage: 'dev', retainsData: false });
  });

  test('have the limits of the specification unless a stage says otherwise', () => {
    expect(read({ stage: 'prod' })).toMatchObject({
      tokenExpirationMinutes: 1440,
      authRequestsPerMinute: 5,
      apiRequestsPerMinute: 60,
    });
  });

  test('keep the data of prod and of every stage that nothing is said about', () => {
    expect(read({ stage: 'prod' }).retainsData).toBe(true);
    expect(read({ stage: 'staging' }).retainsData).toBe(true);
    expect(read({ stage: 'constructor' }).retainsData).toBe(true);
  });

  test('can each be given on the command line, as text', () => {
    expect(
      read({ stage: 'prod', retainsData: 'false', logRetentionDays: '30', tokenExpirationMinutes: '60' }),
    ).toMatchObject({ stage: 'prod', retainsData: false, logRetentionDays: 30, tokenExpirationMinutes: 60 });
  });

  test.each([
    ['stage', 'Prod_1'],
    ['stage', 5],
    ['functionArchitecture', 'sparc'],
    ['logRetentionDays', '8'],
    ['retainsData', 'perhaps'],
    ['tokenExpirationMinutes', '0'],
    ['functionMemoryMib', '64'],
  ])('are refused by name where %s is %s', (name, value) => {
    expect(() => read({ [name]: value })).toThrow(`at ${name}`);
  });
});
