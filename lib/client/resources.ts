// Generated from docs/openapi.json by `npm run generate`. Do not edit.

import type { Versioned } from './etag.ts';
import type { Fields, Filters } from './filters.ts';
import type { GuardList } from './list.ts';
import type { CallOptions, ChangeOptions, RepeatableOptions, TenantOptions } from './options.ts';
import type { Requests } from './requests.ts';
import { Resource } from './resource.ts';
import type {
  AcknowledgeAlertsInput,
  AcknowledgeInput,
  ActionPlan,
  ActionPlanChanges,
  ActionPlanInput,
  Alert,
  AlertActionResult,
  AlertActionResults,
  AlertEvent,
  AlertInput,
  AlertPictures,
  AlertPlan,
  AlertPlanStep,
  AlertSummary,
  AssignedSites,
  AuditEvent,
  Calendar,
  CalendarChanges,
  CalendarInput,
  Channel,
  ChannelCode,
  ChannelInput,
  ChannelList,
  ChannelTest,
  CheckIn,
  ChosenPreferences,
  Contact,
  ContactChanges,
  ContactInput,
  ContactList,
  Delivery,
  Device,
  DeviceChanges,
  DeviceImportResult,
  DeviceImportResults,
  DeviceInput,
  DrillInput,
  Drills,
  Escalation,
  EscalationInput,
  Handover,
  HandoverNote,
  HandoverNoteInput,
  Health,
  HolidayList,
  Id,
  IdentityProvider,
  IdentityProviderChanges,
  IdentityProviderInput,
  ImportedDevice,
  InboundAddress,
  InboundChanges,
  InboundInput,
  InboundMessage,
  IssuedCertificate,
  IssuedInboundAddress,
  IssuedKey,
  IssuedMailAddress,
  IssuedWebhook,
  Key,
  KeyChanges,
  KeyInput,
  LateClosings,
  LimitedTenant,
  LostPassword,
  MailAddress,
  MailAddressChanges,
  MailAddressInput,
  MailStatus,
  NoteInput,
  Notification,
  NotificationRule,
  NotificationRuleChanges,
  NotificationRuleInput,
  NotificationRulePreview,
  NotificationRulePreviewInput,
  OnCall,
  Opening,
  OwnChanges,
  Panel,
  PanelFrame,
  PanelInput,
  ParkInput,
  PasswordReset,
  PendingSecondFactor,
  PersonAccess,
  PictureAnnouncement,
  PictureInput,
  PreferenceChanges,
  Preferences,
  Recovery,
  RecoveryCodes,
  RecoveryInput,
  ReopenInput,
  ReportEvent,
  ReportResult,
  ReportResults,
  ResolveAlertsInput,
  ResolveInput,
  ResponsePreview,
  ResponsePreviewInput,
  ResponseTimes,
  Schedule,
  ScheduleChanges,
  ScheduleInput,
  ScheduleOverride,
  ScheduleOverrideInput,
  ScheduleOverrideList,
  SchedulePreview,
  SecondFactor,
  SecondFactorConfirmation,
  SecondFactorInput,
  SecondFactorRemoval,
  Security,
  SecurityInput,
  Session,
  Shifts,
  SignInTest,
  SignedInBySso,
  Site,
  SiteChanges,
  SiteCheckIns,
  SiteInput,
  SiteTest,
  SiteTestChanges,
  SiteTestInput,
  SiteTestList,
  SitesOverview,
  SsoCode,
  SsoStart,
  SsoStarted,
  StepOutcomeInput,
  Supervision,
  SupervisionChanges,
  SupervisionExtensionInput,
  SupervisionInput,
  SupervisionPreview,
  TakeOverInput,
  Tenant,
  TenantChanges,
  TenantInput,
  UnknownFrameList,
  User,
  UserChanges,
  UserChannels,
  UserInput,
  Webhook,
  WebhookChanges,
  WebhookInput,
  Zone,
  ZoneChanges,
  ZoneInput,
} from './types.ts';

export type ActionPlanFilters = Filters<'/api/v1/action-plans'>;
export type AlertEventFilters = Filters<'/api/v1/alerts/{alert_id}/events'>;
export type AlertFilters = Filters<'/api/v1/alerts'>;
export type AlertSummaryFilters = Filters<'/api/v1/alerts/summary'>;
export type AuditEventFilters = Filters<'/api/v1/audit-events'>;
export type CalendarFilters = Filters<'/api/v1/calendars'>;
export type DeliveryFilters = Filters<'/api/v1/webhooks/{webhook_id}/deliveries'>;
export type DeviceFilters = Filters<'/api/v1/devices'>;
export type HandoverFilters = Filters<'/api/v1/handover'>;
export type HolidayListFilters = Filters<'/api/v1/holidays'>;
export type IdentityProviderFilters = Filters<'/api/v1/identity-providers'>;
export type InboundMessageFilters = Filters<'/api/v1/devices/{device_id}/inbound/messages'>;
export type KeyFilters = Filters<'/api/v1/keys'>;
export type LateClosingsFilters = Filters<'/api/v1/statistics/late-closings'>;
export type NotificationFilters = Filters<'/api/v1/alerts/{alert_id}/notifications'>;
export type NotificationRuleFilters = Filters<'/api/v1/notification-rules'>;
export type OnCallFilters = Filters<'/api/v1/schedules/{schedule_id}/on-call'>;
export type OpeningFilters = Filters<'/api/v1/sites/{site_id}/openings'>;
export type PanelFrameFilters = Filters<'/api/v1/devices/{device_id}/frames'>;
export type PersonAccessFilters = Filters<'/api/v1/people'>;
export type ResponseTimesFilters = Filters<'/api/v1/statistics/response-times'>;
export type ScheduleFilters = Filters<'/api/v1/schedules'>;
export type SessionFilters = Filters<'/api/v1/auth/sessions'>;
export type ShiftsFilters = Filters<'/api/v1/schedules/{schedule_id}/shifts'>;
export type SiteAlertFilters = Filters<'/api/v1/sites/{site_id}/alerts'>;
export type SiteDeviceFilters = Filters<'/api/v1/sites/{site_id}/devices'>;
export type SiteFilters = Filters<'/api/v1/sites'>;
export type SiteTestFilters = Filters<'/api/v1/tests'>;
export type SiteZoneFilters = Filters<'/api/v1/sites/{site_id}/zones'>;
export type SupervisionFilters = Filters<'/api/v1/supervisions'>;
export type TenantFilters = Filters<'/api/v1/tenants'>;
export type UserFilters = Filters<'/api/v1/users'>;
export type WebhookFilters = Filters<'/api/v1/webhooks'>;

export class ActionPlans extends Resource {
  /**
   * Read the action plan of an alert.
   * @returns The plan as it was when the alert was raised, with the outcomes of its steps.
   */
  getAlertPlan(id: string, options: CallOptions = {}): Promise<AlertPlan> {
    return this.send<AlertPlan>('get', '/api/v1/alerts/{alert_id}/plan', { ...options, path: { alert_id: id } });
  }

  /**
   * Record the outcome of a step of an alert's action plan.
   * @returns The step with its outcome. An earlier outcome stays in the history.
   */
  recordStep(
    id: string,
    key: string,
    stepOutcome: StepOutcomeInput,
    options: RepeatableOptions = {},
  ): Promise<AlertPlanStep> {
    return this.send<AlertPlanStep>('post', '/api/v1/alerts/{alert_id}/plan/steps/{key}', { ...options, path: { alert_id: id, key: key }, body: stepOutcome });
  }

  /** List action plans, newest first. */
  list(filters: ActionPlanFilters = {}, options: CallOptions = {}): GuardList<ActionPlan> {
    return this.pages<ActionPlan>('/api/v1/action-plans', { ...options, query: filters });
  }

  /**
   * Create an action plan.
   * @returns The new plan. Alerts that are raised from now on may have it.
   */
  create(
    actionPlan: ActionPlanInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<ActionPlan>> {
    return this.sendVersioned<ActionPlan>('post', '/api/v1/action-plans', { ...options, query: { tenant_id: tenantId }, body: actionPlan });
  }

  /**
   * Read an action plan.
   * @returns The plan.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<ActionPlan>> {
    return this.sendVersioned<ActionPlan>('get', '/api/v1/action-plans/{action_plan_id}', { ...options, path: { action_plan_id: id } });
  }

  /**
   * Change an action plan.
   * @returns The changed plan. Alerts keep the version that they were raised with.
   */
  update(
    id: string,
    changes: ActionPlanChanges,
    options: ChangeOptions = {},
  ): Promise<Versioned<ActionPlan>> {
    return this.sendVersioned<ActionPlan>('patch', '/api/v1/action-plans/{action_plan_id}', { ...options, path: { action_plan_id: id }, body: changes });
  }

  /** Delete an action plan. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/action-plans/{action_plan_id}', { ...options, path: { action_plan_id: id } });
  }
}

export class GeneratedAlerts extends Resource {
  /** List the alerts of a site, newest first. */
  listOfSite(siteId: string, filters: SiteAlertFilters = {}, options: CallOptions = {}): GuardList<Alert> {
    return this.pages<Alert>('/api/v1/sites/{site_id}/alerts', { ...options, path: { site_id: siteId }, query: filters });
  }

  /** List alerts, newest first. */
  list(filters: AlertFilters = {}, options: CallOptions = {}): GuardList<Alert> {
    return this.pages<Alert>('/api/v1/alerts', { ...options, query: filters });
  }

  /**
   * Raise an alert at a site.
   * @returns The new alert.
   */
  raise(
    alert: AlertInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts', { ...options, query: { tenant_id: tenantId }, body: alert, strict: true });
  }

  /**
   * Count open alerts.
   * @returns The number of open alerts within the scope.
   */
  summary(filters: AlertSummaryFilters = {}, options: CallOptions = {}): Promise<AlertSummary> {
    return this.send<AlertSummary>('get', '/api/v1/alerts/summary', { ...options, query: filters });
  }

  /**
   * Acknowledge an alert.
   * @returns The alert, which is acknowledged now or was before.
   */
  acknowledge(
    id: string,
    { note, severity, ...options }: CallOptions & Fields<AcknowledgeInput> = {},
  ): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/acknowledge', { ...options, path: { alert_id: id }, body: { note, severity }, idempotent: true });
  }

  /**
   * Resolve an alert.
   * @returns The alert, which is resolved now or was before.
   */
  resolve(
    id: string,
    { note, resolution, override_plan, severity, ...options }: CallOptions & Fields<ResolveInput> = {},
  ): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/resolve', { ...options, path: { alert_id: id }, body: { note, resolution, override_plan, severity }, idempotent: true });
  }

  /**
   * Reopen an alert that was resolved by mistake.
   * @returns The alert, acknowledged by the caller.
   */
  reopen(id: string, note: ReopenInput['note'], options: CallOptions = {}): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/reopen', { ...options, path: { alert_id: id }, body: { note }, idempotent: true });
  }

  /**
   * Take over an alert that somebody else has acknowledged.
   * @returns The alert, which the caller has now or had before.
   */
  takeOver(
    id: string,
    { severity, ...options }: CallOptions & Fields<TakeOverInput> = {},
  ): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/take-over', { ...options, path: { alert_id: id }, body: { severity }, idempotent: true });
  }

  /**
   * Park an acknowledged alert until a time.
   * @returns The alert, which is parked until that time.
   */
  park(id: string, park: ParkInput, options: CallOptions = {}): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/park', { ...options, path: { alert_id: id }, body: park, idempotent: true });
  }

  /**
   * Bring a parked alert back to the queue.
   * @returns The alert, which is not parked now or was not before.
   */
  unpark(id: string, options: CallOptions = {}): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/alerts/{alert_id}/unpark', { ...options, path: { alert_id: id }, idempotent: true });
  }

  /**
   * Acknowledge several alerts.
   * @returns The result for each alert.
   */
  async acknowledgeMany(
    alertIds: readonly Id[],
    { note, severities, ...options }: CallOptions & Omit<Fields<AcknowledgeAlertsInput>, 'alert_ids'> = {},
  ): Promise<AlertActionResult[]> {
    return (await this.send<AlertActionResults>('post', '/api/v1/alerts/acknowledge', { ...options, body: { alert_ids: alertIds, note, severities }, idempotent: true })).results;
  }

  /**
   * Resolve several alerts.
   * @returns The result for each alert.
   */
  async resolveMany(
    alertIds: readonly Id[],
    { note, resolution, override_plan, severities, ...options }: CallOptions & Omit<Fields<ResolveAlertsInput>, 'alert_ids'> = {},
  ): Promise<AlertActionResult[]> {
    return (await this.send<AlertActionResults>('post', '/api/v1/alerts/resolve', { ...options, body: { alert_ids: alertIds, note, resolution, override_plan, severities }, idempotent: true })).results;
  }

  /**
   * Add a note to the history of an alert.
   * @returns The new entry of the history.
   */
  addNote(id: string, text: NoteInput['text'], options: RepeatableOptions = {}): Promise<AlertEvent> {
    return this.send<AlertEvent>('post', '/api/v1/alerts/{alert_id}/notes', { ...options, path: { alert_id: id }, body: { text } });
  }

  /** List the history of an alert, newest first. */
  events(id: string, filters: AlertEventFilters = {}, options: CallOptions = {}): GuardList<AlertEvent> {
    return this.pages<AlertEvent>('/api/v1/alerts/{alert_id}/events', { ...options, path: { alert_id: id }, query: filters });
  }

  /**
   * Add a picture to an alert: get the URL to which it is uploaded.
   * @returns How to upload the file. The picture is listed when the file has arrived and was checked.
   */
  addPicture(id: string, picture: PictureInput, options: CallOptions = {}): Promise<PictureAnnouncement> {
    return this.send<PictureAnnouncement>('post', '/api/v1/alerts/{alert_id}/pictures', { ...options, path: { alert_id: id }, body: picture });
  }

  /**
   * List the pictures of an alert, newest first.
   * @returns The pictures of the alert.
   */
  listPictures(id: string, options: CallOptions = {}): Promise<AlertPictures> {
    return this.send<AlertPictures>('get', '/api/v1/alerts/{alert_id}/pictures', { ...options, path: { alert_id: id } });
  }

  /**
   * Keep the pictures of a real alert for as long as the alert exists.
   * @returns The pictures of the alert.
   */
  holdPictures(id: string, options: ChangeOptions = {}): Promise<AlertPictures> {
    return this.send<AlertPictures>('put', '/api/v1/alerts/{alert_id}/pictures/hold', { ...options, path: { alert_id: id } });
  }

  /** End the hold of the pictures of an alert. */
  releasePictures(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/alerts/{alert_id}/pictures/hold', { ...options, path: { alert_id: id } });
  }

  /** List who was notified of an alert, newest first. */
  listNotifications(
    id: string,
    filters: NotificationFilters = {},
    options: CallOptions = {},
  ): GuardList<Notification> {
    return this.pages<Notification>('/api/v1/alerts/{alert_id}/notifications', { ...options, path: { alert_id: id }, query: filters });
  }
}

export class Audit extends Resource {
  /** List the audit log of a tenant, newest first. */
  list(filters: AuditEventFilters = {}, options: CallOptions = {}): GuardList<AuditEvent> {
    return this.pages<AuditEvent>('/api/v1/audit-events', { ...options, query: filters });
  }
}

export class Calendars extends Resource {
  /** List calendars, newest first. */
  list(filters: CalendarFilters = {}, options: CallOptions = {}): GuardList<Calendar> {
    return this.pages<Calendar>('/api/v1/calendars', { ...options, query: filters });
  }

  /**
   * Create a calendar.
   * @returns The new calendar.
   */
  create(
    calendar: CalendarInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<Calendar>> {
    return this.sendVersioned<Calendar>('post', '/api/v1/calendars', { ...options, query: { tenant_id: tenantId }, body: calendar });
  }

  /**
   * Read a calendar.
   * @returns The calendar.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Calendar>> {
    return this.sendVersioned<Calendar>('get', '/api/v1/calendars/{calendar_id}', { ...options, path: { calendar_id: id } });
  }

  /**
   * Change a calendar.
   * @returns The changed calendar. Supervisions that use it follow its dates from now on.
   */
  update(id: string, changes: CalendarChanges, options: ChangeOptions = {}): Promise<Versioned<Calendar>> {
    return this.sendVersioned<Calendar>('patch', '/api/v1/calendars/{calendar_id}', { ...options, path: { calendar_id: id }, body: changes });
  }

  /** Delete a calendar that no supervision uses. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/calendars/{calendar_id}', { ...options, path: { calendar_id: id } });
  }
}

export class Channels extends Resource {
  /**
   * List your channels.
   * @returns Your channels, and which kinds are off.
   */
  list(options: CallOptions = {}): Promise<Versioned<ChannelList>> {
    return this.sendVersioned<ChannelList>('get', '/api/v1/auth/me/channels', options);
  }

  /**
   * Add a channel, or send another code to one that is not verified.
   * @returns The channel. Guard has sent a code to an e-mail address or phone number.
   */
  create(channel: ChannelInput, options: CallOptions = {}): Promise<Channel> {
    return this.send<Channel>('post', '/api/v1/auth/me/channels', { ...options, body: channel });
  }

  /** Delete one of your channels. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/auth/me/channels/{channel_id}', { ...options, path: { channel_id: id } });
  }

  /**
   * Verify a channel by its code.
   * @returns The verified channel.
   */
  verify(id: string, channelCode: ChannelCode, options: CallOptions = {}): Promise<Channel> {
    return this.send<Channel>('post', '/api/v1/auth/me/channels/{channel_id}/verify', { ...options, path: { channel_id: id }, body: channelCode });
  }

  /**
   * Send a message to one of your channels.
   * @returns Whether the provider took the message.
   */
  test(id: string, options: CallOptions = {}): Promise<ChannelTest> {
    return this.send<ChannelTest>('post', '/api/v1/auth/me/channels/{channel_id}/test', { ...options, path: { channel_id: id } });
  }

  /**
   * Read by which kinds of channels a user is reached.
   * @returns The kinds, without addresses.
   */
  getUser(userId: string, options: CallOptions = {}): Promise<UserChannels> {
    return this.send<UserChannels>('get', '/api/v1/users/{user_id}/channels', { ...options, path: { user_id: userId } });
  }
}

export class CheckIns extends Resource {
  /**
   * Read the last check-in at a site, and when the next one is due.
   * @returns The last check-in, and what is expected.
   */
  get(siteId: string, options: CallOptions = {}): Promise<Versioned<SiteCheckIns>> {
    return this.sendVersioned<SiteCheckIns>('get', '/api/v1/sites/{site_id}/check-ins', { ...options, path: { site_id: siteId } });
  }

  /**
   * Check in at a site.
   * @returns The check-in. It counts from the time at which it arrived.
   */
  create(siteId: string, options: RepeatableOptions = {}): Promise<CheckIn> {
    return this.send<CheckIn>('post', '/api/v1/sites/{site_id}/check-ins', { ...options, path: { site_id: siteId } });
  }
}

export class Contacts extends Resource {
  /**
   * List the contacts of a site, in the order in which to call them.
   * @returns All contacts of the site.
   */
  async listOfSite(siteId: string, options: CallOptions = {}): Promise<Contact[]> {
    return (await this.send<ContactList>('get', '/api/v1/sites/{site_id}/contacts', { ...options, path: { site_id: siteId } })).data;
  }

  /**
   * Create a contact of a site.
   * @returns The new contact.
   */
  create(
    siteId: string,
    contact: ContactInput,
    options: RepeatableOptions = {},
  ): Promise<Versioned<Contact>> {
    return this.sendVersioned<Contact>('post', '/api/v1/sites/{site_id}/contacts', { ...options, path: { site_id: siteId }, body: contact });
  }

  /**
   * Read a contact.
   * @returns The contact.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Contact>> {
    return this.sendVersioned<Contact>('get', '/api/v1/contacts/{contact_id}', { ...options, path: { contact_id: id } });
  }

  /**
   * Change or move a contact.
   * @returns The changed contact.
   */
  update(id: string, changes: ContactChanges, options: ChangeOptions = {}): Promise<Versioned<Contact>> {
    return this.sendVersioned<Contact>('patch', '/api/v1/contacts/{contact_id}', { ...options, path: { contact_id: id }, body: changes });
  }

  /** Delete a contact. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/contacts/{contact_id}', { ...options, path: { contact_id: id } });
  }
}

export class GeneratedDevices extends Resource {
  /** List the devices of a site, newest first. */
  listOfSite(siteId: string, filters: SiteDeviceFilters = {}, options: CallOptions = {}): GuardList<Device> {
    return this.pages<Device>('/api/v1/sites/{site_id}/devices', { ...options, path: { site_id: siteId }, query: filters });
  }

  /**
   * Create a device at a site.
   * @returns The new device.
   */
  create(siteId: string, device: DeviceInput, options: RepeatableOptions = {}): Promise<Versioned<Device>> {
    return this.sendVersioned<Device>('post', '/api/v1/sites/{site_id}/devices', { ...options, path: { site_id: siteId }, body: device });
  }

  /** List devices, newest first. */
  list(filters: DeviceFilters = {}, options: CallOptions = {}): GuardList<Device> {
    return this.pages<Device>('/api/v1/devices', { ...options, query: filters });
  }

  /**
   * Create up to 25 devices; a repetition creates none twice.
   * @returns The result for each device.
   */
  async import(devices: readonly ImportedDevice[], options: CallOptions = {}): Promise<DeviceImportResult[]> {
    return (await this.send<DeviceImportResults>('post', '/api/v1/devices/import', { ...options, body: { devices }, idempotent: true })).results;
  }

  /**
   * Read a device.
   * @returns The device.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Device>> {
    return this.sendVersioned<Device>('get', '/api/v1/devices/{device_id}', { ...options, path: { device_id: id } });
  }

  /**
   * Change or move a device.
   * @returns The changed device.
   */
  update(id: string, changes: DeviceChanges, options: ChangeOptions = {}): Promise<Versioned<Device>> {
    return this.sendVersioned<Device>('patch', '/api/v1/devices/{device_id}', { ...options, path: { device_id: id }, body: changes });
  }

  /** Delete a device. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/devices/{device_id}', { ...options, path: { device_id: id } });
  }
}

export class EscalationRules extends Resource {
  /**
   * Read when alerts of the tenant escalate.
   * @returns The escalation of the tenant: the steps of each severity that escalates.
   */
  get({ tenantId, ...options }: TenantOptions = {}): Promise<Versioned<Escalation>> {
    return this.sendVersioned<Escalation>('get', '/api/v1/escalation', { ...options, query: { tenant_id: tenantId } });
  }

  /**
   * Set when alerts of the tenant escalate.
   * @returns The new escalation of the tenant. Open alerts keep their steps.
   */
  set(
    escalation: EscalationInput,
    { tenantId, ...options }: TenantOptions & ChangeOptions = {},
  ): Promise<Versioned<Escalation>> {
    return this.sendVersioned<Escalation>('put', '/api/v1/escalation', { ...options, query: { tenant_id: tenantId }, body: escalation });
  }
}

export class Handovers extends Resource {
  /**
   * Read what a shift hands to the next one.
   * @returns Open, parked, on test, silent, who has what, and notes.
   */
  get(filters: HandoverFilters = {}, options: CallOptions = {}): Promise<Handover> {
    return this.send<Handover>('get', '/api/v1/handover', { ...options, query: filters });
  }

  /**
   * Leave a note to the next shift.
   * @returns The new note.
   */
  addNote(
    handoverNote: HandoverNoteInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<HandoverNote> {
    return this.send<HandoverNote>('post', '/api/v1/handover/notes', { ...options, query: { tenant_id: tenantId }, body: handoverNote });
  }
}

export class Holidays extends Resource {
  /**
   * List public holidays for a calendar.
   * @returns Countries, regions and days, with their source.
   */
  list(filters: HolidayListFilters = {}, options: CallOptions = {}): Promise<HolidayList> {
    return this.send<HolidayList>('get', '/api/v1/holidays', { ...options, query: filters });
  }
}

export class IdentityProviders extends Resource {
  /** List identity providers, newest first. */
  list(filters: IdentityProviderFilters = {}, options: CallOptions = {}): GuardList<IdentityProvider> {
    return this.pages<IdentityProvider>('/api/v1/identity-providers', { ...options, query: filters });
  }

  /**
   * Create an identity provider.
   * @returns The new provider. People sign in with it once one of its domains is verified.
   */
  create(
    identityProvider: IdentityProviderInput,
    { tenantId, ...options }: TenantOptions = {},
  ): Promise<Versioned<IdentityProvider>> {
    return this.sendVersioned<IdentityProvider>('post', '/api/v1/identity-providers', { ...options, query: { tenant_id: tenantId }, body: identityProvider });
  }

  /**
   * Read an identity provider.
   * @returns The provider, without its client secret.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<IdentityProvider>> {
    return this.sendVersioned<IdentityProvider>('get', '/api/v1/identity-providers/{identity_provider_id}', { ...options, path: { identity_provider_id: id } });
  }

  /**
   * Change an identity provider.
   * @returns The changed provider. A removed domain is free for others.
   */
  update(
    id: string,
    changes: IdentityProviderChanges,
    options: ChangeOptions = {},
  ): Promise<Versioned<IdentityProvider>> {
    return this.sendVersioned<IdentityProvider>('patch', '/api/v1/identity-providers/{identity_provider_id}', { ...options, path: { identity_provider_id: id }, body: changes });
  }

  /** Delete an identity provider. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/identity-providers/{identity_provider_id}', { ...options, path: { identity_provider_id: id } });
  }

  /**
   * Begin a test sign-in with an identity provider.
   * @returns Where to sign in. The browser then returns to `{base_url}/console#/sign-in-test?report=…`: base64url of JSON with what Guard would do. Nobody is signed in, and nothing changes. A disabled provider can be tested, too.
   */
  test(id: string, options: CallOptions = {}): Promise<SignInTest> {
    return this.send<SignInTest>('post', '/api/v1/identity-providers/{identity_provider_id}/test', { ...options, path: { identity_provider_id: id } });
  }

  /**
   * Verify the domains of an identity provider.
   * @returns The provider. `verified_at` remains null for a domain without the TXT record `_guard.<domain>` with its challenge.
   */
  verify(id: string, options: CallOptions = {}): Promise<IdentityProvider> {
    return this.send<IdentityProvider>('post', '/api/v1/identity-providers/{identity_provider_id}/verify', { ...options, path: { identity_provider_id: id } });
  }
}

export class Inbound extends Resource {
  /**
   * Make an address for another system, or another one in place of the present.
   * @returns The address, which is shown only once. A former address still works for 24 hours; revoking ends both.
   */
  create(
    deviceId: string,
    inbound: InboundInput,
    options: CallOptions = {},
  ): Promise<Versioned<IssuedInboundAddress>> {
    return this.sendVersioned<IssuedInboundAddress>('post', '/api/v1/devices/{device_id}/inbound', { ...options, path: { device_id: deviceId }, body: inbound });
  }

  /**
   * Read what the inbound address of a device takes.
   * @returns The settings of the address, without the address itself.
   */
  get(deviceId: string, options: CallOptions = {}): Promise<Versioned<InboundAddress>> {
    return this.sendVersioned<InboundAddress>('get', '/api/v1/devices/{device_id}/inbound', { ...options, path: { device_id: deviceId } });
  }

  /**
   * Change the format or the mapping of an inbound address.
   * @returns The changed settings. The address remains.
   */
  update(
    deviceId: string,
    { format, mapping, ...options }: ChangeOptions & Fields<InboundChanges> = {},
  ): Promise<Versioned<InboundAddress>> {
    return this.sendVersioned<InboundAddress>('patch', '/api/v1/devices/{device_id}/inbound', { ...options, path: { device_id: deviceId }, body: { format, mapping } });
  }

  /** Revoke the inbound address of a device, and its former one, at once. */
  delete(deviceId: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/devices/{device_id}/inbound', { ...options, path: { device_id: deviceId } });
  }

  /**
   * Issue a certificate with which a device connects by MQTT.
   * @returns The certificate with its private key, which is shown only once. The one before it works for 24 hours more; revoking the address ends both.
   */
  issueCertificate(id: string, options: CallOptions = {}): Promise<IssuedCertificate> {
    return this.send<IssuedCertificate>('post', '/api/v1/devices/{device_id}/inbound/certificate', { ...options, path: { device_id: id } });
  }

  /** List the messages of the last week to the address of a device, newest first. */
  messages(
    id: string,
    filters: InboundMessageFilters = {},
    options: CallOptions = {},
  ): GuardList<InboundMessage> {
    return this.pages<InboundMessage>('/api/v1/devices/{device_id}/inbound/messages', { ...options, path: { device_id: id }, query: filters });
  }
}

export class Keys extends Resource {
  /** List keys, newest first. */
  list(filters: KeyFilters = {}, options: CallOptions = {}): GuardList<Key> {
    return this.pages<Key>('/api/v1/keys', { ...options, query: filters });
  }

  /**
   * Create a key for a machine.
   * @returns The new key with its plain text, which is returned only once.
   */
  create(key: KeyInput, { tenantId, ...options }: TenantOptions = {}): Promise<Versioned<IssuedKey>> {
    return this.sendVersioned<IssuedKey>('post', '/api/v1/keys', { ...options, query: { tenant_id: tenantId }, body: key });
  }

  /**
   * Read a key.
   * @returns The key, without its plain text.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Key>> {
    return this.sendVersioned<Key>('get', '/api/v1/keys/{key_id}', { ...options, path: { key_id: id } });
  }

  /**
   * Rename a key.
   * @returns The renamed key.
   */
  rename(id: string, changes: KeyChanges, options: ChangeOptions = {}): Promise<Versioned<Key>> {
    return this.sendVersioned<Key>('patch', '/api/v1/keys/{key_id}', { ...options, path: { key_id: id }, body: changes });
  }

  /** Revoke a key. */
  revoke(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/keys/{key_id}', { ...options, path: { key_id: id } });
  }
}

export class MailAddresses extends Resource {
  /**
   * Make an address for the mail of a camera or recorder, or another one in place of the present.
   * @returns The address, which is shown only once. A former address ends at once.
   */
  create(
    id: string,
    { type, severity, subject, phrases, ...options }: CallOptions & Fields<MailAddressInput> = {},
  ): Promise<Versioned<IssuedMailAddress>> {
    return this.sendVersioned<IssuedMailAddress>('post', '/api/v1/devices/{device_id}/mail-address', { ...options, path: { device_id: id }, body: { type, severity, subject, phrases } });
  }

  /**
   * Read what the mails to the address of a device mean.
   * @returns The settings of the address, without the address itself.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<MailAddress>> {
    return this.sendVersioned<MailAddress>('get', '/api/v1/devices/{device_id}/mail-address', { ...options, path: { device_id: id } });
  }

  /**
   * Change the type, the severity, the subject or the phrases of a mail address.
   * @returns The changed settings. The address remains.
   */
  update(
    id: string,
    { type, severity, subject, phrases, ...options }: ChangeOptions & Fields<MailAddressChanges> = {},
  ): Promise<Versioned<MailAddress>> {
    return this.sendVersioned<MailAddress>('patch', '/api/v1/devices/{device_id}/mail-address', { ...options, path: { device_id: id }, body: { type, severity, subject, phrases } });
  }

  /** End the mail address of a device at once. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/devices/{device_id}/mail-address', { ...options, path: { device_id: id } });
  }
}

export class NotificationRules extends Resource {
  /** List notification rules, newest first. */
  list(filters: NotificationRuleFilters = {}, options: CallOptions = {}): GuardList<NotificationRule> {
    return this.pages<NotificationRule>('/api/v1/notification-rules', { ...options, query: filters });
  }

  /**
   * Create a notification rule.
   * @returns The new rule.
   */
  create(
    notificationRule: NotificationRuleInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<NotificationRule>> {
    return this.sendVersioned<NotificationRule>('post', '/api/v1/notification-rules', { ...options, query: { tenant_id: tenantId }, body: notificationRule });
  }

  /**
   * Say whom a notification rule would reach now, without storing or sending anything.
   * @returns Whom it reaches, and why not.
   */
  preview(
    notificationRulePreview: NotificationRulePreviewInput,
    { tenantId, ...options }: TenantOptions = {},
  ): Promise<NotificationRulePreview> {
    return this.send<NotificationRulePreview>('post', '/api/v1/notification-rules/preview', { ...options, query: { tenant_id: tenantId }, body: notificationRulePreview });
  }

  /**
   * Read a notification rule.
   * @returns The rule.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<NotificationRule>> {
    return this.sendVersioned<NotificationRule>('get', '/api/v1/notification-rules/{notification_rule_id}', { ...options, path: { notification_rule_id: id } });
  }

  /**
   * Change a notification rule.
   * @returns The changed rule.
   */
  update(
    id: string,
    changes: NotificationRuleChanges,
    options: ChangeOptions = {},
  ): Promise<Versioned<NotificationRule>> {
    return this.sendVersioned<NotificationRule>('patch', '/api/v1/notification-rules/{notification_rule_id}', { ...options, path: { notification_rule_id: id }, body: changes });
  }

  /** Delete a notification rule. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/notification-rules/{notification_rule_id}', { ...options, path: { notification_rule_id: id } });
  }
}

export class GeneratedOverview extends Resource {
  /**
   * Read the state of all sites.
   * @returns The state of the sites within the scope.
   */
  get({ tenantId, ...options }: TenantOptions = {}): Promise<SitesOverview> {
    return this.send<SitesOverview>('get', '/api/v1/overview', { ...options, query: { tenant_id: tenantId } });
  }
}

export class Panels extends Resource {
  /**
   * Read the panel of a device.
   * @returns The panel, without its key.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Panel>> {
    return this.sendVersioned<Panel>('get', '/api/v1/devices/{device_id}/panel', { ...options, path: { device_id: id } });
  }

  /**
   * Make a device a panel, or set its panel.
   * @returns The panel. A receiver takes a changed setting within 10 seconds.
   */
  set(id: string, panel: PanelInput, options: ChangeOptions = {}): Promise<Versioned<Panel>> {
    return this.sendVersioned<Panel>('put', '/api/v1/devices/{device_id}/panel', { ...options, path: { device_id: id }, body: panel });
  }

  /** Make a device no panel any more. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/devices/{device_id}/panel', { ...options, path: { device_id: id } });
  }

  /** List the frames of a panel of the last week, newest first. */
  listFrames(id: string, filters: PanelFrameFilters = {}, options: CallOptions = {}): GuardList<PanelFrame> {
    return this.pages<PanelFrame>('/api/v1/devices/{device_id}/frames', { ...options, path: { device_id: id }, query: filters });
  }

  /**
   * List frames of the last week that no panel could have sent, newest first.
   * @returns At most 200 frames. Platform admins see all of them, others those from the address of this request and from the addresses of their newest panels that were never heard.
   */
  listUnknownFrames(options: CallOptions = {}): Promise<UnknownFrameList> {
    return this.send<UnknownFrameList>('get', '/api/v1/panel-frames/unknown', options);
  }
}

export class Response extends Resource {
  /**
   * Say who would be notified of an alert, step by step, without storing or sending anything.
   * @returns At each step of the escalation: who is notified, and why others are not.
   */
  preview(responsePreview: ResponsePreviewInput, options: CallOptions = {}): Promise<ResponsePreview> {
    return this.send<ResponsePreview>('post', '/api/v1/response/preview', { ...options, body: responsePreview, idempotent: true });
  }

  /**
   * Read the last drills of the tenant.
   * @returns The last drills, with their alerts as they are now.
   */
  listDrills({ tenantId, ...options }: TenantOptions = {}): Promise<Versioned<Drills>> {
    return this.sendVersioned<Drills>('get', '/api/v1/response/drills', { ...options, query: { tenant_id: tenantId } });
  }

  /**
   * Start a drill: a marked alert that notifies people like any other, and counts nowhere.
   * @returns The alert of the drill. It ends when somebody resolves it, or by itself after 15 minutes.
   */
  startDrill(drill: DrillInput, options: RepeatableOptions = {}): Promise<Versioned<Alert>> {
    return this.sendVersioned<Alert>('post', '/api/v1/response/drills', { ...options, body: drill });
  }
}

export class Schedules extends Resource {
  /** List schedules, newest first. */
  list(filters: ScheduleFilters = {}, options: CallOptions = {}): GuardList<Schedule> {
    return this.pages<Schedule>('/api/v1/schedules', { ...options, query: filters });
  }

  /**
   * Create a schedule.
   * @returns The new schedule.
   */
  create(
    schedule: ScheduleInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<Schedule>> {
    return this.sendVersioned<Schedule>('post', '/api/v1/schedules', { ...options, query: { tenant_id: tenantId }, body: schedule });
  }

  /**
   * Read a schedule.
   * @returns The schedule.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Schedule>> {
    return this.sendVersioned<Schedule>('get', '/api/v1/schedules/{schedule_id}', { ...options, path: { schedule_id: id } });
  }

  /**
   * Change a schedule.
   * @returns The changed schedule. Its rotations are replaced as a whole.
   */
  update(id: string, changes: ScheduleChanges, options: ChangeOptions = {}): Promise<Versioned<Schedule>> {
    return this.sendVersioned<Schedule>('patch', '/api/v1/schedules/{schedule_id}', { ...options, path: { schedule_id: id }, body: changes });
  }

  /** Delete a schedule. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/schedules/{schedule_id}', { ...options, path: { schedule_id: id } });
  }

  /**
   * List the overrides of a schedule, in the order in which they begin.
   * @returns The overrides that have not ended, and the newest 100 that have.
   */
  async listOverrides(id: string, options: CallOptions = {}): Promise<ScheduleOverride[]> {
    return (await this.send<ScheduleOverrideList>('get', '/api/v1/schedules/{schedule_id}/overrides', { ...options, path: { schedule_id: id } })).data;
  }

  /**
   * Put a person on call instead of the rotations.
   * @returns The new override.
   */
  createOverride(
    id: string,
    scheduleOverride: ScheduleOverrideInput,
    options: RepeatableOptions = {},
  ): Promise<Versioned<ScheduleOverride>> {
    return this.sendVersioned<ScheduleOverride>('post', '/api/v1/schedules/{schedule_id}/overrides', { ...options, path: { schedule_id: id }, body: scheduleOverride });
  }

  /** Delete an override of a schedule. */
  deleteOverride(id: string, overrideId: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/schedules/{schedule_id}/overrides/{override_id}', { ...options, path: { schedule_id: id, override_id: overrideId } });
  }

  /**
   * Read who is on call.
   * @returns The person on call, or a gap.
   */
  getOnCall(id: string, filters: OnCallFilters = {}, options: CallOptions = {}): Promise<OnCall> {
    return this.send<OnCall>('get', '/api/v1/schedules/{schedule_id}/on-call', { ...options, path: { schedule_id: id }, query: filters });
  }

  /**
   * List the shifts and gaps of a schedule.
   * @returns The shifts and gaps within the range.
   */
  listShifts(id: string, filters: ShiftsFilters = {}, options: CallOptions = {}): Promise<Shifts> {
    return this.send<Shifts>('get', '/api/v1/schedules/{schedule_id}/shifts', { ...options, path: { schedule_id: id }, query: filters });
  }

  /**
   * Preview a change of a schedule, without storing it.
   * @returns Who would be on call in the next four weeks if the schedule was changed now.
   */
  preview(id: string, changes: ScheduleChanges, options: CallOptions = {}): Promise<SchedulePreview> {
    return this.send<SchedulePreview>('post', '/api/v1/schedules/{schedule_id}/preview', { ...options, path: { schedule_id: id }, body: changes, idempotent: true });
  }
}

export class Sessions extends Resource {
  /** List your sessions, newest first. */
  list(filters: SessionFilters = {}, options: CallOptions = {}): GuardList<Session> {
    return this.pages<Session>('/api/v1/auth/sessions', { ...options, query: filters });
  }

  /** End all of your sessions except the current one. */
  endOthers(options: CallOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/auth/sessions', options);
  }

  /** End one of your sessions. */
  end(id: number, options: CallOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/auth/sessions/{token_id}', { ...options, path: { token_id: id } });
  }
}

export class Sites extends Resource {
  /** List sites, newest first. */
  list(filters: SiteFilters = {}, options: CallOptions = {}): GuardList<Site> {
    return this.pages<Site>('/api/v1/sites', { ...options, query: filters });
  }

  /**
   * Create a site.
   * @returns The new site.
   */
  create(
    site: SiteInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<Site>> {
    return this.sendVersioned<Site>('post', '/api/v1/sites', { ...options, query: { tenant_id: tenantId }, body: site });
  }

  /**
   * Read a site.
   * @returns The site, and whether it is open.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Site>> {
    return this.sendVersioned<Site>('get', '/api/v1/sites/{site_id}', { ...options, path: { site_id: id } });
  }

  /**
   * Change a site.
   * @returns The changed site.
   */
  update(id: string, changes: SiteChanges, options: ChangeOptions = {}): Promise<Versioned<Site>> {
    return this.sendVersioned<Site>('patch', '/api/v1/sites/{site_id}', { ...options, path: { site_id: id }, body: changes });
  }

  /** Delete a site without zones and devices, with its contacts and supervisions; its tests end. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/sites/{site_id}', { ...options, path: { site_id: id } });
  }

  /** List the openings and closings of a site of the last 13 months, newest first. */
  listOpenings(id: string, filters: OpeningFilters = {}, options: CallOptions = {}): GuardList<Opening> {
    return this.pages<Opening>('/api/v1/sites/{site_id}/openings', { ...options, path: { site_id: id }, query: filters });
  }
}

export class Statistics extends Resource {
  /**
   * Report how soon people responded to alerts.
   * @returns The response times within the scope; as CSV for `Accept: text/csv`.
   */
  getResponseTimes(filters: ResponseTimesFilters = {}, options: CallOptions = {}): Promise<ResponseTimes> {
    return this.send<ResponseTimes>('get', '/api/v1/statistics/response-times', { ...options, query: filters });
  }

  /**
   * Report how often sites were closed late, per site and month.
   * @returns The late closings within the scope; as CSV for `Accept: text/csv`.
   */
  getLateClosings(filters: LateClosingsFilters = {}, options: CallOptions = {}): Promise<LateClosings> {
    return this.send<LateClosings>('get', '/api/v1/statistics/late-closings', { ...options, query: filters });
  }
}

export class Supervisions extends Resource {
  /** List supervisions, newest first. */
  list(filters: SupervisionFilters = {}, options: CallOptions = {}): GuardList<Supervision> {
    return this.pages<Supervision>('/api/v1/supervisions', { ...options, query: filters });
  }

  /**
   * Create a supervision of a site.
   * @returns The new supervision.
   */
  create(
    supervision: SupervisionInput,
    { tenantId, ...options }: TenantOptions & RepeatableOptions = {},
  ): Promise<Versioned<Supervision>> {
    return this.sendVersioned<Supervision>('post', '/api/v1/supervisions', { ...options, query: { tenant_id: tenantId }, body: supervision });
  }

  /**
   * Say when a supervision would be judged, and what would have happened last week, without storing it.
   * @returns Its next windows, and those of the last week.
   */
  preview(
    supervision: SupervisionInput,
    { tenantId, ...options }: TenantOptions = {},
  ): Promise<SupervisionPreview> {
    return this.send<SupervisionPreview>('post', '/api/v1/supervisions/preview', { ...options, query: { tenant_id: tenantId }, body: supervision });
  }

  /**
   * Read a supervision.
   * @returns The supervision, with warnings.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Supervision>> {
    return this.sendVersioned<Supervision>('get', '/api/v1/supervisions/{supervision_id}', { ...options, path: { supervision_id: id } });
  }

  /**
   * Change a supervision.
   * @returns The changed supervision. If its times change, its extension ends.
   */
  update(
    id: string,
    changes: SupervisionChanges,
    options: ChangeOptions = {},
  ): Promise<Versioned<Supervision>> {
    return this.sendVersioned<Supervision>('patch', '/api/v1/supervisions/{supervision_id}', { ...options, path: { supervision_id: id }, body: changes });
  }

  /** Delete a supervision. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/supervisions/{supervision_id}', { ...options, path: { supervision_id: id } });
  }

  /**
   * Move the present deadline of a supervision, once.
   * @returns The supervision with its extension. An open alert of it has the note.
   */
  extend(
    id: string,
    supervisionExtension: SupervisionExtensionInput,
    options: CallOptions = {},
  ): Promise<Versioned<Supervision>> {
    return this.sendVersioned<Supervision>('post', '/api/v1/supervisions/{supervision_id}/extensions', { ...options, path: { supervision_id: id }, body: supervisionExtension });
  }
}

export class Tenants extends Resource {
  /** List tenants, newest first. */
  list(filters: TenantFilters = {}, options: CallOptions = {}): GuardList<Tenant> {
    return this.pages<Tenant>('/api/v1/tenants', { ...options, query: filters });
  }

  /**
   * Create a tenant, optionally with its first master.
   * @returns The new tenant.
   */
  create(tenant: TenantInput, options: CallOptions = {}): Promise<Versioned<Tenant>> {
    return this.sendVersioned<Tenant>('post', '/api/v1/tenants', { ...options, body: tenant });
  }

  /**
   * Read a tenant.
   * @returns The tenant.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<LimitedTenant>> {
    return this.sendVersioned<LimitedTenant>('get', '/api/v1/tenants/{tenant_id}', { ...options, path: { tenant_id: id } });
  }

  /**
   * Change a tenant.
   * @returns The changed tenant.
   */
  update(id: string, changes: TenantChanges, options: ChangeOptions = {}): Promise<Versioned<LimitedTenant>> {
    return this.sendVersioned<LimitedTenant>('patch', '/api/v1/tenants/{tenant_id}', { ...options, path: { tenant_id: id }, body: changes });
  }

  /** Delete a tenant without users, sites, keys, webhooks and alerts. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/tenants/{tenant_id}', { ...options, path: { tenant_id: id } });
  }
}

export class Tests extends Resource {
  /**
   * List the running tests of a site, newest first.
   * @returns All running tests of the site.
   */
  async listOfSite(siteId: string, options: CallOptions = {}): Promise<SiteTest[]> {
    return (await this.send<SiteTestList>('get', '/api/v1/sites/{site_id}/tests', { ...options, path: { site_id: siteId } })).data;
  }

  /**
   * Put a site on test, or a part of it.
   * @returns The test, which has begun.
   */
  start(
    siteId: string,
    siteTest: SiteTestInput,
    options: RepeatableOptions = {},
  ): Promise<Versioned<SiteTest>> {
    return this.sendVersioned<SiteTest>('post', '/api/v1/sites/{site_id}/tests', { ...options, path: { site_id: siteId }, body: siteTest });
  }

  /** List tests that have not ended, newest first. */
  list(filters: SiteTestFilters = {}, options: CallOptions = {}): GuardList<SiteTest> {
    return this.pages<SiteTest>('/api/v1/tests', { ...options, query: filters });
  }

  /**
   * Read a test, until 30 days after its end.
   * @returns The test.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<SiteTest>> {
    return this.sendVersioned<SiteTest>('get', '/api/v1/tests/{test_id}', { ...options, path: { test_id: id } });
  }

  /**
   * Move the end of a running test.
   * @returns The changed test.
   */
  update(id: string, changes: SiteTestChanges, options: ChangeOptions = {}): Promise<Versioned<SiteTest>> {
    return this.sendVersioned<SiteTest>('patch', '/api/v1/tests/{test_id}', { ...options, path: { test_id: id }, body: changes });
  }

  /** End a test. */
  end(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/tests/{test_id}', { ...options, path: { test_id: id } });
  }
}

export class Users extends Resource {
  /** List how users sign in and are reached, newest first. */
  listPeople(filters: PersonAccessFilters = {}, options: CallOptions = {}): GuardList<PersonAccess> {
    return this.pages<PersonAccess>('/api/v1/people', { ...options, query: filters });
  }

  /** List users, newest first. */
  list(filters: UserFilters = {}, options: CallOptions = {}): GuardList<User> {
    return this.pages<User>('/api/v1/users', { ...options, query: filters });
  }

  /**
   * Create a user.
   * @returns The new user. Without a password, but with password login, the user is sent an invitation.
   */
  create(user: UserInput, { tenantId, ...options }: TenantOptions = {}): Promise<Versioned<User>> {
    return this.sendVersioned<User>('post', '/api/v1/users', { ...options, query: { tenant_id: tenantId }, body: user });
  }

  /**
   * Read a user.
   * @returns The user.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<User>> {
    return this.sendVersioned<User>('get', '/api/v1/users/{user_id}', { ...options, path: { user_id: id } });
  }

  /**
   * Change a user.
   * @returns The changed user.
   */
  update(id: string, changes: UserChanges, options: ChangeOptions = {}): Promise<Versioned<User>> {
    return this.sendVersioned<User>('patch', '/api/v1/users/{user_id}', { ...options, path: { user_id: id }, body: changes });
  }

  /** Delete a user. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/users/{user_id}', { ...options, path: { user_id: id } });
  }

  /** Send a user another invitation. */
  invite(id: string, options: CallOptions = {}): Promise<void> {
    return this.send('post', '/api/v1/users/{user_id}/invitation', { ...options, path: { user_id: id } });
  }

  /**
   * Read the sites assigned to a user.
   * @returns The assigned sites.
   */
  getSites(id: string, options: CallOptions = {}): Promise<Versioned<AssignedSites>> {
    return this.sendVersioned<AssignedSites>('get', '/api/v1/users/{user_id}/sites', { ...options, path: { user_id: id } });
  }

  /**
   * Replace the sites assigned to an operator or viewer.
   * @returns The assigned sites.
   */
  assignSites(
    id: string,
    siteIds: readonly Id[],
    options: ChangeOptions = {},
  ): Promise<Versioned<AssignedSites>> {
    return this.sendVersioned<AssignedSites>('put', '/api/v1/users/{user_id}/sites', { ...options, path: { user_id: id }, body: { site_ids: siteIds } });
  }

  /**
   * Read whether a user gets mail.
   * @returns Whether mail to the address of the user bounced for good, or led to a complaint.
   */
  mailStatus(id: string, options: CallOptions = {}): Promise<MailStatus> {
    return this.send<MailStatus>('get', '/api/v1/users/{user_id}/mail', { ...options, path: { user_id: id } });
  }

  /** End all sessions of another user, such as those on a lost phone. */
  endSessions(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/users/{user_id}/sessions', { ...options, path: { user_id: id } });
  }

  /** Remove the second factor of a user who lost it. */
  resetTotp(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/users/{user_id}/totp', { ...options, path: { user_id: id } });
  }
}

export class Webhooks extends Resource {
  /** List webhooks, newest first. */
  list(filters: WebhookFilters = {}, options: CallOptions = {}): GuardList<Webhook> {
    return this.pages<Webhook>('/api/v1/webhooks', { ...options, query: filters });
  }

  /**
   * Create a webhook.
   * @returns The new webhook with its secret. No other response contains it.
   */
  create(
    webhook: WebhookInput,
    { tenantId, ...options }: TenantOptions = {},
  ): Promise<Versioned<IssuedWebhook>> {
    return this.sendVersioned<IssuedWebhook>('post', '/api/v1/webhooks', { ...options, query: { tenant_id: tenantId }, body: webhook });
  }

  /**
   * Read a webhook.
   * @returns The webhook, without its secret.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Webhook>> {
    return this.sendVersioned<Webhook>('get', '/api/v1/webhooks/{webhook_id}', { ...options, path: { webhook_id: id } });
  }

  /**
   * Change a webhook.
   * @returns The changed webhook.
   */
  update(id: string, changes: WebhookChanges, options: ChangeOptions = {}): Promise<Versioned<Webhook>> {
    return this.sendVersioned<Webhook>('patch', '/api/v1/webhooks/{webhook_id}', { ...options, path: { webhook_id: id }, body: changes });
  }

  /** Delete a webhook. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/webhooks/{webhook_id}', { ...options, path: { webhook_id: id } });
  }

  /**
   * Give a webhook a new secret.
   * @returns The webhook with its new secret. For 24 hours the previous secret signs too.
   */
  rotate(id: string, options: CallOptions = {}): Promise<IssuedWebhook> {
    return this.send<IssuedWebhook>('post', '/api/v1/webhooks/{webhook_id}/rotate', { ...options, path: { webhook_id: id } });
  }

  /**
   * Send a test to a webhook.
   * @returns The delivery of the test. It is sent once and not repeated.
   */
  test(id: string, options: CallOptions = {}): Promise<Delivery> {
    return this.send<Delivery>('post', '/api/v1/webhooks/{webhook_id}/test', { ...options, path: { webhook_id: id } });
  }

  /** List the deliveries of a webhook of the last week, newest first. */
  deliveries(id: string, filters: DeliveryFilters = {}, options: CallOptions = {}): GuardList<Delivery> {
    return this.pages<Delivery>('/api/v1/webhooks/{webhook_id}/deliveries', { ...options, path: { webhook_id: id }, query: filters });
  }

  /**
   * Send a delivery again that was delivered or has failed.
   * @returns The delivery, with a further attempt within two minutes; `webhook-id` and body stay.
   */
  resend(id: string, deliveryId: string, options: CallOptions = {}): Promise<Delivery> {
    return this.send<Delivery>('post', '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/resend', { ...options, path: { webhook_id: id, delivery_id: deliveryId } });
  }

  /**
   * Send again the deliveries that have failed for good since a time.
   * @returns The number of deliveries that are sent again, about ten a second; at most 1,000 a request.
   */
  recover(id: string, since: RecoveryInput['since'], options: CallOptions = {}): Promise<Recovery> {
    return this.send<Recovery>('post', '/api/v1/webhooks/{webhook_id}/recover', { ...options, path: { webhook_id: id }, body: { since }, idempotent: true });
  }
}

export class Zones extends Resource {
  /** List the zones of a site, newest first. */
  listOfSite(siteId: string, filters: SiteZoneFilters = {}, options: CallOptions = {}): GuardList<Zone> {
    return this.pages<Zone>('/api/v1/sites/{site_id}/zones', { ...options, path: { site_id: siteId }, query: filters });
  }

  /**
   * Create a zone at a site.
   * @returns The new zone.
   */
  create(siteId: string, zone: ZoneInput, options: RepeatableOptions = {}): Promise<Versioned<Zone>> {
    return this.sendVersioned<Zone>('post', '/api/v1/sites/{site_id}/zones', { ...options, path: { site_id: siteId }, body: zone });
  }

  /**
   * Read a zone.
   * @returns The zone.
   */
  get(id: string, options: CallOptions = {}): Promise<Versioned<Zone>> {
    return this.sendVersioned<Zone>('get', '/api/v1/zones/{zone_id}', { ...options, path: { zone_id: id } });
  }

  /**
   * Change a zone.
   * @returns The changed zone.
   */
  update(id: string, changes: ZoneChanges, options: ChangeOptions = {}): Promise<Versioned<Zone>> {
    return this.sendVersioned<Zone>('patch', '/api/v1/zones/{zone_id}', { ...options, path: { zone_id: id }, body: changes });
  }

  /** Delete a zone without devices. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.send('delete', '/api/v1/zones/{zone_id}', { ...options, path: { zone_id: id } });
  }
}

export class Resources extends Resource {
  readonly actionPlans: ActionPlans;
  readonly audit: Audit;
  readonly calendars: Calendars;
  readonly channels: Channels;
  readonly checkIns: CheckIns;
  readonly contacts: Contacts;
  readonly escalation: EscalationRules;
  readonly handover: Handovers;
  readonly holidays: Holidays;
  readonly identityProviders: IdentityProviders;
  readonly inbound: Inbound;
  readonly keys: Keys;
  readonly mailAddresses: MailAddresses;
  readonly notificationRules: NotificationRules;
  readonly panels: Panels;
  readonly response: Response;
  readonly schedules: Schedules;
  readonly sessions: Sessions;
  readonly sites: Sites;
  readonly statistics: Statistics;
  readonly supervisions: Supervisions;
  readonly tenants: Tenants;
  readonly tests: Tests;
  readonly users: Users;
  readonly webhooks: Webhooks;
  readonly zones: Zones;

  constructor(requests: Requests) {
    super(requests);
    this.actionPlans = new ActionPlans(requests);
    this.audit = new Audit(requests);
    this.calendars = new Calendars(requests);
    this.channels = new Channels(requests);
    this.checkIns = new CheckIns(requests);
    this.contacts = new Contacts(requests);
    this.escalation = new EscalationRules(requests);
    this.handover = new Handovers(requests);
    this.holidays = new Holidays(requests);
    this.identityProviders = new IdentityProviders(requests);
    this.inbound = new Inbound(requests);
    this.keys = new Keys(requests);
    this.mailAddresses = new MailAddresses(requests);
    this.notificationRules = new NotificationRules(requests);
    this.panels = new Panels(requests);
    this.response = new Response(requests);
    this.schedules = new Schedules(requests);
    this.sessions = new Sessions(requests);
    this.sites = new Sites(requests);
    this.statistics = new Statistics(requests);
    this.supervisions = new Supervisions(requests);
    this.tenants = new Tenants(requests);
    this.tests = new Tests(requests);
    this.users = new Users(requests);
    this.webhooks = new Webhooks(requests);
    this.zones = new Zones(requests);
  }

  /**
   * Begin to sign in with an identity provider.
   * @returns Where to send the browser.
   */
  startSso(ssoStart: SsoStart, options: CallOptions = {}): Promise<SsoStarted> {
    return this.send<SsoStarted>('post', '/api/v1/auth/sso', { ...options, body: ssoStart, token: null });
  }

  /**
   * Exchange the code of a single sign-on for a token.
   * @returns A new token and its user.
   */
  redeemSsoCode(ssoCode: SsoCode, options: CallOptions = {}): Promise<SignedInBySso> {
    return this.send<SignedInBySso>('post', '/api/v1/auth/sso/token', { ...options, body: ssoCode, token: null });
  }

  /** Request a link for a lost password. */
  requestPasswordReset(lostPassword: LostPassword, options: CallOptions = {}): Promise<void> {
    return this.send('post', '/api/v1/auth/password-resets', { ...options, body: lostPassword, token: null });
  }

  /** Set a password by the link of an invitation or a reset. */
  confirmPasswordReset(passwordReset: PasswordReset, options: CallOptions = {}): Promise<void> {
    return this.send('post', '/api/v1/auth/password-resets/confirm', { ...options, body: passwordReset, token: null });
  }

  /**
   * Read the signed-in user.
   * @returns The user of the presented token.
   */
  me(options: CallOptions = {}): Promise<Versioned<User>> {
    return this.sendVersioned<User>('get', '/api/v1/auth/me', options);
  }

  /**
   * Change your own name or password.
   * @returns The changed user. A new password ends all other sessions.
   */
  updateMe(changes: OwnChanges, options: ChangeOptions = {}): Promise<Versioned<User>> {
    return this.sendVersioned<User>('patch', '/api/v1/auth/me', { ...options, body: changes });
  }

  /**
   * Read your preferences, and the time zone and reminders of your tenant.
   * @returns The preferences of the signed-in user.
   */
  getPreferences(options: CallOptions = {}): Promise<Preferences> {
    return this.send<Preferences>('get', '/api/v1/auth/me/preferences', options);
  }

  /**
   * Choose the language of messages to you.
   * @returns The changed preferences.
   */
  updatePreferences(changes: PreferenceChanges, options: ChangeOptions = {}): Promise<ChosenPreferences> {
    return this.send<ChosenPreferences>('patch', '/api/v1/auth/me/preferences', { ...options, body: changes });
  }

  /**
   * Read whether you have a second factor, and whether your password will stop counting.
   * @returns Whether you have one, the unused recovery codes, and dates that concern your sign-in.
   */
  getTotp(options: CallOptions = {}): Promise<SecondFactor> {
    return this.send<SecondFactor>('get', '/api/v1/auth/me/totp', options);
  }

  /**
   * Begin to set up a second factor.
   * @returns A new secret. It has no effect until its first code is confirmed, within an hour.
   */
  beginTotp(secondFactor: SecondFactorInput, options: CallOptions = {}): Promise<PendingSecondFactor> {
    return this.send<PendingSecondFactor>('post', '/api/v1/auth/me/totp', { ...options, body: secondFactor });
  }

  /**
   * Confirm your second factor by its first code.
   * @returns Your recovery codes. Signing in now needs a code. All other sessions have ended.
   */
  confirmTotp(
    secondFactorConfirmation: SecondFactorConfirmation,
    options: CallOptions = {},
  ): Promise<RecoveryCodes> {
    return this.send<RecoveryCodes>('post', '/api/v1/auth/me/totp/confirm', { ...options, body: secondFactorConfirmation });
  }

  /** Remove your second factor. */
  disableTotp(secondFactorRemoval: SecondFactorRemoval, options: CallOptions = {}): Promise<void> {
    return this.send('post', '/api/v1/auth/me/totp/disable', { ...options, body: secondFactorRemoval });
  }

  /**
   * Read how people of the tenant must sign in.
   * @returns Whether a second factor is required.
   */
  getSecurity({ tenantId, ...options }: TenantOptions = {}): Promise<Versioned<Security>> {
    return this.sendVersioned<Security>('get', '/api/v1/security', { ...options, query: { tenant_id: tenantId } });
  }

  /**
   * Set how people of the tenant must sign in.
   * @returns The new setting. Where a second factor is required, sessions of a password without one can only set it up: from the next request, or from the given time.
   */
  setSecurity(
    security: SecurityInput,
    { tenantId, ...options }: TenantOptions & ChangeOptions = {},
  ): Promise<Versioned<Security>> {
    return this.sendVersioned<Security>('put', '/api/v1/security', { ...options, query: { tenant_id: tenantId }, body: security });
  }

  /**
   * Report events of devices: raise, resolve, heartbeat.
   * @returns The result of each event.
   */
  async report(
    events: readonly ReportEvent[],
    { tenantId, ...options }: TenantOptions = {},
  ): Promise<ReportResult[]> {
    return (await this.send<ReportResults>('post', '/api/v1/reports', { ...options, query: { tenant_id: tenantId }, body: { events } })).results;
  }

  /**
   * Check that the service answers.
   * @returns The service answers.
   */
  health(options: CallOptions = {}): Promise<Health> {
    return this.send<Health>('get', '/health', { ...options, token: null });
  }
}
