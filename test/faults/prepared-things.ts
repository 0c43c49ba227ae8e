import { PASSWORD } from '../support/new-entity.ts';
import type { Lane } from './lane.ts';
import type { PreparedWrite } from './prepared-write.ts';

export const newName = (lane: Lane) => ({ name: lane.unique() });

export const newSite = (lane: Lane) => lane.create('/api/v1/sites', newName(lane));

export const newZone = async (lane: Lane, siteId: string) =>
  lane.create(`/api/v1/sites/${siteId}/zones`, { name: lane.unique() });

export const newAlert = async (lane: Lane) =>
  lane.create('/api/v1/alerts', { ...ALERT, site_id: await newSite(lane), message: 'x' });

export const newDevice = async (lane: Lane) => {
  const siteId = await newSite(lane);
  const device = {
    name: lane.unique(),
    type: 'camera',
    serial: lane.unique(),
    zone_id: await newZone(lane, siteId),
  };
  return lane.create(`/api/v1/sites/${siteId}/devices`, device);
};

/** A device with an inbound address, and the path of the address. */
export const newAddress = async (lane: Lane, format = 'generic') => {
  const id = await newDevice(lane);
  const request = `POST /api/v1/devices/${id}/inbound`;
  const { body } = await lane.guard.call(request, { json: { format }, token: lane.master });
  return { id, path: new URL(body.url).pathname };
};

export const ALERT = { type: 'panic', severity: 'critical' };

export const newUser = (lane: Lane, extra: object = { password_login_enabled: false }) =>
  lane.create('/api/v1/users', {
    name: lane.unique(),
    email: `${lane.unique()}@acme.test`,
    role: 'operator',
    ...extra,
  });

/** The creation, sent by a client that has made it safe to repeat. */
export function withKey(lane: Lane, write: PreparedWrite): PreparedWrite {
  return { ...write, options: { ...write.options, headers: { 'Idempotency-Key': lane.unique() } } };
}

/** A user who signs in, apart from the lane's own. */
export async function signedInUser(lane: Lane, role = 'operator') {
  const email = `${lane.unique()}@acme.test`;
  const id = await newUser(lane, { email, password: PASSWORD, role });
  return { id, email, ...(await signIn(lane, email)) };
}

export async function signIn(lane: Lane, email: string) {
  const login = await lane.guard.call('POST /api/v1/auth/login', { json: { email, password: PASSWORD } });
  if (login.status !== 200) throw new Error(login.text);
  const token: string = login.body.token;
  return { token, tokenId: Number.parseInt(token, 10) };
}

/** One more report of an alert that is open: how often it was counted since. */
export async function occurrence(
  lane: Lane,
  path: string,
  jsonOf: (alert: object) => object,
  isReady: (id: string) => Promise<unknown> = async () => undefined,
): Promise<PreparedWrite> {
  const alert = { ...ALERT, site_id: await newSite(lane), message: 'x', dedup_key: lane.unique() };
  const id = await lane.create('/api/v1/alerts', alert);
  await isReady(id);
  return {
    request: `POST ${path}`,
    options: { json: jsonOf(alert), token: lane.master },
    async timesDone() {
      const claims = await lane.items(`OPEN#${alert.site_id}#`);
      return Number(claims.find(({ alert_id }) => alert_id === id)?.count) - 1;
    },
  };
}
