import { BOTH, isNamed, type Scenario } from './scenario.ts';

const isProbe = (moment: Parameters<Scenario['change']>[0]) => isNamed(moment, 'Guard', 'ProbeFailures');

export const OUTSIDE_SCENARIOS: readonly Scenario[] = [
  {
    entry: 'api-unreachable',
    what: 'both checks fail',
    loads: BOTH,
    minutes: 3,
    change: (moment) => (isProbe(moment) ? [[2, 1]] : undefined),
  },
  {
    entry: 'api-unreachable',
    what: 'the probe is silent',
    loads: BOTH,
    minutes: 3,
    change: (moment) => (isProbe(moment) ? [] : undefined),
  },
  {
    entry: 'certificate-expiry',
    what: 'nobody renews the certificate',
    loads: BOTH,
    minutes: 2_880,
    change: (moment) => {
      if (!isNamed(moment, 'AWS/CertificateManager', 'DaysToExpiry')) return undefined;
      return moment.ordinary.map(([, times]) => [20, times] as const);
    },
  },
];
