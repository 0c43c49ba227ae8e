/**
 * Guard's metrics. The functions write them to their logs in CloudWatch's Embedded Metric Format; the dashboard and the
 * alarms read them.
 *
 * All have the namespace `Guard` and the dimension `service`, which is `serviceName` of the stage, besides their
 * `dimensions`. CloudWatch charges for each combination of values that is written in an hour, $0.30 a month if always. So
 * clients must not choose the value of a dimension.
 */
export const METRICS_NAMESPACE = 'Guard';

export const METRICS = {
  /** Completed runs of functions, by group (function-group.ts). Lambda's metric `Errors` counts the crashed runs. */
  Runs: { unit: 'Count', dimensions: ['group'] },
  /** Runs of endpoints that answered 5xx. Lambda counts them as successes. */
  ServerErrors: { unit: 'Count', dimensions: ['group'] },
  /** Answers 5xx of endpoints, by the code of shared/errors.ts. Every other code is in the log line of the request. */
  Failures: { unit: 'Count', dimensions: ['code'] },
  /** Answers `internal_error`, by the commit of the code: they roll a release back. */
  InternalErrors: { unit: 'Count', dimensions: ['release'] },
  /** Refused credentials: `password` at login, `sso` for a sign-in by single sign-on, `token` everywhere else. */
  AuthenticationFailures: { unit: 'Count', dimensions: ['credential'] },
  /** Successful logins, to compare refused passwords with. */
  SignIns: { unit: 'Count', dimensions: [] },
  /** Successful sign-ins by single sign-on, to compare the failed ones with. */
  SsoSignIns: { unit: 'Count', dimensions: [] },
  /** Requests that exceed the limit of a user or of a login (docs/api-contract.md, "Limits"). */
  RateLimited: { unit: 'Count', dimensions: [] },
  /** Endpoints at which a tenant has used four fifths of its limit; an instance says so once a minute. The log names both. */
  TenantsNearLimit: { unit: 'Count', dimensions: [] },
  /** First requests of new execution environments. Named as Powertools names it. */
  ColdStart: { unit: 'Count', dimensions: [] },
  /** The time from a critical alert's creation to its acknowledgement and to its resolution. */
  SecondsToAcknowledge: { unit: 'Seconds', dimensions: [] },
  SecondsToResolve: { unit: 'Seconds', dimensions: [] },
  /** The age of the oldest unacknowledged critical alert of all tenants; 0 without any. Measured every minute. */
  OldestUnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: [] },
  /**
   * The age of the oldest unacknowledged critical alert of a tenant, while it has one. At most 100 tenants have values at a
   * time.
   */
  UnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: ['tenant_id'] },
  /** Failed checks of the public URL in one run of the probe. Measured every minute. */
  ProbeFailures: { unit: 'Count', dimensions: [] },
  /** Duration of a check, by its name. */
  ProbeDuration: { unit: 'Milliseconds', dimensions: ['check'] },
  /**
   * The time for which the oldest due timer has been due; 0 if none is due. Measured every minute. The log names the kind of
   * a late one.
   */
  OldestTimerAge: { unit: 'Seconds', dimensions: [] },
  /** Timers that failed and were postponed. The log names their kind. */
  FailedTimers: { unit: 'Count', dimensions: [] },
  /** Messages sent to connected clients. */
  LiveMessages: { unit: 'Count', dimensions: [] },
  /** The time from the first change of alerts in a batch until it was sent to all connected clients. */
  ChangeToScreen: { unit: 'Milliseconds', dimensions: [] },
  /** Attempts of webhook deliveries, by outcome (webhooks/deliver.ts). */
  WebhookDeliveries: { unit: 'Count', dimensions: ['outcome'] },
  /** Webhooks that Guard disabled, after an answer 410 or 5 days without a success. */
  DisabledWebhooks: { unit: 'Count', dimensions: [] },
  /** Messages of the mail queue, by outcome (mail/outcomes.ts). */
  Mails: { unit: 'Count', dimensions: ['outcome'] },
  /** Addresses that get no more mail, after a permanent bounce or a complaint. */
  SuppressedAddresses: { unit: 'Count', dimensions: ['reason'] },
  /** Messages to people, by the kind of channel and outcome (notifications/outcomes.ts). */
  Notifications: { unit: 'Count', dimensions: ['channel', 'outcome'] },
  /** Events that reached none of the people that rules name. */
  NobodyNotified: { unit: 'Count', dimensions: [] },
  /** The time for which the oldest unsealed audit event has waited; 0 if none waits. Measured every minute. */
  AuditSealAge: { unit: 'Seconds', dimensions: [] },
  /** Changes and deletions of audit events and seals. The log names the items. */
  AuditTampering: { unit: 'Count', dimensions: [] },
  /** Completed releases, written by the smoke test. */
  Releases: { unit: 'Count', dimensions: [] },
} as const satisfies Record<
  string,
  { unit: 'Count' | 'Seconds' | 'Milliseconds'; dimensions: readonly string[] }
>;

export type MetricName = keyof typeof METRICS;

export const serviceName = (stage: string) => `guard-${stage}`;
