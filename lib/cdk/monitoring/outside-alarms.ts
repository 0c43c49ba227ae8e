import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import type { AlarmDeclaration } from './alarm.ts';
import { guardMetric } from './guard-metric.ts';
import { ONCE } from './periods.ts';
import type { Watched } from './watched.ts';

const DAY_MINUTES = 1_440;

/** What a client would notice, calling the public URL. */
export const outsideAlarms = (watched: Watched): AlarmDeclaration[] => [
  {
    name: 'api-unreachable',
    meaning:
      'In 3 of the last 5 minutes the public URL did not answer the probe as it should, or nobody asked.',
    severity: 'page',
    watches: probeFailures(watched),
    wellUpTo: 0,
    periodMinutes: 1,
    // A single check may fail by the network. Three in five minutes are more.
    periods: { bad: 3, of: 5 },
    // Silence is not health: a probe that does not run says nothing good.
    missing: 'bad',
  },
  ...certificateAlarms(watched),
];

export const probeFailures = (watched: Watched): Metric =>
  guardMetric(watched, 'ProbeFailures', { statistic: Stats.MAXIMUM, dimensions: {} });

/** Of the domain's certificate; none where the stage has no domain: AWS looks after its own. */
function certificateAlarms(watched: Watched): AlarmDeclaration[] {
  const daysToExpiry = certificateDays(watched);
  if (!daysToExpiry) return [];
  return [
    {
      name: 'certificate-expiry',
      meaning: 'The certificate of the domain expires in less than 30 days.',
      // AWS renews its own before that (AWS, "Managed certificate renewal in AWS Certificate Manager"), so this one was
      // imported, or cannot be renewed. There is time left.
      severity: 'ticket',
      watches: daysToExpiry,
      wellFrom: 30,
      periodMinutes: DAY_MINUTES,
      periods: ONCE,
      // Measured twice a day. No value means that the certificate is new or gone, which api-unreachable tells of; one
      // that has expired stays in alarm.
      missing: 'as before',
    },
  ];
}

/** How many days are left to the certificate; `undefined` where the stage has no domain of its own. */
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
