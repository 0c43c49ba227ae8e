import { test } from 'vitest';
import { UNIT_BUDGETS, type UnitBudget } from '../../../bench/budgets.ts';
import { callerMetricsDollars, idleBill, panelsBill } from '../../../bench/cost/idle-bill.ts';
import { MONTH_MINUTES } from '../../../bench/cost/prices.ts';
import { requestParts, requestPrice } from '../../../bench/cost/request-price.ts';
import { GATEWAY_DEVICES } from '../../../bench/endpoint-cases.ts';
import { routes } from '../../../functions/routes.ts';
import { throttleOf } from '../../../lib/cdk/api/throttling.ts';
import { readStageSettings } from '../../../lib/cdk/stage-settings.ts';
import { documentAt } from '../../docs/documents.ts';
import { deployedAlarms } from '../../infra/deployed-alarms.ts';
import { deployedDashboard } from '../../infra/deployed-dashboard.ts';
import { DEV, PANELS, PROD } from '../../infra/stages-with-options.ts';
import { type StageContext, synthesize, synthesizeWhole } from '../../infra/synthesis.ts';
import { documents, expectWritten, withCells, withRows } from './project.ts';

const { text } = documentAt('docs/cost.md', documents);

const dollars = (amount: number) => `$${amount.toFixed(2)}`;
const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);

function billOf(context: StageContext) {
  const synthesis = synthesizeWhole(context);
  const metrics = deployedDashboard(synthesis).widgets.flatMap((widget) => widget.metrics);
  const dashboardMetrics = new Set(metrics.map((it) => JSON.stringify(it))).size;
  return idleBill({ ...synthesis, dashboardMetrics });
}

function billRows(): string[][] {
  const [prod, dev] = [billOf(PROD), billOf(DEV)];
  const row = ({ what, ...ofProd }: (typeof prod)[number], place: number) => [
    what,
    ...[ofProd, dev[place] ?? ofProd].map((it) =>
      it.dollars === 0 ? '–' : `${dollars(it.dollars)} (${it.count})`,
    ),
  ];
  const totals = [prod, dev].map((bill) => `**${dollars(sum(bill.map((it) => it.dollars)))}**`);
  return [
    ...prod.map(row),
    ['**together**', ...totals],
    ['callers add at most, in custom metrics', ...Array<string>(2).fill(dollars(callerMetricsDollars()))],
  ];
}

/** How many metrics the alarms watch. */
const alarmMetricsOf = (context: StageContext) =>
  sum(deployedAlarms(synthesize(context)).map(({ metrics }) => metrics.length));

function panelRows(): string[][] {
  const withPanels = { ...PROD, ...PANELS };
  const bill = panelsBill(synthesize(withPanels), alarmMetricsOf(withPanels) - alarmMetricsOf(PROD));
  return [
    ...bill.map((it) => [it.what, `${dollars(it.dollars)} (${it.count})`]),
    ['**together**', `**${dollars(sum(bill.map((it) => it.dollars)))}**`],
  ];
}

/** Where the price of a heartbeat each minute goes, for a device of its own and for one behind a gateway. */
function heartbeatRows(): string[][] {
  const [own, gateway] = [UNIT_BUDGETS.heartbeat, UNIT_BUDGETS.gateway].map((units) =>
    requestParts({ isLogin: false, ...units }),
  );
  const monthly = (price: number, devices: number) => dollars((MONTH_MINUTES * price) / devices);
  const names = Object.keys(own ?? {});
  const row = (name: string, [ofOwn = 0, ofGateway = 0]: readonly (number | undefined)[]) => [
    name,
    monthly(ofOwn, 1),
    monthly(ofGateway, 1),
    monthly(ofGateway, GATEWAY_DEVICES),
  ];
  const totals = [own, gateway].map((parts = {}) => sum(Object.values(parts)));
  return [...names.map((name) => row(name, [own?.[name], gateway?.[name]])), row('together', totals)];
}

/** What a million requests cost, by the budgets of their units. */
function requestCells(): [string, string][] {
  const { raise, deviceRaise, acknowledge, heartbeat } = UNIT_BUDGETS;
  const million = (units: UnitBudget) => 1_000_000 * requestPrice({ isLogin: false, ...units });
  const round = (amount: number) => `$${amount.toFixed(0)}`;
  return [
    [
      'a million alerts raised by people; by devices',
      `${round(million(raise))}; ${round(million(deviceRaise))}`,
    ],
    ['a million alerts acknowledged', round(million(acknowledge))],
    ['a million heartbeats, each in its own report', dollars(million(heartbeat))],
  ];
}

/** What strangers, all users and one address can spend in an hour. */
function mostCells(): [string, string][] {
  const settings = readStageSettings((name) => PROD[name]);
  const logins = routes.filter(({ rateClass }) => rateClass === 'login');
  const loginsPerSecond = logins.reduce((total, it) => total + throttleOf(it, settings).requestsPerSecond, 0);
  const login = requestPrice({ isLogin: true, ...UNIT_BUDGETS.login });
  const invented = requestPrice({ isLogin: false, readUnits: 1, writeUnits: 0 });
  const quota = settings.accountRequestsPerSecond;
  const strangers = 3_600 * (loginsPerSecond * login + (quota - loginsPerSecond) * invented);
  const users = 3_600 * quota * requestPrice({ isLogin: false, ...UNIT_BUDGETS.deviceRaise });
  const address = 12 * settings.firewallRequestsPerAddress * invented;
  const upToTen = (amount: number) => `$${10 * Math.ceil(amount / 10)}`;
  return [
    ['strangers', upToTen(strangers)],
    ['all users together', upToTen(users)],
    ['one address', dollars(address)],
  ];
}

test('docs/cost.md shows what requests cost, the bills of idle stages and of the receiver of panels, what the price of a heartbeat consists of, and what callers can spend', async () => {
  const requests = withCells(text, 'What Guard costs', 1, requestCells());
  const bills = withRows(requests, 'When nobody calls', billRows());
  const heartbeats = withRows(bills, 'A heartbeat', heartbeatRows());
  const panels = withRows(heartbeats, 'Panels', panelRows());
  await expectWritten('docs/cost.md', withCells(panels, 'At most', 1, mostCells()));
}, 120_000);
