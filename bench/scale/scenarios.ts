import type { Population, Stream } from './load.ts';

/** A load that grows with one number. */
export interface Scenario {
  readonly name: string;
  /** What the number counts. */
  readonly unit: string;
  streams(size: number): Stream[];
  population(size: number): Population;
}

/** How often a screen asks for the active alerts. */
export const POLL_SECONDS = 30;

/** A mean tenant, where there are many. */
const USERS_PER_TENANT = 20;
const SITES_PER_TENANT = 10;
/** What an operator has in the measured requests. */
const ASSIGNED_SITES = 5;

const ALERTS_PER_USER_AND_DAY = 10;
const DAY_SECONDS = 86_400;

/** In one office, behind one address. */
const ONE_TENANT = { tenants: 1, addresses: 1, devices: 1 } as const;
const USERS = 'users';
const DEVICES = 'devices';
const PER_SECOND = 'a second';

/** How often a device that is watched reports. */
const REPORT_SECONDS = 60;
/** Of a site, which is behind one address. */
const DEVICES_PER_SITE = 100;

/** How often each of what is counted makes its requests; a rate is itself. */
export const SECONDS_EACH: Readonly<Record<string, number>> = {
  [USERS]: POLL_SECONDS,
  [DEVICES]: REPORT_SECONDS,
  [PER_SECOND]: 1,
};

export const SCENARIOS: readonly Scenario[] = [
  {
    name: 'users of many tenants poll and handle 10 alerts a day each',
    unit: USERS,
    streams: (users) => [
      { request: 'poll, a page of 20', perSecond: users / POLL_SECONDS },
      { request: 'login', perSecond: users / DAY_SECONDS },
      ...handled((users * ALERTS_PER_USER_AND_DAY) / DAY_SECONDS),
    ],
    population: (users) => ({
      tenants: Math.max(1, users / USERS_PER_TENANT),
      users,
      sites: Math.max(1, users / USERS_PER_TENANT) * SITES_PER_TENANT,
      addresses: Math.max(1, users / USERS_PER_TENANT),
      devices: 1,
    }),
  },
  {
    name: 'tenant masters of one tenant poll',
    unit: USERS,
    streams: (users) => [{ request: 'poll, tenant master', perSecond: users / POLL_SECONDS }],
    population: (users) => ({ ...ONE_TENANT, users, sites: SITES_PER_TENANT }),
  },
  {
    name: 'operators of one tenant poll, all with the same 5 sites',
    unit: USERS,
    streams: (users) => [{ request: 'poll, a page of 20', perSecond: users / POLL_SECONDS }],
    population: (users) => ({ ...ONE_TENANT, users, sites: ASSIGNED_SITES }),
  },
  {
    name: 'platform admins poll',
    unit: USERS,
    streams: (users) => [{ request: 'poll, platform admin', perSecond: users / POLL_SECONDS }],
    population: (users) => ({ ...ONE_TENANT, users, sites: SITES_PER_TENANT }),
  },
  {
    name: 'alerts of one type and severity are raised in one tenant, over 10 sites',
    unit: PER_SECOND,
    streams: (alerts) => [{ request: 'raise an alert', perSecond: alerts }],
    population: (alerts) => ({ ...ONE_TENANT, users: Math.max(1, alerts), sites: SITES_PER_TENANT }),
  },
  {
    name: 'the same, and all are acknowledged and resolved at once',
    unit: PER_SECOND,
    streams: handled,
    population: (alerts) => ({ ...ONE_TENANT, users: Math.max(1, alerts), sites: SITES_PER_TENANT }),
  },
  {
    name: 'alerts of one type and severity are raised in many tenants',
    unit: PER_SECOND,
    streams: (alerts) => [{ request: 'raise an alert', perSecond: alerts }],
    population: (alerts) => ({
      tenants: Math.max(1, alerts),
      users: Math.max(1, alerts),
      sites: Math.max(1, alerts) * SITES_PER_TENANT,
      addresses: Math.max(1, alerts),
      devices: 1,
    }),
  },
  {
    name: `devices of one tenant report a heartbeat every ${REPORT_SECONDS} s, ${DEVICES_PER_SITE} from each site`,
    unit: DEVICES,
    streams: heartbeats,
    population: (devices) => ({ ...ofSites(devices / DEVICES_PER_SITE), tenants: 1, devices }),
  },
  {
    name: 'the same, all behind one address',
    unit: DEVICES,
    streams: heartbeats,
    population: (devices) => ({ ...ofSites(devices / DEVICES_PER_SITE), ...ONE_TENANT, devices }),
  },
  {
    name: 'devices are created under one site',
    unit: PER_SECOND,
    streams: (devices) => [{ request: 'create a device', perSecond: devices }],
    population: (devices) => ({ ...ONE_TENANT, users: Math.max(1, devices), sites: 1 }),
  },
  {
    name: 'users are created in one tenant',
    unit: PER_SECOND,
    streams: (users) => [{ request: 'create a user', perSecond: users }],
    population: (users) => ({ ...ONE_TENANT, users: Math.max(1, users), sites: SITES_PER_TENANT }),
  },
  {
    name: 'users of one tenant sign in',
    unit: PER_SECOND,
    streams: (logins) => [{ request: 'login', perSecond: logins }],
    population: (logins) => ({ ...ONE_TENANT, users: Math.max(1, logins), sites: 1 }),
  },
];

function handled(alerts: number): Stream[] {
  const requests = ['raise an alert', 'acknowledge', 'resolve'] as const;
  return requests.map((request) => ({ request, perSecond: alerts }));
}

function heartbeats(devices: number): Stream[] {
  return [{ request: 'report a heartbeat', perSecond: devices / REPORT_SECONDS }];
}

/** Nobody signs in. */
function ofSites(sites: number): Pick<Population, 'users' | 'sites' | 'addresses'> {
  return { users: 1, sites: Math.max(1, sites), addresses: Math.max(1, sites) };
}
