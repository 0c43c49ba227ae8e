export type { AlertInclude, Alerts } from './alerts.ts';
export { createGuardClient, type GuardClient } from './client.ts';
export type { Devices } from './devices.ts';
export { type FieldErrors, GuardError, type GuardErrorCode } from './errors.ts';
export { etagOf, type Versioned } from './etag.ts';
export type { GuardList, Page } from './list.ts';
export type {
  CallOptions,
  ChangeOptions,
  CreateOptions,
  EscalationOptions,
  Fetch,
  GuardClientOptions,
  OnWait,
  RepeatableOptions,
  SetEscalationOptions,
  TenantOptions,
  Wait,
} from './options.ts';
export type * from './resources.ts';
export type { GuardSession } from './session.ts';
export type * from './types.ts';
export type { Viewer } from './watch/live-message.ts';
export type { LiveSocket, LiveSocketConstructor } from './watch/live-socket.ts';
export { OpenAlert } from './watch/open-alert.ts';
export { PROOF_MS } from './watch/proof.ts';
export type {
  AlertsSnapshot,
  AlertWatchFilters,
  DevicesSnapshot,
  DeviceWatchFilters,
  WatchConnection,
  WatchOptions,
} from './watch/watch-options.ts';
export type { OverviewSnapshot, OverviewWatchOptions } from './watch/watch-overview.ts';
