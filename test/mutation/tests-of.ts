/** What tests a folder of shared/ over HTTP, beside all unit tests: those that would not start a process. */
const FURTHER_TESTS: Readonly<Record<string, readonly string[]>> = {
  alerts: ['integration/alerts'],
  devices: ['integration/devices'],
  lists: ['property/paging', 'property/alert-lists', 'integration/device-lists'],
  sessions: ['integration/auth'],
  sites: ['integration/sites'],
  tenants: ['integration/tenants', 'integration/tenant-deletion'],
  users: ['integration/users'],
  zones: ['integration/zones'],
};

/** The tests that a mutant of a folder of shared/ has to get past: few enough that each mutant takes a second. */
export function testsOf(folder: string): string[] {
  const further = FURTHER_TESTS[folder] ?? [];
  return ['test/unit/shared/**/*.test.ts', ...further.map((name) => `test/${name}.test.ts`)];
}
