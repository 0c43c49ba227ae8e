import type { Clock } from '../base/time.ts';

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
  /** Runs of endpoints that answered 5xx. For Lambda these runs succeeded. */
  ServerErrors: { unit: 'Count', dimensions: ['group'] },
  /**
   * 5xx answers of endpoints, by the error code of shared/base/errors.ts. Other codes are only in the log lines of requests.
   */
  Failures: { unit: 'Count', dimensions: ['code'] },
  /** Answers with `internal_error`, by the commit of the code. They roll a release back. */
  InternalErrors: { unit: 'Count', dimensions: ['release'] },
  /** Rejected credentials: `password` at login, `sso` at single sign-on, `token` for all other requests. */
  AuthenticationFailures: { unit: 'Count', dimensions: ['credential'] },
  /** Successful logins, for comparison with rejected passwords. */
  SignIns: { unit: 'Count', dimensions: [] },
  /** Successful sign-ins by single sign-on, for comparison with failed ones. */
  SsoSignIns: { unit: 'Count', dimensions: [] },
  /** Requests beyond the limit of a user or of a login (docs/api-contract.md, "Limits"). */
  RateLimited: { unit: 'Count', dimensions: [] },
  /**
   * Endpoints at which a tenant has used four fifths of its limit. Each instance of a function counts this once a minute. The
   * log names the endpoint and the tenant.
   */
  TenantsNearLimit: { unit: 'Count', dimensions: [] },
  /** First requests of new execution environments. The name is that of Powertools. */
  ColdStart: { unit: 'Count', dimensions: [] },
  /** The time from a critical alert's creation to its acknowledgement and to its resolution. */
  SecondsToAcknowledge: { unit: 'Seconds', dimensions: [] },
  SecondsToResolve: { unit: 'Seconds', dimensions: [] },
  /** The age of the oldest unacknowledged critical alert of all tenants; 0 if there is none. Measured every minute. */
  OldestUnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: [] },
  /**
   * The age of a tenant's oldest unacknowledged critical alert, while it has one. At most 100 tenants have values at the same
   * time.
   */
  UnacknowledgedCriticalAlertAge: { unit: 'Seconds', dimensions: ['tenant_id'] },
  /**
   * How many checks of the public URL failed in one run of the probe; 0 until Guard has heard its own first heartbeat.
   * Measured every minute.
   */
  ProbeFailures: { unit: 'Count', dimensions: [] },
  /** How long a check of the probe took, by its name. */
  ProbeDuration: { unit: 'Milliseconds', dimensions: ['check'] },
  /**
   * For how long the oldest due timer has been due; 0 if none is due. Measured every minute. The log names the kind of a late
   * timer.
   */
  OldestTimerAge: { unit: 'Seconds', dimensions: [] },
  /** Timers that failed and were postponed. The log names their kind. */
  FailedTimers: { unit: 'Count', dimensions: [] },
  /** Messages sent to connected clients. */
  LiveMessages: { unit: 'Count', dimensions: [] },
  /** The time from the first change of an alert in a batch until the batch was sent to all connected clients. */
  ChangeToScreen: { unit: 'Milliseconds', dimensions: [] },
  /** Attempts of webhook deliveries, by outcome (webhooks/deliver.ts). */
  WebhookDeliveries: { unit: 'Count', dimensions: ['outcome'] },
  /** Webhooks that Guard disabled, after an answer with status 410 or 5 days without a success. */
  DisabledWebhooks: { unit: 'Count', dimensions: [] },
  /** Messages of the mail queue, by outcome (mail/mail-status.ts). */
  Mails: { unit: 'Count', dimensions: ['outcome'] },
  /** Addresses to which no more mail is sent, after a permanent bounce or a complaint. */
  SuppressedAddresses: { unit: 'Count', dimensions: ['reason'] },
  /** Messages to people, by the kind of the channel and the outcome (notify/notification.ts). */
  Notifications: { unit: 'Count', dimensions: ['channel', 'outcome'] },
  /** Events that reached none of the people whom rules name. */
  NobodyNotified: { unit: 'Count', dimensions: [] },
  /** For how long the oldest unsealed audit event has waited; 0 if none waits. Measured every minute. */
  AuditSealAge: { unit: 'Seconds', dimensions: [] },
  /** Changes and deletions of audit events or seals. The log names the items. */
  AuditTampering: { unit: 'Count', dimensions: [] },
  /** Frames of alarm panels, by what became of them (lib/receiver/receiver.ts). Each receiver counts them for a minute. */
  PanelFrames: { unit: 'Count', dimensions: ['outcome'] },
  /**
   * Tenants that a receiver has heard in half a minute, and those whose panels got no answer although they were heard before
   * (lib/receiver/heard-tenants.ts).
   */
  PanelTenants: { unit: 'Count', dimensions: ['state'] },
  /** Open connections of panels. Each receiver measures them once a minute, so the number of values is that of receivers. */
  PanelConnections: { unit: 'Count', dimensions: [] },
  /** Completed releases. The smoke test writes this metric. */
  Releases: { unit: 'Count', dimensions: [] },
} as const satisfies Record<
  string,
  { unit: 'Count' | 'Seconds' | 'Milliseconds'; dimensions: readonly string[] }
>;

export type MetricName = keyof typeof METRICS;

export const serviceName = (stage: string) => `guard-${stage}`;

/** A value of a metric, with values of all of its dimensions. */
export type MetricValue = {
  [N in MetricName]: { readonly name: N; readonly value: number } & DimensionsOf<N>;
}[MetricName];

type DimensionsOf<N extends MetricName> = (typeof METRICS)[N]['dimensions'] extends readonly []
  ? { readonly dimensions?: never }
  : { readonly dimensions: Readonly<Record<(typeof METRICS)[N]['dimensions'][number], string>> };

export interface InvocationLine {
  readonly message: 'request' | 'run';
  readonly [field: string]: unknown;
}

/** Publishes the metrics of an invocation and writes its log line, if it has one. */
export type PublishMetrics = (values: readonly MetricValue[], line?: InvocationLine) => void;

interface MetricsOutput {
  /** The dimension that all metrics have. */
  readonly service: string;
  readonly clock: Clock;
  readonly write: (line: string) => void;
  /** The fields that the logger adds to each of its lines. */
  readonly lineFields?: () => object;
}

/**
 * Makes a function that writes metrics as lines of JSON, which CloudWatch reads (AWS, "Specification: Embedded metric
 * format"). The metrics of an invocation and its log line are one line, because each line costs processor time and its bytes
 * are charged. If a dimension or metric has a second value, that is written in another line.
 */
export function createMetricsPublisher({ service, clock, write, lineFields }: MetricsOutput): PublishMetrics {
  return (values, line) => {
    const documents: MetricsDocument[] = line ? [new MetricsDocument(service)] : [];
    for (const value of values) {
      if (documents.some((document) => document.add(value))) continue;
      const document = new MetricsDocument(service);
      document.add(value);
      documents.push(document);
    }
    const now = clock();
    const fields = line && { level: 'INFO', timestamp: now.toISOString(), ...lineFields?.(), ...line };
    for (const [place, document] of documents.entries()) {
      write(`${document.toJson(now, place === 0 ? fields : undefined)}\n`);
    }
  };
}

interface AnyMetricValue {
  readonly name: MetricName;
  readonly value: number;
  readonly dimensions?: Readonly<Record<string, string>>;
}

interface Directive {
  readonly Namespace: string;
  readonly Dimensions: readonly [readonly string[]];
  readonly Metrics: { readonly Name: MetricName; readonly Unit: string }[];
}

/** One line: the values of dimensions and metrics, and directives which say what belongs together. */
class MetricsDocument {
  readonly #directives = new Map<string, Directive>();
  readonly #dimensions: Record<string, string>;
  readonly #metrics = new Map<MetricName, { readonly directive: Directive; readonly values: number[] }>();

  constructor(service: string) {
    this.#dimensions = { service };
  }

  /** Adds a value. Returns false if this line already has another value of the metric or of a dimension. */
  add({ name, value, dimensions = {} }: AnyMetricValue): boolean {
    const entries = Object.entries(dimensions);
    if (entries.some(([key, text]) => (this.#dimensions[key] ?? text) !== text)) return false;
    const keys = ['service', ...entries.map(([key]) => key)];
    const directive = this.#directives.get(keys.join()) ?? {
      Namespace: METRICS_NAMESPACE,
      Dimensions: [keys],
      Metrics: [],
    };
    const known = this.#metrics.get(name);
    if (known && known.directive !== directive) return false;
    this.#directives.set(keys.join(), directive);
    Object.assign(this.#dimensions, dimensions);
    if (known) known.values.push(value);
    else {
      this.#metrics.set(name, { directive, values: [value] });
      directive.Metrics.push({ Name: name, Unit: METRICS[name].unit });
    }
    return true;
  }

  toJson(at: Date, line?: object): string {
    const values = [...this.#metrics].map(([name, metric]) => {
      return [name, metric.values.length === 1 ? metric.values[0] : metric.values];
    });
    return JSON.stringify({
      ...line,
      _aws: { Timestamp: at.getTime(), CloudWatchMetrics: [...this.#directives.values()] },
      ...this.#dimensions,
      ...Object.fromEntries(values),
    });
  }
}
