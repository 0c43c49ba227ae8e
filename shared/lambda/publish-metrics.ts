import type { Clock } from '../time.ts';
import { METRICS, METRICS_NAMESPACE, type MetricName } from './metrics.ts';

/** A value of a metric, with all of its dimensions. */
export type MetricValue = {
  [N in MetricName]: { readonly name: N; readonly value: number } & DimensionsOf<N>;
}[MetricName];

type DimensionsOf<N extends MetricName> = (typeof METRICS)[N]['dimensions'] extends readonly []
  ? { readonly dimensions?: never }
  : { readonly dimensions: Readonly<Record<(typeof METRICS)[N]['dimensions'][number], string>> };

export type PublishMetrics = (values: readonly MetricValue[]) => void;

interface MetricsOutput {
  /** The dimension that all metrics have. */
  readonly service: string;
  readonly clock: Clock;
  readonly write: (line: string) => void;
}

/**
 * Writes metrics as lines of JSON, which CloudWatch reads (AWS, "Specification: Embedded metric format"). The metrics of an
 * invocation are one line, unless a dimension or metric has two values.
 */
export function createMetricsPublisher({ service, clock, write }: MetricsOutput): PublishMetrics {
  return (values) => {
    const documents: MetricsDocument[] = [];
    for (const value of values) {
      if (documents.some((document) => document.add(value))) continue;
      const document = new MetricsDocument(service);
      document.add(value);
      documents.push(document);
    }
    for (const document of documents) write(`${document.toJson(clock())}\n`);
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

  toJson(at: Date): string {
    const values = [...this.#metrics].map(([name, metric]) => {
      return [name, metric.values.length === 1 ? metric.values[0] : metric.values];
    });
    return JSON.stringify({
      _aws: { Timestamp: at.getTime(), CloudWatchMetrics: [...this.#directives.values()] },
      ...this.#dimensions,
      ...Object.fromEntries(values),
    });
  }
}
