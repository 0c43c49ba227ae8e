import type { Key } from '../../client/types.ts';

/** The test alert of the command. Running it again counts an occurrence. */
export const TEST_DEDUP_KEY = 'console-test';

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
  const event = {
    action: 'raise',
    ...place,
    type: 'test',
    severity: 'low',
    message: 'Test alert of a new key',
    dedup_key: TEST_DEDUP_KEY,
  };
  return curlReport(baseUrl, key, event);
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
