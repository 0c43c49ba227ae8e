import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

const DAY_MINUTES = 1_440;

/** Faults that a client of the public URL would notice. */
export const outsideAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-unreachable',
    meaning:
      'In 3 of the last 5 minutes the public URL did not answer the probe correctly, or the probe did not run.',
    severity: 'page',
    watches: probeFailures(watched),
    wellUpTo: 0,
    periodMinutes: 1,
    // The network may fail one check, but not three in five minutes.
    periods: { bad: 3, of: 5 },
    // A probe that does not run proves nothing.
    missing: 'bad',
  },
  ...certificateAlarms(watched),
];

export const probeFailures = (watched: Watched): Metric =>
  guardMetric(watched, 'ProbeFailures', { statistic: Stats.MAXIMUM, dimensions: {} });

/** The alarms exist for the stage's own domain only: AWS renews the certificates of its domains. */
function certificateAlarms(watched: Watched): AlarmDeclaration[] {
  const daysToExpiry = certificateDays(watched);
  if (!daysToExpiry) return [];
  return [
    {
      name: 'certificate-expiry',
      meaning: 'The certificate of the domain expires in less than 30 days.',
      // AWS renews its own certificates earlier (AWS, "Managed certificate renewal in AWS Certificate Manager"), so this
      // certificate was imported or its renewal failed. 30 days are left, so a ticket suffices.
      severity: 'ticket',
      watches: daysToExpiry,
      wellFrom: 30,
      periodMinutes: DAY_MINUTES,
      periods: ONCE,
      // The days are measured twice a day. No value means that the certificate is new or deleted, which api-unreachable
      // notices. The alarm stays on for an expired certificate.
      missing: 'as before',
    },
  ];
}

/** The days until the certificate expires; `undefined` without a domain of the stage. */
export function certificateDays({
  settings: { certificateArn },
}: Pick<Watched, 'settings'>): Metric | undefined {
  if (certificateArn === undefined) return undefined;
  return new Metric({
    namespace: 'AWS/CertificateManager',
    metricName: 'DaysToExpiry',
    dimensionsMap: { CertificateArn: certificateArn },
    statistic: Stats.MINIMUM,
    label: 'days',
  });
}
