/** The objects of the service by their names, as the OpenAPI document describes them. */
import type { components } from './schema.ts';

type Schemas = components['schemas'];

export type Alert = Schemas['Alert'];
export type AlertSeverity = Schemas['AlertSeverity'];
export type AlertStatus = Schemas['AlertStatus'];
export type NewAlert = Schemas['NewAlert'];

export type Site = Schemas['Site'];
export type NewSite = Schemas['NewSite'];
export type SiteChanges = Schemas['SiteChanges'];

export type Zone = Schemas['Zone'];
export type NewZone = Schemas['NewZone'];
export type ZoneChanges = Schemas['ZoneChanges'];

export type Device = Schemas['Device'];
export type DeviceStatus = Schemas['DeviceStatus'];
export type NewDevice = Schemas['NewDevice'];
export type DeviceChanges = Schemas['DeviceChanges'];

export type User = Schemas['User'];
export type UserStatus = Schemas['UserStatus'];
export type Role = Schemas['Role'];
export type NewUser = Schemas['NewUser'];
export type UserChanges = Schemas['UserChanges'];
export type AssignedSites = Schemas['AssignedSites'];

export type Tenant = Schemas['Tenant'];
export type TenantStatus = Schemas['TenantStatus'];
export type NewTenant = Schemas['NewTenant'];
export type NewMaster = Schemas['NewMaster'];
export type TenantChanges = Schemas['TenantChanges'];

export type Credentials = Schemas['Credentials'];
export type Health = Schemas['Health'];
export type PageLinks = Schemas['PageLinks'];
export type PageMeta = Schemas['PageMeta'];

/** Every code with which the service says what went wrong. */
export type ErrorCode = Schemas['ErrorCode'];
