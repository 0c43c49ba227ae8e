import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { API_CHECKS } from '../../../shared/self-check/check-api.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const probeFailures = (watched: Watched): Metric =>
  guardMetric(watched, 'ProbeFailures', { statistic: Stats.MAXIMUM, dimensions: {} });

/** In how many days the certificate expires; `undefined` if the stage has no domain of its own. */
function certificateDays({ certificateArn }: Watched): Metric | undefined {
  if (certificateArn === undefined) return undefined;
  return new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn: certificateArn },
    statistic: Stats.MINIMUM,
    label: 'days',
  });
}

/** The alarms about faults that a client of the public URL would notice. */
export const outsideAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-unreachable',
    alarmDescription:
      'In 3 of the last 5 minutes the public URL did not answer the probe correctly, or the probe did not run.',
    severity: 'page',
    metric: probeFailures(watched),
    threshold: 0,
    period: Duration.minutes(1),
    // The network may make one check fail, but not three in five minutes.
    datapointsToAlarm: 3,
    evaluationPeriods: 5,
    // A missing value is bad, because a probe that does not run proves nothing.
    treatMissingData: TreatMissingData.BREACHING,
  },
  ...certificateAlarms(watched),
];

/** The alarms about the certificate of the stage's own domain. AWS renews the certificates of its own domains. */
function certificateAlarms(watched: Watched): AlarmDeclaration[] {
  const metric = certificateDays(watched);
  if (!metric) return [];
  return [
    {
      name: 'certificate-expiry',
      alarmDescription: 'The certificate of the domain expires in less than 30 days.',
      // AWS would have renewed its own certificate earlier (AWS, "Managed certificate renewal in AWS Certificate Manager"),
      // so this one was imported, or its renewal failed. With 30 days left, a ticket is enough.
      severity: 'ticket',
      metric,
      threshold: 30,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      period: Duration.days(1),
      // The days are measured twice a day. If there is no value, the certificate is new or was deleted, which api-unreachable
      // notices. For an expired certificate, the alarm stays on.
      treatMissingData: TreatMissingData.IGNORE,
    },
  ];
}

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
