import type { Clock } from '../time.ts';
import { METRICS, METRICS_NAMESPACE, type MetricName } from './metrics.ts';

/** A value of a metric, with all of its dimensions. */
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
  /** The fields that the logger gives its lines. */
  readonly lineFields?: () => object;
}

/**
 * Writes metrics as lines of JSON, which CloudWatch reads (AWS, "Specification: Embedded metric format"). The metrics of an
 * invocation and its log line are one line, because each line costs processor time and its bytes are charged. A dimension or
 * metric with a second value takes another line.
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

/** One line: the values of dimensions and metrics, and directives that say which of them belong together. */
class MetricsDocument {
  readonly #directives = new Map<string, Directive>();
  readonly #dimensions: Record<string, string>;
  readonly #metrics = new Map<MetricName, { readonly directive: Directive; readonly values: number[] }>();

  constructor(service: string) {
    this.#dimensions = { service };
  }

  /** Adds a value. Returns whether it was possible: a dimension or metric may have another value already. */
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
