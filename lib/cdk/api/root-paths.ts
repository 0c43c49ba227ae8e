/**
 * The longest paths that were deployed before the API had nested stacks. The API resources and methods of these, and of the paths
 * above them, stay in the root stack. The list never gets longer: `path-stacks.ts` puts new paths into nested stacks.
 *
 * A deployed path cannot move. CloudFormation would create it in its new stack before it deletes it in the old one, and API
 * Gateway rejects the second. A path that no longer has an endpoint may leave the list.
 */
const LONGEST_PATHS: readonly string[] = [
  '/api/v1/alerts/acknowledge',
  '/api/v1/alerts/resolve',
  '/api/v1/alerts/summary',
  '/api/v1/alerts/{alert_id}/acknowledge',
  '/api/v1/alerts/{alert_id}/events',
  '/api/v1/alerts/{alert_id}/notes',
  '/api/v1/alerts/{alert_id}/reopen',
  '/api/v1/alerts/{alert_id}/resolve',
  '/api/v1/auth/login',
  '/api/v1/auth/logout',
  '/api/v1/auth/me',
  '/api/v1/auth/refresh',
  '/api/v1/auth/sessions/{token_id}',
  '/api/v1/devices/import',
  '/api/v1/devices/{device_id}',
  '/api/v1/escalation',
  '/api/v1/keys/{key_id}',
  '/api/v1/live/tickets',
  '/api/v1/reports',
  '/api/v1/sites/{site_id}/alerts',
  '/api/v1/sites/{site_id}/devices',
  '/api/v1/sites/{site_id}/zones',
  '/api/v1/tenants/{tenant_id}',
  '/api/v1/users/{user_id}/sites',
  '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend',
  '/api/v1/webhooks/{webhook_id}/recover',
  '/api/v1/webhooks/{webhook_id}/rotate',
  '/api/v1/webhooks/{webhook_id}/test',
  '/api/v1/zones/{zone_id}',
  '/console/assets/{asset}',
  '/docs/api',
  '/docs/api.json',
  '/docs/assets/{asset}',
  '/health',
];

const ROOT_PATHS = new Set(LONGEST_PATHS.flatMap(pathsTo));

/**
 * The topmost part of a path that is not in the root stack: `/zones/{zone_id}/cameras` for
 * `/zones/{zone_id}/cameras/{camera_id}`.
 */
export function topOutsideRoot(path: string): string | undefined {
  return pathsTo(path).find((it) => !ROOT_PATHS.has(it));
}

/** `/a`, `/a/b` and `/a/b/c` for `/a/b/c`. */
function pathsTo(path: string): string[] {
  const parts = path.split('/').filter((it) => it !== '');
  return parts.map((_, place) => `/${parts.slice(0, place + 1).join('/')}`);
}
