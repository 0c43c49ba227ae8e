import { expect, test } from 'vitest';
import { SETTING_DEFAULTS } from '../../../../shared/lambda/setting-defaults.ts';
import { readImports } from '../../../house/imports.ts';

test('the limits of an installation that sets none are those of the specification', () => {
  expect(SETTING_DEFAULTS).toEqual({
    TOKEN_EXPIRATION: 1440,
    GUARD_RATE_LIMIT_AUTH: 5,
    GUARD_RATE_LIMIT_API: 60,
    GUARD_RATE_LIMIT_KEY_EVENTS: 600,
    GUARD_RATE_LIMIT_LOGIN_ADDRESS: 30,
    GUARD_RATE_LIMIT_FAILED_LOGINS: 50,
    GUARD_ALERT_RETENTION_DAYS: 400,
    GUARD_CORS_ORIGIN: '*',
  });
});

test('no function knows them: it would run with a limit that nobody gave it', () => {
  const knowing = [...readImports(['functions', 'shared'])].filter(([, imported]) =>
    imported.includes('shared/lambda/setting-defaults.ts'),
  );
  expect(knowing).toEqual([]);
});
