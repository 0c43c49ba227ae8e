import { validateHeaderName, validateHeaderValue } from 'node:http';
import * as z from 'zod';
import type { GatewayReply } from './gateway-reply.ts';
import { reasonOf } from './local-server-error.ts';
import { type HeaderEntry, remapResponseHeaders } from './remapped-headers.ts';

const headerText = z.union([z.string(), z.boolean()]).transform(String);

/** The schema is strict, because other members make a result malformed. */
const proxyResultSchema = z.strictObject({
  statusCode: z.int().min(200).max(599),
  headers: z.record(z.string(), headerText).nullish(),
  multiValueHeaders: z.record(z.string(), z.array(headerText)).nullish(),
  body: z.string().nullish(),
  isBase64Encoded: z.boolean().nullish(),
});

type ProxyResult = z.infer<typeof proxyResultSchema>;

/**
 * Converts the result of a function to a response (AWS, "Lambda proxy integrations in API Gateway", "Output format"). For a
 * malformed result, including invalid HTTP headers, returns the reason without any values.
 */
export function parseProxyResult(result: unknown): GatewayReply | { readonly malformed: string } {
  const parsed = proxyResultSchema.safeParse(result);
  if (!parsed.success) return { malformed: reasonOf(z.prettifyError(parsed.error)) };
  const headers = mergeHeaders(parsed.data);
  const unsendable = headers.find((header) => !isSendable(header));
  if (unsendable) return { malformed: `HTTP cannot carry the header ${JSON.stringify(unsendable[0])}` };
  return {
    status: parsed.data.statusCode,
    headers: Object.fromEntries(remapResponseHeaders(headers).map(([name, values]) => [name, [...values]])),
    body: parsed.data.body ?? '',
  };
}

/** Merges both maps; a value in both is sent once. The default content type is JSON. */
function mergeHeaders({ headers, multiValueHeaders }: ProxyResult): HeaderEntry[] {
  const merged = new Map<string, string[]>(Object.entries(multiValueHeaders ?? {}));
  for (const [name, value] of Object.entries(headers ?? {})) {
    const values = merged.get(name) ?? [];
    merged.set(name, values.includes(value) ? values : [...values, value]);
  }
  const hasType = [...merged.keys()].some((name) => name.toLowerCase() === 'content-type');
  return hasType ? [...merged] : [['Content-Type', ['application/json']], ...merged];
}

function isSendable([name, values]: HeaderEntry): boolean {
  try {
    validateHeaderName(name);
    for (const value of values) validateHeaderValue(name, value);
    return true;
  } catch {
    return false;
  }
}
