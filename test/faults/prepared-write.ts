import type { KindKeys } from '../../shared/table/kind.ts';
import type { CallOptions } from '../support/send-request.ts';
import type { Lane } from './lane.ts';

/** One request that writes, ready to be sent, and how often the table shows it done. */
export interface PreparedWrite {
  readonly request: string;
  readonly options: CallOptions;
  timesDone(): Promise<number>;
}

export interface WriteCase {
  /** The route's name. */
  readonly route: string;
  /** The special property of the request, if a route has several cases. */
  readonly how?: string;
  prepare(lane: Lane): Promise<PreparedWrite>;
  /** The status that a repetition may get instead of a success, where the request has been done. */
  readonly repeated?: number;
  /** Whether a repetition after a lost reply counts again, as the events of a key do. */
  readonly isRecounted?: boolean;
}

/** Counts the items of a kind that were created with a value in a field. */
export function countOf(lane: Lane, kind: KindKeys, field: string, value: string) {
  return async () => (await lane.items(kind.prefix())).filter(({ data }) => data[field] === value).length;
}

export function creation(
  lane: Lane,
  kind: KindKeys,
  path: string,
  json: Record<string, unknown>,
  field = 'name',
): PreparedWrite {
  return {
    request: `POST ${path}`,
    options: { json, token: lane.master },
    timesDone: countOf(lane, kind, field, String(json[field])),
  };
}

/** A change of something that has just been made: how often it was changed since. */
export async function change(
  lane: Lane,
  key: { pk: string; sk: string },
  request: string,
  options: CallOptions,
  ifMatch = true,
): Promise<PreparedWrite> {
  const path = request.split(' ')[1];
  const before = await lane.item(key);
  const read = ifMatch ? await lane.guard.call(`GET ${path}`, { token: options.token }) : undefined;
  const etag = read?.headers.get('etag');
  return {
    request,
    options: { ...options, headers: etag ? { 'If-Match': etag } : {} },
    timesDone: async () => Number((await lane.item(key))?.revision ?? 0) - Number(before?.revision ?? 0),
  };
}

export function deletion(
  lane: Lane,
  key: { pk: string; sk: string },
  path: string,
  token = lane.master,
): PreparedWrite {
  return {
    request: `DELETE ${path}`,
    options: { token },
    timesDone: async () => Number((await lane.item(key)) === undefined),
  };
}

export const inTenant = (lane: Lane, kind: KindKeys, id: string) => kind.key(lane.tenantId, id);
