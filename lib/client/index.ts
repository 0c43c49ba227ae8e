export { createGuardClient, type GuardClient } from './client.ts';
export { type FieldErrors, GuardError, type GuardErrorCode } from './errors.ts';
export { etagOf, type Versioned } from './etag.ts';
export type { GuardList, Page } from './list.ts';
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  Fetch,
  GuardClientOptions,
  OnWait,
  RepeatableOptions,
  Wait,
} from './options.ts';
export type { AlertFilters, AlertSummaryFilters, Alerts, SiteAlertFilters } from './resources/alerts.ts';
export type { DeviceFilters, Devices, SiteDeviceFilters } from './resources/devices.ts';
export type { EscalationOptions, EscalationRules, SetEscalationOptions } from './resources/escalation.ts';
export type { KeyFilters, Keys } from './resources/keys.ts';
export type { SessionFilters, Sessions } from './resources/sessions.ts';
export type { SiteFilters, Sites } from './resources/sites.ts';
export type { TenantFilters, Tenants } from './resources/tenants.ts';
export type { UserFilters, Users } from './resources/users.ts';
export type { DeliveryFilters, WebhookFilters, Webhooks } from './resources/webhooks.ts';
export type { SiteZoneFilters, Zones } from './resources/zones.ts';
export type { GuardSession } from './session.ts';
export type * from './types.ts';
export type { LiveSocket, LiveSocketConstructor } from './watch/live-socket.ts';
export type {
  AlertsSnapshot,
  AlertWatchFilters,
  DevicesSnapshot,
  DeviceWatchFilters,
  WatchConnection,
  WatchOptions,
} from './watch/watch-options.ts';
