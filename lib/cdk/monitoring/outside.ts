import { Duration } from 'aws-cdk-lib';
import { ComparisonOperator, Metric, Stats, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import { API_CHECKS } from '../../../shared/self-check/check-api.ts';
import type { AlarmDeclaration, Alarms } from './alarm.ts';
import { guardMetric } from './metrics.ts';
import { limitsOf, type Section } from './section.ts';
import type { Watched } from './watched.ts';

const probeFailures = (watched: Watched): Metric =>
  guardMetric(watched, 'ProbeFailures', { statistic: Stats.MAXIMUM, dimensions: {} });

/** The days until the certificate expires; `undefined` without a domain of the stage. */
function certificateDays({ settings: { certificateArn } }: Watched): Metric | undefined {
  if (certificateArn === undefined) return undefined;
  return new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn: certificateArn },
    statistic: Stats.MINIMUM,
    label: 'days',
  });
}

/** Faults that a client of the public URL would notice. */
export const outsideAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-unreachable',
    alarmDescription:
      'In 3 of the last 5 minutes the public URL did not answer the probe correctly, or the probe did not run.',
    severity: 'page',
    metric: probeFailures(watched),
    threshold: 0,
    period: Duration.minutes(1),
    // The network may fail one check, but not three in five minutes.
    datapointsToAlarm: 3,
    evaluationPeriods: 5,
    // A probe that does not run proves nothing.
    treatMissingData: TreatMissingData.BREACHING,
  },
  ...certificateAlarms(watched),
];

/** The alarms exist for the stage's own domain only: AWS renews the certificates of its domains. */
function certificateAlarms(watched: Watched): AlarmDeclaration[] {
  const metric = certificateDays(watched);
  if (!metric) return [];
  return [
    {
      name: 'certificate-expiry',
      alarmDescription: 'The certificate of the domain expires in less than 30 days.',
      // AWS renews its own certificates earlier (AWS, "Managed certificate renewal in AWS Certificate Manager"), so this
      // certificate was imported or its renewal failed. 30 days are left, so a ticket suffices.
      severity: 'ticket',
      metric,
      threshold: 30,
      comparisonOperator: ComparisonOperator.LESS_THAN_THRESHOLD,
      period: Duration.days(1),
      // The days are measured twice a day. No value means that the certificate is new or deleted, which api-unreachable
      // notices. The alarm stays on for an expired certificate.
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
