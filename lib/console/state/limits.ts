// Generated from the schemas of request bodies by `npm run generate`. Do not edit.
// The schemas themselves would bring zod into the browser. A build takes only the lines that its pages use.

export const AcknowledgeAlertsInput = { alert_ids: { least: 1, most: 25 }, note: { most: 2000 } } as const;

export const AcknowledgeInput = { note: { most: 2000 } } as const;

export const ActionPlanInput = { name: { most: 120 }, site_ids: { least: 1, most: 50 }, types: { least: 1, most: 10, each: { most: 64 } }, steps: { least: 1, most: 20 } } as const;

export const ActionPlanStepInput = { key: { most: 64 }, text: { most: 500 } } as const;

export const AlertInput = { type: { most: 64 }, message: { most: 1000 }, dedup_key: { most: 128 }, metadata: { most: 20, each: { most: 64 } } } as const;

export const AnnouncedPicture = { bytes: { least: 1, most: 5000000 } } as const;

export const AssignedSites = { site_ids: { most: 100 } } as const;

export const CalendarInput = { name: { most: 120 }, dates: { most: 500 }, source: { most: 200 } } as const;

export const ChannelCode = { code: { most: 64 } } as const;

export const ContactInput = { name: { most: 120 }, email: { most: 254 }, note: { most: 1000 }, position: { least: 1, most: 30 } } as const;

export const Credentials = { email: { most: 254 }, password: { most: 1024 }, otp: { most: 64 } } as const;

export const DeviceImport = { devices: { least: 1, most: 25 } } as const;

export const DeviceInput = { name: { most: 120 }, type: { most: 64 }, serial: { most: 120 }, heartbeat_seconds: { least: 30, most: 90000 }, runaway_after: { least: 1, most: 1000 } } as const;

export const DrillInput = { type: { most: 64 } } as const;

export const EmailChannelInput = { address: { most: 254 } } as const;

export const EscalationInput = { info: { least: 1, most: 3, each: { least: 1, most: 10080 } }, low: { least: 1, most: 3, each: { least: 1, most: 10080 } }, medium: { least: 1, most: 3, each: { least: 1, most: 10080 } }, high: { least: 1, most: 3, each: { least: 1, most: 10080 } }, critical: { least: 1, most: 3, each: { least: 1, most: 10080 } } } as const;

export const HandoverNoteInput = { text: { most: 2000 } } as const;

export const IdentityProviderInput = { name: { most: 120 }, issuer: { most: 500 }, client_id: { most: 500 }, client_secret: { most: 1000 }, email_domains: { least: 1, most: 20, each: { most: 253 } }, role_claim: { most: 200 }, role_map: { most: 50, each: { most: 200 } }, session_minutes: { least: 1, most: 525600 }, email_claim: { most: 200 } } as const;

export const ImportedDevice = { name: { most: 120 }, type: { most: 64 }, serial: { most: 120 }, heartbeat_seconds: { least: 30, most: 90000 }, runaway_after: { least: 1, most: 1000 } } as const;

export const InboundMapping = { items: { most: 100 }, state: { most: 100 }, alarm_values: { most: 20, each: { most: 100 } }, restore_values: { most: 20, each: { most: 100 } }, ignored_values: { most: 20, each: { most: 100 } }, thing: { most: 100 }, occurrence: { most: 100 }, type: { most: 64 }, type_path: { most: 100 }, severity_path: { most: 100 }, message: { most: 100 }, time: { most: 100 } } as const;

export const KeyInput = { name: { most: 120 } } as const;

export const LostPassword = { email: { most: 254 } } as const;

export const MailAddressInput = { type: { most: 64 }, subject: { most: 200 }, phrases: { most: 50 } } as const;

export const MailPhrase = { text: { most: 200 } } as const;

export const MasterInput = { name: { most: 120 }, email: { most: 254 }, password: { least: 12, most: 128 } } as const;

export const NoteInput = { text: { most: 2000 } } as const;

export const NotificationRuleDraft = { name: { most: 120 }, events: { least: 1, most: 11 }, min_escalation_level: { least: 1, most: 10 }, types: { least: 1, most: 20, each: { most: 64 } }, site_ids: { least: 1, most: 50 }, recipients: { least: 1, most: 20 }, channels: { least: 1, most: 3 } } as const;

export const NotificationRuleInput = { name: { most: 120 }, events: { least: 1, most: 11 }, min_escalation_level: { least: 1, most: 10 }, types: { least: 1, most: 20, each: { most: 64 } }, site_ids: { least: 1, most: 50 }, recipients: { least: 1, most: 20 }, channels: { least: 1, most: 3 } } as const;

export const NotificationRulePreviewInput = { events: { least: 1, most: 11 }, min_escalation_level: { least: 1, most: 10 }, types: { least: 1, most: 20, each: { most: 64 } }, site_ids: { least: 1, most: 50 }, recipients: { least: 1, most: 20 }, channels: { least: 1, most: 3 } } as const;

export const OwnChanges = { name: { most: 120 }, password: { least: 12, most: 128 }, current_password: { most: 1024 } } as const;

export const PanelInput = { account: { most: 16 }, line_prefix: { most: 6 }, allowed_addresses: { most: 10, each: { most: 49 } }, zones: { most: 250 }, users: { most: 250 } } as const;

export const PanelUser = { number: { least: 0, most: 9999 }, name: { most: 60 } } as const;

export const PanelZone = { number: { least: 0, most: 9999 }, partition: { least: 0, most: 99 }, name: { most: 60 } } as const;

export const ParkInput = { reason: { most: 200 } } as const;

export const PasswordReset = { token: { most: 1024 }, password: { least: 12, most: 128 } } as const;

export const PictureInput = { bytes: { least: 1, most: 5000000 }, caption: { most: 200 } } as const;

export const PushSubscription = { expirationTime: { least: -9007199254740991, most: 9007199254740991 }, endpoint: { most: 1000 } } as const;

export const RemindersInput = { info: { least: 5, most: 1440 }, low: { least: 5, most: 1440 }, medium: { least: 5, most: 1440 }, high: { least: 5, most: 1440 }, critical: { least: 5, most: 1440 } } as const;

export const ReopenInput = { note: { most: 2000 } } as const;

export const Report = { events: { least: 1, most: 25 } } as const;

export const ReportEvent = { type: { most: 64 }, message: { most: 1000 }, dedup_key: { most: 128 }, metadata: { most: 20, each: { most: 64 } }, partition: { most: 16 }, user_number: { most: 16 }, pictures: { most: 8 }, id: { most: 64 } } as const;

export const ResolveAlertsInput = { alert_ids: { least: 1, most: 25 }, note: { most: 2000 } } as const;

export const ResolveInput = { note: { most: 2000 } } as const;

export const ResponsePreviewInput = { type: { most: 64 } } as const;

export const RotationInput = { user_ids: { least: 1, most: 50 }, length: { least: 1, most: 100 }, weekdays: { least: 1, most: 7 } } as const;

export const ScheduleDraft = { name: { most: 120 }, time_zone: { most: 64 }, rotations: { least: 1, most: 5 } } as const;

export const ScheduleInput = { name: { most: 120 }, time_zone: { most: 64 }, rotations: { least: 1, most: 5 } } as const;

export const SecondFactorConfirmation = { otp: { most: 64 } } as const;

export const SecondFactorInput = { current_password: { most: 1024 } } as const;

export const SecondFactorRemoval = { current_password: { most: 1024 }, otp: { most: 64 } } as const;

export const SiteInput = { name: { most: 120 }, address: { most: 255 }, timezone: { most: 64 }, instructions: { most: 4000 } } as const;

export const SiteTestInput = { reason: { most: 200 }, device_ids: { least: 1, most: 25 }, types: { least: 1, most: 10, each: { most: 64 } } } as const;

export const SsoCode = { code: { most: 100 }, code_verifier: { most: 128 } } as const;

export const SsoStart = { email: { most: 254 }, redirect_uri: { most: 500 } } as const;

export const StepOutcomeInput = { note: { most: 2000 } } as const;

export const SupervisionExtensionInput = { note: { most: 500 } } as const;

export const SupervisionInput = { name: { most: 120 }, partition: { most: 16 }, windows: { most: 14 }, except: { most: 100 }, grace_minutes: { least: 0, most: 240 }, every_minutes: { least: 1, most: 44640 } } as const;

export const SupervisionWindowInput = { weekdays: { least: 1, most: 7 } } as const;

export const TenantInput = { name: { most: 120 }, requests_per_minute: { least: 1, most: 10000000 }, time_zone: { most: 64 } } as const;

export const UserInput = { name: { most: 120 }, email: { most: 254 }, password: { least: 12, most: 128 } } as const;

export const WebhookInput = { url: { most: 2000 }, events: { least: 1, most: 22 }, site_ids: { least: 1, most: 50 }, description: { most: 500 } } as const;

export const ZoneInput = { name: { most: 120 } } as const;
