import { v7 } from 'uuid';

/** Returns random bytes; `crypto.randomBytes` outside tests. */
export type RandomBytes = (size: number) => Uint8Array;

/** A new UUIDv7 (RFC 9562). Ids sort by time of creation, to the millisecond. */
export function newId(now: Date, randomBytes: RandomBytes): string {
  return v7({ msecs: now.getTime(), random: randomBytes(16) });
}

/** A UUIDv7 (RFC 9562, section 5.7) as clients may send it, since some platforms write capital letters. */
export const GIVEN_ID_PATTERN =
  /^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-7[0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$/;

/** Whether a text has the form of Guard's own ids, which are in lower case. */
export function isId(text: string): boolean {
  return GIVEN_ID_PATTERN.test(text) && text === text.toLowerCase();
}

const LATEST_MILLISECOND = 2 ** 48 - 1;

/** The lowest id of a millisecond: all ids of this time and later ones sort after it, and all earlier ones before it. */
export function lowestIdAt(time: Date): string {
  const milliseconds = Math.min(Math.max(time.getTime(), 0), LATEST_MILLISECOND);
  const digits = milliseconds.toString(16).padStart(12, '0');
  return `${digits.slice(0, 8)}-${digits.slice(8)}-7000-8000-000000000000`;
}

/** The time that an id contains; the epoch if the text is not an id. */
export function timeOfId(id: string): Date {
  return new Date(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16) || 0);
}

/** The value right before an id, for use as a bound. It may not be a valid id. */
export function justBefore(id: string): string {
  return step(id, -1n);
}

/** The value right after an id, for use as a bound. It may not be a valid id. */
export function justAfter(id: string): string {
  return step(id, 1n);
}

/** Adds to an id as to a hexadecimal number, because ids sort like these numbers. */
function step(id: string, by: 1n | -1n): string {
  const digits = (BigInt(`0x${id.replaceAll('-', '')}`) + by).toString(16).padStart(32, '0');
  return digits.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/**
 * The ids in all examples: those of one site of one tenant, and of its entities. Each example is declared with its schema.
 */
export const EXAMPLE_IDS = {
  tenant: '01990e2a-4000-7d31-8f0c-5a7be1904c26',
  user: '01990e2a-4000-7a52-9b1d-c83f60e7d514',
  site: '01990e2a-4400-7c0e-a6f3-2d95b8710e4a',
  zone: '01990e2a-4800-7b68-8c2e-f10d7a934b65',
  contact: '01990e2a-4a00-7d52-9e07-b81c36f4a20d',
  device: '01990e2a-4c00-7e19-b4d7-963ac0f8512e',
  key: '01990e2a-5000-7f4b-a1c9-70d52e83b6f4',
  alert: '01992f3c-6b1e-7c55-9d6a-3f0b8a2c4e71',
  entry: '01992f3c-f3e8-7d0b-b7a1-64c2e9f05d38',
  event: '01992f3c-f3e8-7a26-93d1-b08f5c4e7a12',
  webhook: '01990e2a-5400-7a3d-9c86-e1f7024b5d90',
  identity_provider: '01990e2a-5800-7b14-8d2f-a6c03e97f158',
  action_plan: '01990e2a-5a00-7c83-91b6-d04f7e25a38c',
  schedule: '01990e2a-5c00-7e63-a58b-4d19c7f0b2e6',
  channel: '01990e2a-6000-7d2b-9e47-c15a80f3b6d9',
  notification_rule: '01990e2a-6200-7a94-8b3c-e7d05f16c42a',
  notification: '01992f3c-f3e8-7e48-b05a-19c7d4f2e683',
  override: '01992f3c-f3e8-7b5e-8c94-d7a1063e2f48',
  supervision: '01990e2a-6400-7c41-9b7e-5d20f8a3c617',
  calendar: '01992f3c-5b20-7d41-9e36-a81c0f2d7b49',
  test: '01992f3c-4a10-7e63-8b25-d70f9c1e6a38',
  delivery: '01992f3c-f3e8-7c19-8a40-2b6d91e7f3c5',
  picture: '01992f3c-f3e8-7f61-92c8-5d03a7e4b19f',
} as const;

/** When the entities in all examples were created and last changed. */
export const EXAMPLE_TIMES = {
  created_at: '2026-09-01T08:00:00.000+00:00',
  updated_at: '2026-09-01T08:00:00.000+00:00',
} as const;

/**
 * The id of Guard's own tenant, whose device Guard uses to report to itself. Its items are in no index, and no user signs in
 * to it. The id contains a time in 1970, so no other tenant has it. It is outside every scope (access.ts).
 */
export const OWN_TENANT_ID = '00000000-0000-7000-8000-000000000001';

/** The ids of the site and the device by which Guard reports to itself. */
export const OWN_SITE_ID = '00000000-0000-7000-8000-000000000002';
export const OWN_DEVICE_ID = '00000000-0000-7000-8000-000000000003';
