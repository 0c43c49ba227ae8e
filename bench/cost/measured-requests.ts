import { recordUser } from '../../shared/actor.ts';
import type { Alert } from '../../shared/alerts/alert.ts';
import { transition } from '../../shared/alerts/transition.ts';
import type { Table } from '../../shared/table/table.ts';
import type { User } from '../../shared/users/user.ts';
import { freshAlerts } from '../bench-alerts.ts';
import { BENCH_PASSWORD, type BenchData } from '../bench-data.ts';
import { type BenchRequest, signInRequest } from '../guard-under-test.ts';
import { writeAlerts } from '../write-bench-data.ts';
import type { RecordingGuard } from './recording-guard.ts';
import type { Reporter } from './reporter.ts';
import { signIn } from './sign-in.ts';

/** A request as one profile makes it. */
export interface MeasuredRequest {
  readonly name: RequestName;
  /** Prepares what so many requests need, and gives them. */
  prepare(count: number): Promise<BenchRequest[]>;
}

export const REQUEST_NAMES = [
  'poll, nothing active',
  'poll, a page of 20',
  'poll, tenant master',
  'poll, platform admin',
  'login',
  'refresh',
  'get a ticket',
  'read an alert',
  'raise an alert',
  'acknowledge',
  'resolve',
  'report a heartbeat',
  'report, raising an alert',
  'report, one more occurrence',
  'create a site',
  'create a device',
  'create a user',
] as const;

export type RequestName = (typeof REQUEST_NAMES)[number];

const POLL = '/api/v1/alerts?status=active';
/** Active alerts in the operator's sites while the full pages are read. */
const ACTIVE_COUNT = 40;

/** What a device says that has nothing else to say. */
export const HEARTBEAT = { action: 'heartbeat' } as const;

/** The requests in the order of their names. The data must hold no alerts yet. */
export function measuredRequests(
  guard: RecordingGuard,
  table: Table,
  data: BenchData,
  reporter: Reporter,
): MeasuredRequest[] {
  const { platformAdmin, tenantMaster, operatorSiteIds } = data;
  const [operator] = data.operators;
  const origin = { ...data.origin, sites: data.sites.filter(({ id }) => operatorSiteIds.includes(id)) };
  const siteId = operatorSiteIds[0] ?? '';
  let serials = 0;
  let events = 0;

  const newAlerts = async (count: number, change = (alert: Alert) => alert): Promise<Alert[]> => {
    const alerts = freshAlerts(count, origin).map(change);
    await writeAlerts(table, alerts);
    return alerts;
  };
  const acknowledged = (alert: Alert): Alert => {
    const result = transition(alert, 'acknowledge', {
      actor: recordUser({ userId: operator.id, name: operator.name }),
      at: alert.created_at,
    });
    if (result.outcome !== 'changed') throw new Error('An alert cannot be acknowledged');
    return result.alert;
  };
  const repeat = (user: User, make: () => Omit<BenchRequest, 'token'>) => async (count: number) => {
    const token = await signIn(guard, user);
    return Array.from({ length: count }, () => ({ ...make(), token }));
  };
  const post = (user: User, path: string, makeJson: (serial: string) => unknown) =>
    repeat(user, () => ({ method: 'POST', path: `/api/v1${path}`, json: makeJson(`M${++serials}`) }));
  const poll = (user: User) => repeat(user, () => ({ method: 'GET', path: POLL }));
  const onAlert =
    (method: 'GET' | 'POST', suffix: string, change?: typeof acknowledged) => async (count: number) => {
      const token = await signIn(guard, operator);
      const alerts = await newAlerts(count, change);
      return alerts.map(({ id }) => ({ method, path: `/api/v1/alerts/${id}${suffix}`, token }));
    };

  const report = (count: number, makeEvent: () => object) =>
    Array.from({ length: count }, () => reporter.report(makeEvent()));
  // As devices are told to: each event with an id of its own, each trouble with its name.
  const opened = (dedupKey: string) => ({
    id: `boot-1-event-${++events}`,
    action: 'raise',
    type: 'intrusion',
    severity: 'high',
    message: 'The back door is open',
    dedup_key: dedupKey,
  });

  const requests: Record<RequestName, MeasuredRequest['prepare']> = {
    'poll, nothing active': poll(operator),
    'poll, a page of 20': async (count) => {
      await newAlerts(ACTIVE_COUNT);
      return poll(operator)(count);
    },
    'poll, tenant master': poll(tenantMaster),
    'poll, platform admin': poll(platformAdmin),
    login: async (count) => Array.from({ length: count }, () => signInRequest(operator)),
    refresh: async (count) => {
      const tokens: string[] = [];
      while (tokens.length < count) tokens.push(await signIn(guard, operator));
      return tokens.map((token) => ({ method: 'POST', path: '/api/v1/auth/refresh', token }));
    },
    'get a ticket': repeat(operator, () => ({ method: 'POST', path: '/api/v1/live/tickets' })),
    'read an alert': onAlert('GET', ''),
    'raise an alert': post(tenantMaster, '/alerts', () => ({
      site_id: siteId,
      type: 'device-offline',
      severity: 'low',
      message: 'Motion sensor in the main hall stopped reporting',
    })),
    acknowledge: onAlert('POST', '/acknowledge'),
    resolve: onAlert('POST', '/resolve', acknowledged),
    'report a heartbeat': async (count) => report(count, () => HEARTBEAT),
    'report, raising an alert': async (count) => report(count, () => opened(`door-${events}`)),
    // The first of them, which raises the alert, is not measured.
    'report, one more occurrence': async (count) => report(count, () => opened('back-door')),
    'create a site': post(tenantMaster, '/sites', (name) => ({ name, timezone: 'Europe/Amsterdam' })),
    'create a device': post(tenantMaster, `/sites/${siteId}/devices`, (serial) => ({
      name: 'Motion sensor, main hall',
      type: 'motion-sensor',
      serial,
    })),
    'create a user': post(tenantMaster, '/users', (name) => ({
      name,
      email: `${name}@bench.test`,
      role: 'operator',
      password: BENCH_PASSWORD,
    })),
  };
  return REQUEST_NAMES.map((name) => ({ name, prepare: requests[name] }));
}
