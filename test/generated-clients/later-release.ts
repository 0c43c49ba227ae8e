import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod';
import { DOCUMENT } from './clients.ts';

/** What a later release may add to any object of a response (docs/api-contract.md, "Versioning"). */
const NEW_FIELD = 'of_a_later_release';

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly examples?: readonly unknown[];
  readonly format?: string;
  readonly minimum?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
}

const { components } = z
  .object({ components: z.object({ schemas: z.record(z.string(), z.custom<Schema>()) }) })
  .parse(JSON.parse(await readFile(DOCUMENT, 'utf8')));

const resolve = (schema: Schema): Schema =>
  components.schemas[schema.$ref?.split('/').at(-1) ?? ''] ?? schema;

/** A value of a schema: with everything that may be there, or with null and nothing where that is allowed. */
function sample(given: Schema, isFull: boolean): unknown {
  const schema = resolve(given);
  const { properties = {}, required = [], items = {} } = schema;
  const types = [schema.type ?? []].flat();
  if (types.includes('null') && !isFull) return null;
  if (types.includes('object')) {
    const present = Object.entries(properties).filter(([name]) => isFull || required.includes(name));
    return Object.fromEntries(present.map(([name, it]) => [name, sample(it, isFull)]));
  }
  if (types.includes('array')) return isFull ? [sample(items, isFull)] : [];
  const [example = schema.enum?.[0]] = schema.examples ?? [];
  if (example !== undefined) return example;
  if (types.includes('boolean')) return true;
  if (types.includes('integer')) return schema.minimum ?? 1;
  return schema.format === 'uuid' ? crypto.randomUUID() : 'text';
}

/** Two alerts that a page may hold: a drill with every field, and one of which each nullable field is null. */
const ALERTS = [true, false].map((isFull) => ({
  ...z.record(z.string(), z.unknown()).parse(sample({ $ref: '#/components/schemas/Alert' }, isFull)),
  id: isFull ? '01992f3c-6b1e-7c55-9d6a-000000000001' : '01992f3c-6b1e-7c55-9d6a-000000000002',
  status: 'resolved',
}));

/** Throws if an alert is not as the document says: then a client would be right to reject it. */
function checkAlerts(): void {
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  ajv.addSchema({ components }, 'document');
  const validate = ajv.compile({ $ref: 'document#/components/schemas/Alert' });
  for (const alert of ALERTS)
    if (!validate(alert)) throw new Error(`A made alert is not valid: ${ajv.errorsText(validate.errors)}`);
}

/** Adds the new field to every object that the document describes. */
function addNewField(value: unknown, given: Schema): unknown {
  const { properties, items } = resolve(given);
  if (Array.isArray(value)) return value.map((it) => addNewField(it, items ?? {}));
  if (typeof value !== 'object' || value === null || properties === undefined) return value;
  const entries = Object.entries(value).map(([name, it]) => [name, addNewField(it, properties[name] ?? {})]);
  return { ...Object.fromEntries(entries), [NEW_FIELD]: { may: ['be', 1, null] } };
}

/** The schemas of the successful responses that programs read. */
const SCHEMAS: readonly (readonly [request: RegExp, name: string])[] = [
  [/^POST \/api\/v1\/auth\/login$/, 'SignedIn'],
  [/^GET \/api\/v1\/alerts$/, 'AlertPage'],
  [/^POST \/api\/v1\/alerts\/[^/]+\/acknowledge$/, 'Alert'],
];

export interface LaterRelease {
  readonly url: string;
  /** The alerts of the newest first page that it sent. */
  readonly firstPage: () => readonly unknown[];
  stop(): Promise<void>;
}

/**
 * A server in front of Guard's, whose responses are those of a later release: each object has a field more. The first page of
 * alerts begins with a drill of which every field is set, and an alert of which every nullable field is null.
 */
export async function startLaterRelease(guardUrl: string): Promise<LaterRelease> {
  checkAlerts();
  let firstPage: readonly unknown[] = [];

  /** Changes a body; `target` is the method and the path. */
  const change = (target: string, isFirst: boolean, body: string): string => {
    const name = SCHEMAS.find(([request]) => request.test(target))?.[1];
    if (name === undefined) return body;
    const value: unknown = JSON.parse(body);
    if (name === 'AlertPage' && isFirst) {
      const page = z.looseObject({ data: z.array(z.unknown()) }).parse(value);
      firstPage = [...ALERTS, ...page.data];
      return JSON.stringify(addNewField({ ...page, data: firstPage }, components.schemas[name] ?? {}));
    }
    return JSON.stringify(addNewField(value, components.schemas[name] ?? {}));
  };

  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/', headers } = request;
    const { pathname, searchParams } = new URL(url, guardUrl);
    const forwarded = ['authorization', 'content-type', 'accept'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    });
    const sent = await buffer(request);
    const answer = await fetch(new URL(url, guardUrl), {
      method,
      headers: Object.fromEntries(forwarded),
      ...(sent.length > 0 ? { body: new Uint8Array(sent) } : {}),
    });
    const text = await answer.text();
    const body = answer.ok ? change(`${method} ${pathname}`, !searchParams.get('cursor'), text) : text;
    response.writeHead(answer.status, { 'Content-Type': answer.headers.get('content-type') ?? '' });
    response.end(body);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    firstPage: () => firstPage,
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

const INSTANT = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d+)?(Z| ?[+-]\d\d:?\d\d)$/;

/** JSON by its meaning: null, and an empty list or map, are as good as absent, and one instant has several texts, some without milliseconds. */
export function meaningOf(value: unknown): unknown {
  if (typeof value === 'string' && INSTANT.test(value)) return Math.floor(Date.parse(value) / 1000);
  if (Array.isArray(value)) return value.map(meaningOf);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value)
    .filter(([name]) => name !== NEW_FIELD)
    .map(([name, it]) => [name, meaningOf(it)] as const)
    .filter(([, it]) => it !== null && !(typeof it === 'object' && Object.keys(it ?? {}).length === 0));
  return Object.fromEntries(entries.sort());
}
