import { Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { API_CHECKS } from '../../../shared/self-check/check-api.ts';
import type { Alarms } from './created-alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { certificateDays, probeFailures } from './outside-alarms.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

export function outsideSection(watched: Watched, alarms: Alarms): Section {
  const days = certificateDays(watched);
  const durations = API_CHECKS.map((check) =>
    guardMetric(watched, 'ProbeDuration', { statistic: Stats.MAXIMUM, dimensions: { check }, label: check }),
  );
  return {
    title: 'From outside',
    description: 'The results of a probe of the public URL, every minute.',
    graphs: [
      {
        title: 'Failed checks',
        metrics: [probeFailures(watched)],
        horizontalAnnotations: limitsOf(alarms, 'api-unreachable'),
      },
      { title: 'Duration of the checks (ms)', metrics: durations },
      ...(days
        ? [
            {
              title: 'Days until the certificate expires',
              metrics: [days],
              horizontalAnnotations: limitsOf(alarms, 'certificate-expiry'),
            },
          ]
        : []),
    ],
  };
}
