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
  /** What a graph calls it; its name if this is not given. */
  readonly label?: string;
}

/** One of Guard's own metrics as the functions of the stage write it. */
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
