/**
 * The facts that cannot be derived from the OpenAPI document, by operation id. A new operation needs no entry: it gets the
 * name, the arguments and the result that methods.ts derives.
 */

/** These operations have rules of their own and are written by hand, or are not meant for programs. */
export const NOT_GENERATED: ReadonlySet<string> = new Set([
  // The session: client.ts and requests.ts.
  'login',
  'refreshToken',
  'logout',
  // Connections: watch/.
  'createLiveTicket',
  // The type of its result depends on `include`: alerts.ts.
  'getAlert',
  // The messages of other systems, which have their address and no client.
  'receiveInboundMessage',
  // Pages for people.
  'getReference',
  'getOpenapiDocument',
]);

/** Names that the rule would not give: `resource.method`, or a method of the client itself. */
export const NAMES: Readonly<Record<string, string>> = {
  getHealth: 'health',
  getCurrentUser: 'me',
  updateCurrentUser: 'updateMe',
  createReport: 'report',
  importDevices: 'devices.import',
  listOwnSessions: 'sessions.list',
  endSession: 'sessions.end',
  endOtherSessions: 'sessions.endOthers',
  summarizeAlerts: 'alerts.summary',
  acknowledgeAlerts: 'alerts.acknowledgeMany',
  resolveAlerts: 'alerts.resolveMany',
  noteAlert: 'alerts.addNote',
  listAlertEvents: 'alerts.events',
  getAssignedSites: 'users.getSites',
  listAuditEvents: 'audit.list',
  createHandoverNote: 'handover.addNote',
  getMailStatus: 'users.mailStatus',
  rotateWebhookSecret: 'webhooks.rotate',
  resendDelivery: 'webhooks.resend',
  listWebhookDeliveries: 'webhooks.deliveries',
  previewResponse: 'response.preview',
  createInboundAddress: 'inbound.create',
  getInboundAddress: 'inbound.get',
  updateInboundAddress: 'inbound.update',
  deleteInboundAddress: 'inbound.delete',
  listInboundMessages: 'inbound.messages',
  createMailAddress: 'mailAddresses.create',
  getMailAddress: 'mailAddresses.get',
  updateMailAddress: 'mailAddresses.update',
  deleteMailAddress: 'mailAddresses.delete',
};

/** Classes that are not named after their tag. */
export const CLASS_NAMES: Readonly<Record<string, string>> = {
  escalation: 'EscalationRules',
  handover: 'Handovers',
};

/** The operations of these tags are methods of the client itself. */
export const OWN_TAGS: ReadonlySet<string> = new Set([
  'Authentication',
  'Single sign-on',
  'Reports',
  'Health',
]);

/** Resources with a subclass that is written by hand, which GuardClient creates. */
export const EXTENDED: ReadonlySet<string> = new Set(['alerts', 'devices', 'overview']);

/**
 * The field of a body that is the argument of the method; the other fields become options. Without an entry, it is the only
 * required field of the body if that is an array, and otherwise the whole body.
 */
export const ARGUMENT_FIELDS: Readonly<Record<string, string>> = {
  reopenAlert: 'note',
  noteAlert: 'text',
  recoverWebhook: 'since',
};

/** Repeating these POST operations changes nothing, so the client may send them again without a key. */
export const IDEMPOTENT: ReadonlySet<string> = new Set([
  'acknowledgeAlert',
  'resolveAlert',
  'reopenAlert',
  'takeOverAlert',
  'parkAlert',
  'unparkAlert',
  'acknowledgeAlerts',
  'resolveAlerts',
  'importDevices',
  'recoverWebhook',
  'previewSchedule',
  'previewResponse',
]);

/** Programs of people learn about their mistakes here. A report is repaired: it may come from a device. */
export const STRICT: ReadonlySet<string> = new Set(['raiseAlert']);
