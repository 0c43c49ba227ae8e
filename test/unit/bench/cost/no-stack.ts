import type { StackFacts } from '../../../../bench/cost/measurements.ts';

/** A stack of which nothing is paid by the month. */
export const NO_STACK: StackFacts = {
  accessLogFormat: '',
  socketLogFormat: '',
  alarmMetrics: 0,
  compositeAlarms: 0,
  dashboards: 0,
  webAcls: 0,
  webAclRules: 0,
  isTraced: false,
};
