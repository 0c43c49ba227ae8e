import { readStageSettings } from '../../lib/cdk/stage-settings.ts';
import { MONTH_HOURS } from './month.ts';
import type { Region } from './prices.ts';
import type { Workload } from './workload.ts';

/** The settings of a stage that holds real data. */
export const SETTINGS = readStageSettings((name) => (name === 'stage' ? 'prod' : undefined));

/** An operator at a screen, the clock round. */
export const WORKLOAD: Omit<Workload, 'users'> = {
  screens: 'polling',
  pollSeconds: 30,
  poll: 'poll, a page of 20',
  loginsPerDay: 1,
  alertsPerDay: 10,
  tellsWebhook: false,
  hours: MONTH_HOURS,
};

/** Where the details are shown. */
export const REGION: Region = 'eu-west-1';
