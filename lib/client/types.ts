/** The objects of the service by their names, as the OpenAPI document describes them. */
import type { components } from './schema.ts';

type Schemas = components['schemas'];

export type Alert = Schemas['Alert'];
export type AlertDetails = Schemas['AlertDetails'];
export type AlertSeverity = Schemas['AlertSeverity'];
export type AlertStatus = Schemas['AlertStatus'];
export type AlertSummary = Schemas['AlertSummary'];
export type AlertInput = Schemas['AlertInput'];
export type ReportEvent = Schemas['ReportEvent'];
export type ReportResult = Schemas['ReportResult'];
export type ResultError = Schemas['ResultError'];
export type Actor = Schemas['Actor'];
export type AlertActionResult = Schemas['AlertActionResult'];
export type ReportedAlert = Schemas['ReportedAlert'];
export type AlertEvent = Schemas['AlertEvent'];
export type AlertEventAction = Schemas['AlertEventAction'];
export type LiveTicket = Schemas['LiveTicket'];
export type Resolution = Schemas['Resolution'];

export type Site = Schemas['Site'];
export type SiteInput = Schemas['SiteInput'];
export type SiteChanges = Schemas['SiteChanges'];

export type Escalation = Schemas['Escalation'];
export type EscalationInput = Schemas['EscalationInput'];

export type Zone = Schemas['Zone'];
export type ZoneInput = Schemas['ZoneInput'];
export type ZoneChanges = Schemas['ZoneChanges'];

export type Device = Schemas['Device'];
export type DeviceStatus = Schemas['DeviceStatus'];
export type DeviceInput = Schemas['DeviceInput'];
export type DeviceChanges = Schemas['DeviceChanges'];

export type User = Schemas['User'];
export type UserStatus = Schemas['UserStatus'];
export type Role = Schemas['Role'];
export type UserInput = Schemas['UserInput'];
export type UserChanges = Schemas['UserChanges'];
export type AssignedSites = Schemas['AssignedSites'];

export type Key = Schemas['Key'];
export type KeyInput = Schemas['KeyInput'];
export type KeyChanges = Schemas['KeyChanges'];
export type IssuedKey = Schemas['IssuedKey'];

export type Webhook = Schemas['Webhook'];
export type WebhookEvent = Schemas['WebhookEvent'];
export type WebhookStatus = Schemas['WebhookStatus'];
export type WebhookInput = Schemas['WebhookInput'];
export type WebhookChanges = Schemas['WebhookChanges'];
export type IssuedWebhook = Schemas['IssuedWebhook'];
export type Delivery = Schemas['Delivery'];
export type DeliveryStatus = Schemas['DeliveryStatus'];

export type Tenant = Schemas['Tenant'];
export type TenantStatus = Schemas['TenantStatus'];
export type TenantInput = Schemas['TenantInput'];
export type MasterInput = Schemas['MasterInput'];
export type TenantChanges = Schemas['TenantChanges'];

export type OwnChanges = Schemas['OwnChanges'];
export type Session = Schemas['Session'];

export type Credentials = Schemas['Credentials'];
export type Health = Schemas['Health'];
export type PageLinks = Schemas['PageLinks'];
export type PageMeta = Schemas['PageMeta'];

/** Every code with which the service says what went wrong. */
export type ErrorCode = Schemas['ErrorCode'];
