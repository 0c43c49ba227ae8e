/**
 * Guard's own metrics, declared once: the functions write them to their logs in CloudWatch's Embedded Metric Format,
 * the dashboard and the alarms read them. They say what API Gateway's, Lambda's and DynamoDB's metrics cannot.
 *
 * All are in one namespace and have the dimension `service`, which is `serviceName` of the stage; those named in
 * `dimensions` come on top. CloudWatch charges for each combination of values that was written to in an hour, so
 * no dimension takes a value that clients choose.
 */
export const METRICS_NAMESPACE = 'Guard';

export const METRICS = {
  /** Requests that reached an endpoint's function. */
  Requests: { unit: 'Count', dimensions: [] },
  /** Error responses of endpoints, by the code of shared/errors.ts. */
  Failures: { unit: 'Count', dimensions: ['code'] },
  /** Answers `internal_error`, by function and version: they take a release back. */
  InternalErrors: { unit: 'Count', dimensions: ['function_name', 'function_version'] },
  /** Credentials that were refused: `password` at login, `token` everywhere else. */
  AuthenticationFailures: { unit: 'Count', dimensions: ['credential'] },
  /** Requests beyond the limit of a user or of a login (docs/api-contract.md, "Limits"). */
  RateLimited: { unit: 'Count', dimensions: [] },
  /** Capacity that calls to the table consumed, indexes included; what a refused write consumed is not told. */
  ReadUnits: { unit: 'Count', dimensions: [] },
  WriteUnits: { unit: 'Count', dimensions: [] },
  /** First requests of new execution environments. Named as Powertools names it. */
  ColdStart: { unit: 'Count', dimensions: ['function_name'] },
  /** From an alert's creation to its acknowledgement and to its resolution. */
  SecondsToAcknowledge: { unit: 'Seconds', dimensions: ['severity'] },
  SecondsToResolve: { unit: 'Seconds', dimensions: ['severity'] },
  /** Of all tenants' critical alerts that nobody has acknowledged; 0 if there is none. Measured every minute. */
  OldestUnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: [] },
} as const satisfies Record<string, { unit: 'Count' | 'Seconds'; dimensions: readonly string[] }>;

export type MetricName = keyof typeof METRICS;

/** What a stage calls itself in logs, metrics and traces. */
export const serviceName = (stage: string) => `guard-${stage}`;
