import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import { ALERTS } from '../../shared/alerts/alert.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { makeBenchData } from '../bench-data.ts';
import { connectedOf, socketMessages } from './connected.ts';
import { gbSeconds } from './duration.ts';
import { accessLogBytes, PLATFORM_LOG_BYTES } from './log-lines.ts';
import type { RequestName } from './measured-requests.ts';
import { findReaction, findRequest, type MeasuredFunction, type Measurements } from './measurements.ts';
import { countMetricSeries } from './metric-series.ts';
import { minutelyOf } from './minutely.ts';
import { MONTH_DAYS, MONTH_HOURS, MONTH_MINUTES } from './month.ts';
import { queueRequests } from './queue-requests.ts';
import { reactionsOf } from './reactions.ts';
import { storedBytes } from './stored-bytes.ts';
import { deliveriesOf, raised, type Workload } from './workload.ts';

const GB = 1_000_000_000;

/** What a month takes of everything that is paid. Storage is that at the end of the first year. */
export interface Usage {
  readonly apiRequests: number;
  readonly lambdaRequests: number;
  readonly queueRequests: number;
  readonly fifoQueueRequests: number;
  readonly lambdaGbSeconds: number;
  readonly readUnits: number;
  readonly writeUnits: number;
  readonly tableGb: number;
  readonly logGb: number;
  readonly logStorageGb: number;
  readonly transferGb: number;
  readonly socketMinutes: number;
  readonly socketMessages: number;
  readonly traces: number;
  readonly customMetrics: number;
}

/** CloudWatch stores logs compressed; in its own examples 30 GB become 6 (AWS, "Amazon CloudWatch Pricing"). */
const LOG_COMPRESSION = 0.2;

/** X-Ray's default rule: the first request of each second, and 5 % of the others (AWS, "Configure sampling rules"). */
export const TRACED_SHARE = 0.05;

export function usageOf(workload: Workload, measured: Measurements, settings: StageSettings): Usage {
  const calls = callsOf(workload);
  const runs = calls.flatMap(({ name, count }) =>
    findRequest(measured, name).functions.map((run) => ({ run, count })),
  );
  const reactions = reactionsOf(workload, {
    alerts: raised(workload),
    logins: loggedIn(workload),
  }).flatMap(({ name, count }) => findReaction(measured, name).functions.map((run) => ({ run, count })));
  const minutely = minutelyOf(scheduledOf(workload, measured), measured);
  // Each is resolved, and marked to go by a run of its own: the most that it can be.
  const retained = raised(workload);
  const all = [
    ...runs,
    ...reactions,
    ...minutely.runs.map((run) => ({ run, count: MONTH_MINUTES })),
    { run: measured.retention, count: retained },
  ];
  const total = (amountOf: (run: MeasuredFunction) => number) =>
    all.reduce((sum, { run, count }) => sum + count * amountOf(run), 0);
  const apiRequests = calls.reduce((sum, { count }) => sum + count, minutely.requests * MONTH_MINUTES);
  const accessLog = apiRequests * accessLogBytes(measured.stack.accessLogFormat);
  const { connections, minutes: socketMinutes, questions } = connectedOf(workload);
  const socketEvents = 2 * connections + questions;
  const socketLog = socketEvents * accessLogBytes(measured.stack.socketLogFormat);
  const logGb = (total(({ logBytes }) => logBytes + PLATFORM_LOG_BYTES) + accessLog + socketLog) / GB;
  const transferred = calls.reduce(
    (sum, { name, count }) => sum + count * findRequest(measured, name).responseBytes,
    minutely.responseBytes * MONTH_MINUTES,
  );
  const deliveries = deliveriesOf(workload, raised(workload));
  const started = reactions.reduce((sum, { count }) => sum + count, 0);
  return {
    apiRequests,
    lambdaRequests: total(() => 1),
    queueRequests: queueRequests({ isFifo: false }, retained),
    fifoQueueRequests: queueRequests({ isFifo: true }, deliveries),
    lambdaGbSeconds: total((run) => gbSeconds(run, settings)),
    readUnits: total(({ readUnits }) => readUnits),
    writeUnits: total(({ writeUnits }) => writeUnits),
    tableGb: (12 * raised(workload) * ALERT_BYTES) / GB,
    logGb,
    logStorageGb: logGb * LOG_COMPRESSION * Math.min(12, settings.logRetentionDays / MONTH_DAYS),
    transferGb: (transferred + deliveries * measured.deliveryBytes) / GB,
    socketMinutes,
    socketMessages: socketMessages(workload, raised(workload)),
    traces: measured.stack.isTraced
      ? tracesOf(apiRequests + retained + started) + minutely.schedules * MONTH_MINUTES
      : 0,
    customMetrics: countMetricSeries(),
  };
}

/** Requests of a month, by what they are. */
export function callsOf(workload: Workload): { name: RequestName; count: number }[] {
  const { users, screens, poll, pollSeconds, hours } = workload;
  const alerts = raised(workload);
  const { connections, lists } = connectedOf(workload);
  const polls = screens === 'polling' ? users * ((hours * 3_600) / pollSeconds) : 0;
  return [
    { name: poll, count: polls + lists },
    { name: 'get a ticket', count: connections },
    { name: 'login', count: loggedIn(workload) },
    { name: 'raise an alert', count: alerts },
    { name: 'acknowledge', count: alerts },
    { name: 'resolve', count: alerts },
  ];
}

function loggedIn({ users, loginsPerDay }: Workload): number {
  return users * loginsPerDay * MONTH_DAYS;
}

/** What runs every minute reads more while users find active alerts. */
function scheduledOf({ users, poll }: Workload, { scheduled }: Measurements): readonly MeasuredFunction[] {
  return users === 0 || poll === 'poll, nothing active' ? scheduled.idle : scheduled.busy;
}

/** Traces of requests and of what queues start. A scheduled run is one more, since it is the first of its second. */
function tracesOf(requests: number): number {
  const seconds = MONTH_HOURS * 3_600;
  const first = Math.min(requests, seconds);
  return first + (requests - first) * TRACED_SHARE;
}

/** An alert with its copies in the indexes. */
const ALERT_BYTES = (() => {
  const [alert] = freshAlerts(1, makeBenchData(0).origin);
  if (!alert) throw new Error('No alert');
  return storedBytes(ALERTS.item(alert));
})();
