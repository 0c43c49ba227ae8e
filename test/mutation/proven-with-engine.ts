/** Names the tests of a run, with blanks between them, to vitest.config.ts. */
export const TESTS_VARIABLE = 'MUTATION_TESTS';

/**
 * The files of shared/ of which most is proven by tests with an engine, and these tests. A mutant of them takes seconds, so each is
 * met by these tests and by its own unit tests alone. Before a file moves here, mistakes made by hand show that the tests fail.
 */
export const PROVEN_WITH_ENGINE: Readonly<Record<string, readonly string[]>> = {
  'shared/accounts/assignments.ts': [
    'test/integration/manage-sites.test.ts',
    'test/integration/users.test.ts',
  ],
  'shared/accounts/change-users.ts': ['test/integration/users.test.ts'],
  'shared/accounts/count-user.ts': ['test/integration/users.test.ts'],
  'shared/accounts/end-sessions.ts': ['test/integration/ended-sessions.test.ts'],
  'shared/accounts/list-sessions.ts': ['test/integration/own-account.test.ts'],
  'shared/accounts/platform-admins.ts': ['test/integration/platform-admins.test.ts'],
  'shared/accounts/refresh-token.ts': ['test/integration/ended-sessions.test.ts'],
  'shared/accounts/sign-in.ts': ['test/integration/auth.test.ts', 'test/integration/second-factor.test.ts'],
  'shared/alerts/act-on-alert.ts': ['test/integration/alerts.test.ts', 'test/integration/dedup.test.ts'],
  'shared/devices/change-devices.ts': ['test/integration/devices.test.ts'],
  'shared/sites/change-sites.ts': ['test/integration/sites.test.ts'],
  'shared/sites/zone.ts': ['test/integration/zones.test.ts'],
  'shared/table/change-entity.ts': ['test/integration/zones.test.ts', 'test/integration/entities.test.ts'],
  'shared/tenants/change-tenants.ts': ['test/integration/tenants.test.ts'],
  'shared/tenants/delete-tenant.ts': [
    'test/integration/tenants.test.ts',
    'test/integration/tenant-deletion.test.ts',
  ],
  'shared/tenants/platform-tenant.ts': ['test/integration/platform-tenant.test.ts'],
};

/** The tests that must detect a mutant of such a file, as patterns. */
export function testsWithEngine(file: string): string[] {
  const own = `test/unit/${file.replace(/\.ts$/, '')}{,.*}.test.ts`;
  return [own, ...(PROVEN_WITH_ENGINE[file] ?? [])];
}
