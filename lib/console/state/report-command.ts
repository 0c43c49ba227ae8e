import type { Key, ReportEvent } from '../../client/types.ts';

const TEST_DEDUP_KEY = 'console-test';

/** The test alert of a key. Raising it again counts an occurrence. */
const TEST_ALERT = {
  type: 'test',
  severity: 'low',
  message: 'Test alert of a new key',
  dedup_key: TEST_DEDUP_KEY,
} as const;

/** A test with the key of a device: a test alert, which is also a sign of life, and its end, so that nobody has to. */
export const testOfDevice = (device_id: string): readonly ReportEvent[] => [
  { action: 'raise', device_id, ...TEST_ALERT },
  { action: 'resolve', device_id, dedup_key: TEST_DEDUP_KEY },
];

/** The command that reads the numbers of open alerts with a key. */
export function readCommand(baseUrl: string, key: string): string {
  return [`curl ${baseUrl}/api/v1/alerts/summary \\`, `  -H 'Authorization: Bearer ${key}'`].join('\n');
}

/** The command that raises a test alert with a key: a shell runs it as it is. Without a site, a tenant's key cannot. */
export function reportCommand(
  baseUrl: string,
  key: string,
  { site_id, device_id }: Pick<Key, 'site_id' | 'device_id'>,
  siteId?: string,
): string {
  const place = site_id === null && device_id === null ? { site_id: siteId ?? '<site_id>' } : {};
  return curlReport(baseUrl, key, { action: 'raise', ...place, ...TEST_ALERT });
}

/** The command with which a device says that it is there, for any key that may report for it. It alarms nobody. */
export function heartbeatCommand(baseUrl: string, key: string, deviceId: string): string {
  return curlReport(baseUrl, key, { action: 'heartbeat', device_id: deviceId });
}

function curlReport(baseUrl: string, key: string, event: object): string {
  return [
    `curl ${baseUrl}/api/v1/reports \\`,
    `  -H 'Authorization: Bearer ${key}' \\`,
    "  -H 'Content-Type: application/json' \\",
    `  -d '${JSON.stringify({ events: [event] })}'`,
  ].join('\n');
}
