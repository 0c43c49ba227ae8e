import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import {
  type METRICS,
  METRICS_NAMESPACE,
  type MetricName,
  serviceName,
} from '../../../shared/lambda/metrics.ts';
import type { Watched } from './watched.ts';

type Dimensions<N extends MetricName> = Readonly<Record<(typeof METRICS)[N]['dimensions'][number], string>>;

interface Reading<N extends MetricName> {
  readonly statistic: string;
  readonly dimensions: Dimensions<N>;
  /** Its name in graphs; the metric's name by default. */
  readonly label?: string;
}

/** A metric that the functions of the stage publish. */
export function guardMetric<N extends MetricName>(
  { settings }: Watched,
  name: N,
  { statistic, dimensions, label = name }: Reading<N>,
): Metric {
  return new Metric({
    namespace: METRICS_NAMESPACE,
    metricName: name,
    dimensionsMap: { service: serviceName(settings.stage), ...dimensions },
    statistic,
    label,
  });
}
