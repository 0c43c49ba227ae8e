import { Metrics } from '@aws-lambda-powertools/metrics';
import { METRICS, METRICS_NAMESPACE, type MetricName } from './metrics.ts';

/** One value of a metric, with all of the dimensions that its declaration asks for. */
export type MetricValue = {
  [N in MetricName]: { readonly name: N; readonly value: number } & DimensionsOf<N>;
}[MetricName];

type DimensionsOf<N extends MetricName> = (typeof METRICS)[N]['dimensions'] extends readonly []
  ? { readonly dimensions?: never }
  : { readonly dimensions: Readonly<Record<(typeof METRICS)[N]['dimensions'][number], string>> };

export type PublishMetrics = (values: readonly MetricValue[]) => void;

/**
 * Writes metrics to standard output, from where CloudWatch takes them (AWS, "Embedding metrics within logs"). Values
 * that have the same dimensions share a line. Nothing is kept between calls, so invocations never mix.
 */
export function createMetricsPublisher(service: string): PublishMetrics {
  const metrics = new Metrics({ namespace: METRICS_NAMESPACE, serviceName: service });
  return (values) => {
    for (const sharing of Map.groupBy(values, dimensionsOf).values()) {
      const dimensions: Readonly<Record<string, string>> = sharing[0]?.dimensions ?? {};
      for (const [name, value] of Object.entries(dimensions)) metrics.addDimension(name, value);
      for (const { name, value } of sharing) metrics.addMetric(name, METRICS[name].unit, value);
      metrics.publishStoredMetrics();
    }
  };
}

/** In a form that can be compared. */
function dimensionsOf({ dimensions }: MetricValue): string {
  return dimensions === undefined ? '' : JSON.stringify(dimensions);
}
