/**
 * Guard's own metrics, declared once: the functions write them to their logs in CloudWatch's Embedded Metric Format,
 * the dashboard and the alarms read them. They say what API Gateway's, Lambda's and DynamoDB's metrics cannot.
 *
 * All are in one namespace and have the dimension `service`, which is `serviceName` of the stage; those named in
 * `dimensions` come on top. CloudWatch charges for each combination of values that was written to in an hour, so
 * no dimension takes a value that clients choose: $0.30 a month for one that is written all the time.
 */
export const METRICS_NAMESPACE = 'Guard';

export const METRICS = {
  /**
   * Runs of functions that ended with an answer, whatever it was, by their group (function-group.ts). A run that
   * crashed has none: Lambda's own metric `Errors` counts it.
   */
  Runs: { unit: 'Count', dimensions: ['group'] },
  /** Runs of endpoints that answered 5xx. Lambda counts them as successes. */
  ServerErrors: { unit: 'Count', dimensions: ['group'] },
  /** Error responses of endpoints, by the code of shared/errors.ts. */
  Failures: { unit: 'Count', dimensions: ['code'] },
  /** Answers `internal_error`, by function and version: they take a release back. */
  InternalErrors: { unit: 'Count', dimensions: ['function_name', 'function_version'] },
  /** Credentials that were refused: `password` at login, `token` everywhere else. */
  AuthenticationFailures: { unit: 'Count', dimensions: ['credential'] },
  /** Logins that succeeded: what refused passwords are compared with. */
  SignIns: { unit: 'Count', dimensions: [] },
  /** Requests beyond the limit of a user or of a login (docs/api-contract.md, "Limits"). */
  RateLimited: { unit: 'Count', dimensions: [] },
  /** Capacity that calls to the table consumed, indexes included; what a refused write consumed is not told. */
  ReadUnits: { unit: 'Count', dimensions: [] },
  WriteUnits: { unit: 'Count', dimensions: [] },
  /** Calls to the table that an invocation made. */
  TableCalls: { unit: 'Count', dimensions: [] },
  /** For how long an invocation had at least one call to the table under way. */
  TableTime: { unit: 'Milliseconds', dimensions: [] },
  /** First requests of new execution environments. Named as Powertools names it. */
  ColdStart: { unit: 'Count', dimensions: ['function_name'] },
  /** From an alert's creation to its acknowledgement and to its resolution. */
  SecondsToAcknowledge: { unit: 'Seconds', dimensions: ['severity'] },
  SecondsToResolve: { unit: 'Seconds', dimensions: ['severity'] },
  /** Of all tenants' critical alerts that nobody has acknowledged; 0 if there is none. Measured every minute. */
  OldestUnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: [] },
  /** The same of one tenant. Written only while a tenant has such an alert, and for no more than 100 tenants at a time. */
  UnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: ['tenant_id'] },
  /** Checks of the public URL that failed in one run of the probe; 0 if all is well. Measured every minute. */
  ProbeFailures: { unit: 'Count', dimensions: [] },
  /** How long the checks took, by their names. */
  ProbeDuration: { unit: 'Milliseconds', dimensions: ['check'] },
  /** For how long the timer of a kind that is due longest has been due; 0 if none is. Measured every minute. */
  OldestTimerAge: { unit: 'Seconds', dimensions: ['kind'] },
  /** Timers whose work failed, and that were put off. */
  FailedTimers: { unit: 'Count', dimensions: ['kind'] },
  /** Messages that connected clients were sent of changes. */
  LiveMessages: { unit: 'Count', dimensions: [] },
  /** From the first of a batch of changes of alerts until all connected clients were told. */
  ChangeToScreen: { unit: 'Milliseconds', dimensions: [] },
  /** What became of events that webhooks were to be told, by attempt (webhooks/deliver.ts). */
  WebhookDeliveries: { unit: 'Count', dimensions: ['outcome'] },
  /** Webhooks that Guard disabled: they answered 410, or had no success for 5 days. */
  DisabledWebhooks: { unit: 'Count', dimensions: [] },
  /** Releases that took over. The smoke test after a release writes it, so that graphs show when one did. */
  Releases: { unit: 'Count', dimensions: [] },
} as const satisfies Record<
  string,
  { unit: 'Count' | 'Seconds' | 'Milliseconds'; dimensions: readonly string[] }
>;

export type MetricName = keyof typeof METRICS;

/** What a stage calls itself in logs and metrics. */
export const serviceName = (stage: string) => `guard-${stage}`;
