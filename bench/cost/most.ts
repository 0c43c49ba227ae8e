import document from '../../docs/openapi.json' with { type: 'json' };
import { REFERENCE_SCRIPT, readReferenceAsset } from '../../functions/docs/reference-assets.ts';
import { REFERENCE_PAGE } from '../../functions/docs/reference-page.ts';
import { routes } from '../../functions/routes.ts';
import { ACCOUNT_REQUESTS_PER_SECOND, throttleOf } from '../../lib/cdk/api/throttling.ts';
import { FIREWALL_WINDOW_SECONDS } from '../../lib/cdk/firewall/firewall-rules.ts';
import { methodsOf, type Route } from '../../shared/http/route.ts';
import { listQuery } from '../../shared/lists/contract.ts';
import type { Row } from '../print-table.ts';
import { REGION, SETTINGS } from './baseline.ts';
import { billedMilliseconds } from './duration.ts';
import { dollars, grouped } from './format.ts';
import type { RequestName } from './measured-requests.ts';
import { findRequest, type MeasuredFunction, type Measurements } from './measurements.ts';
import { PRICES } from './prices.ts';
import { priceOf, type RequestWork } from './request-price.ts';

/** Requests that come on and on. */
export interface Flood {
  readonly what: string;
  readonly requestsPerSecond: number;
  readonly dollarsPerSecond: number;
}

/** A head, and a body that says next to nothing. */
const SMALL_RESPONSE_BYTES = 1_000;
const SCRIPT_BYTES = Buffer.byteLength(await readReferenceAsset(REFERENCE_SCRIPT));
const DOCUMENT_BYTES = Buffer.byteLength(JSON.stringify(document));
const PAGE_BYTES = Buffer.byteLength(REFERENCE_PAGE);

/** The page that was measured holds so many, and the largest so many. */
const MEASURED_PAGE = 20;
const LARGEST_PAGE = listQuery({}).parse({ limit: '1000000' }).limit;

const WRITES: readonly RequestName[] = [
  'raise an alert',
  'acknowledge',
  'resolve',
  'report, raising an alert',
  'create a site',
  'create a device',
  'create a user',
];

/**
 * The dearest that a stage's throttles let through, by who causes it: each kind of request for itself, and all at once. What
 * was not measured is taken for the dearest like it that was.
 */
export function floods(measured: Measurements): Flood[] {
  const { stack } = measured;
  const price = (work: RequestWork) => priceOf(work, { stack, prices: PRICES[REGION], settings: SETTINGS });
  const flood = (what: string, some: readonly Route[], workOf: (route: Route) => RequestWork): Flood => {
    const rates = some.map(
      (route) => methodsOf(route).length * throttleOf(route, SETTINGS).requestsPerSecond,
    );
    return {
      what,
      requestsPerSecond: sum(rates),
      dollarsPerSecond: sum(some.map((route, place) => (rates[place] ?? 0) * price(workOf(route)))),
    };
  };
  const unmeasured = plainRun(measured);
  const answerOf = (responseBytes: number): RequestWork => ({ functions: [unmeasured], responseBytes });
  const refused: RequestWork = {
    functions: findRequest(measured, 'read an alert').functions.slice(0, 1),
    responseBytes: SMALL_RESPONSE_BYTES,
  };
  const dearestWrite = WRITES.map((name) => findRequest(measured, name)).reduce((dearest, it) =>
    price(it) > price(dearest) ? it : dearest,
  );
  const [files, open] = [
    routes.filter(isFile),
    routes.filter((it) => !isFile(it) && it.rateClass === 'none'),
  ];
  const [logins, closed] = [routes.filter(isLogin), routes.filter(({ access }) => access !== 'anyone')];

  const strangers = [
    flood('a stranger: files of the reference, uncompressed', files, () => answerOf(SCRIPT_BYTES)),
    flood('a stranger: its page, its document, the health check', open, ({ path }) =>
      answerOf(path.endsWith('.json') ? DOCUMENT_BYTES : PAGE_BYTES),
    ),
    flood('a stranger: logins', logins, () => findRequest(measured, 'login')),
    flood('a stranger: made-up tokens, wherever one is asked for', closed, () => refused),
  ];
  const left = ACCOUNT_REQUESTS_PER_SECOND - sum(strangers.map((it) => it.requestsPerSecond));
  const answered = { functions: [], responseBytes: SMALL_RESPONSE_BYTES };
  strangers.push(
    repeated('a stranger: unknown paths and preflights, up to the account’s quota', left, price(answered)),
  );
  const addressRate = SETTINGS.firewallRequestsPerAddress / FIREWALL_WINDOW_SECONDS;
  return [
    ...strangers,
    together('**All strangers at once**', strangers),
    repeated('one address that the firewall does not block yet: made-up tokens', addressRate, price(refused)),
    together('one user, at their limits', [
      repeated('pages', SETTINGS.apiRequestsPerMinute / 60, price(pageWork(measured))),
      repeated('actions', SETTINGS.apiRequestsPerMinute / 60, price(findRequest(measured, 'acknowledge'))),
      repeated('sessions', SETTINGS.authRequestsPerMinute / 60, price(findRequest(measured, 'refresh'))),
    ]),
    repeated(
      'one key, at its limit: alerts',
      SETTINGS.keyEventsPerMinute / 60,
      price(findRequest(measured, 'report, raising an alert')),
    ),
    flood('**All users at once**', closed, (route) => {
      if (route.rateClass === 'auth') return findRequest(measured, 'refresh');
      if (route.method !== 'GET') return dearestWrite;
      return isList(route) ? pageWork(measured) : findRequest(measured, 'read an alert');
    }),
  ];
}

/** The table of what a flood costs. */
export function mostRows(measured: Measurements): Row[] {
  return floods(measured).map(({ what, requestsPerSecond, dollarsPerSecond }) => ({
    'who and what': what,
    'requests a second': grouped(requestsPerSecond, 1),
    'an hour': dollars(dollarsPerSecond * 3_600),
    'a day': dollars(dollarsPerSecond * 86_400),
  }));
}

const isFile = ({ files }: Route) => files !== undefined;
const isLogin = ({ rateClass }: Route) => rateClass === 'login';
const isList = ({ request }: Route) => request.query?.shape['cursor'] !== undefined;

const repeated = (what: string, requestsPerSecond: number, price: number): Flood => ({
  what,
  requestsPerSecond,
  dollarsPerSecond: requestsPerSecond * price,
});

const together = (what: string, parts: readonly Flood[]): Flood => ({
  what,
  requestsPerSecond: sum(parts.map((it) => it.requestsPerSecond)),
  dollarsPerSecond: sum(parts.map((it) => it.dollarsPerSecond)),
});

/** The largest page: as much more than the one that was measured as it holds more. */
function pageWork(measured: Measurements): RequestWork {
  const { functions, responseBytes } = findRequest(measured, 'poll, platform admin');
  const factor = LARGEST_PAGE / MEASURED_PAGE;
  const [authorizer, list] = functions;
  if (!authorizer || !list) throw new Error('A poll runs two functions');
  const larger = {
    ...list,
    cpuMilliseconds: list.cpuMilliseconds * factor,
    readUnits: list.readUnits * factor,
  };
  return { functions: [authorizer, larger], responseBytes: responseBytes * factor };
}

/** A run of a function that uses no table, as long as the longest that was measured of those that hash no passwords. */
function plainRun({ requests }: Measurements): MeasuredFunction {
  const hashing = new Set(routes.filter((route) => route.hashesPasswords).map(({ name }) => name));
  const runs = requests.flatMap(({ functions }) => functions).filter(({ name }) => !hashing.has(name));
  const longest = runs.reduce((found, run) =>
    billedMilliseconds(run, SETTINGS) > billedMilliseconds(found, SETTINGS) ? run : found,
  );
  return { ...longest, readUnits: 0, writeUnits: 0 };
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
