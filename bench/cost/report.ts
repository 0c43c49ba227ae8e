import { triggersOf } from '../../functions/triggers.ts';
import type { StageSettings } from '../../lib/cdk/stage-settings.ts';
import type { Row } from '../print-table.ts';
import { REGION, SETTINGS, WORKLOAD } from './baseline.ts';
import { BILL_LINES, type Bill, billOf, type FreeTier, NOTHING_FREE, totalOf } from './bill.ts';
import type { Tables } from './document.ts';
import { dollars, grouped, percent } from './format.ts';
import { indexRows } from './index-rows.ts';
import { leverRows, type Variant } from './levers.ts';
import { findRequest, type Measurements } from './measurements.ts';
import { countMetricSeries } from './metric-series.ts';
import { mostRows } from './most.ts';
import { ALWAYS_FREE, PRICES, type Region } from './prices.ts';
import { priceOfMany } from './request-price.ts';
import { canPoll } from './request-route.ts';
import { requestRows } from './request-table.ts';
import type { Silence } from './silence/silence.ts';
import { silenceRows } from './silence/silence-rows.ts';
import { usageOf } from './usage.ts';
import { deliveriesOf, raised, type Workload } from './workload.ts';

const MOST_USERS = 10_000;
const USERS = [1, 100, MOST_USERS];

/** All tables of docs/cost.md, from what was measured. */
export function costTables(measured: Measurements, silence: Silence): Tables {
  const bill = (
    users: number,
    variant: Variant = {},
    region: Region = REGION,
    free: FreeTier = NOTHING_FREE,
  ) => {
    const [workload, facts, settings] = caseOf(users, variant, measured);
    return billOf(usageOf(workload, facts, settings), facts.stack, PRICES[region], free);
  };
  return {
    bill: USERS.map((users) => billRow(users, (region, free) => totalOf(bill(users, {}, region, free)))),
    lines: lineRows(USERS.map((users) => bill(users))),
    connected: connectedRows(
      bill(MOST_USERS),
      bill(MOST_USERS, { workload: { screens: 'connected' } }),
      bill(MOST_USERS, { workload: { hours: 0 } }),
    ),
    webhooks: webhookRows(bill(MOST_USERS), bill(MOST_USERS, { workload: { tellsWebhook: true } })),
    requests: requestRows(measured),
    indexes: indexRows(),
    silence: silenceRows(silence, PRICES[REGION], (count) =>
      priceOfMany(findRequest(measured, 'report a heartbeat'), count, {
        stack: measured.stack,
        prices: PRICES[REGION],
        settings: SETTINGS,
      }),
    ),
    fixed: fixedRows(bill(0), measured),
    most: mostRows(measured),
    levers: leverRows((users, variant) =>
      canPoll(...caseOf(users, variant, measured)) ? totalOf(bill(users, variant)) : undefined,
    ),
  };
}

/** The baseline with what a variant changes. */
function caseOf(
  users: number,
  { workload, settings, stack }: Variant,
  measured: Measurements,
): [Workload, Measurements, StageSettings] {
  return [
    { ...WORKLOAD, ...workload, users },
    { ...measured, stack: { ...measured.stack, ...stack } },
    { ...SETTINGS, ...settings },
  ];
}

function billRow(users: number, total: (region: Region, free?: FreeTier) => number): Row {
  return {
    users: grouped(users),
    'us-east-1': dollars(total('us-east-1')),
    'us-east-1, free tier': dollars(total('us-east-1', ALWAYS_FREE)),
    'eu-west-1': dollars(total('eu-west-1')),
    'eu-west-1, free tier': dollars(total('eu-west-1', ALWAYS_FREE)),
    'per user, eu-west-1': dollars(total('eu-west-1') / users),
  };
}

/** The bills for each number of users, and the part of each line in the last. */
function lineRows(bills: readonly Bill[]): Row[] {
  const row = (line: string, amountOf: (bill: Bill) => number): Row => ({
    line,
    ...Object.fromEntries(bills.map((bill, place) => [columnOf(USERS[place] ?? 0), dollars(amountOf(bill))])),
    share: bills
      .slice(-1)
      .map((largest) => percent(amountOf(largest) / totalOf(largest)))
      .join(),
  });
  return [...BILL_LINES.map((line) => row(line, (bill) => bill[line])), row('**Total**', totalOf)];
}

/** What screens cost, by line: whether they ask or are told, without what is paid where nobody looks at any. */
function connectedRows(polling: Bill, connected: Bill, none: Bill): Row[] {
  const row = (line: string, amountOf: (bill: Bill) => number): Row => ({
    line,
    'screens that poll': dollars(amountOf(polling) - amountOf(none)),
    'connected screens': dollars(amountOf(connected) - amountOf(none)),
  });
  const differing = BILL_LINES.filter(
    (line) => polling[line] !== none[line] || connected[line] !== none[line],
  );
  return [...differing.map((line) => row(line, (bill) => bill[line])), row('**Total**', totalOf)];
}

/** What a million events cost that a webhook is told, by line, beside what is paid for the alerts themselves. */
function webhookRows(untold: Bill, told: Bill): Row[] {
  const workload = { ...WORKLOAD, users: MOST_USERS, tellsWebhook: true };
  const millions = deliveriesOf(workload, raised(workload)) / 1_000_000;
  const row = (line: string, amountOf: (bill: Bill) => number): Row => ({
    line,
    'a million events': dollars((amountOf(told) - amountOf(untold)) / millions),
  });
  const differing = BILL_LINES.filter((line) => told[line] !== untold[line]);
  return [...differing.map((line) => row(line, (bill) => bill[line])), row('**Total**', totalOf)];
}

const columnOf = (users: number) => `${grouped(users)} user${users === 1 ? '' : 's'}`;

/** What is paid when nobody calls. */
function fixedRows(idle: Bill, { stack, scheduled }: Measurements): Row[] {
  const row = (what: string, amount: number): Row => ({ what, 'a month': dollars(amount) });
  const queues = triggersOf('queue').length;
  const runs = idle['Lambda requests'] + idle['Lambda duration'];
  const units = idle['DynamoDB reads'] + idle['DynamoDB writes'];
  return [
    row(`alarms: ${stack.alarmMetrics} metrics watched, ${stack.compositeAlarms} composite`, idle.Alarms),
    row(`dashboards: ${stack.dashboards}`, idle.Dashboards),
    row(`custom metrics: ${countMetricSeries()} at most`, idle['Custom metrics']),
    row(`firewall: ${stack.webAcls} web ACL, ${stack.webAclRules} rules`, idle.Firewall),
    row(
      `functions every minute: ${scheduled.idle.map(({ name }) => name).join(', ')}, the probe, and what both call`,
      runs + units,
    ),
    row('what these request of API Gateway', idle['API Gateway requests'] + idle['Data transfer out']),
    row(`queues: ${queues}, which Lambda asks for messages all the time`, idle['Queue requests']),
    row('their logs', idle['Logs, ingestion'] + idle['Logs, storage']),
    row('their traces', idle['X-Ray traces']),
    row('**Total**', totalOf(idle)),
  ];
}
