import openapiTypes, { astToString } from 'openapi-typescript';
import type { OpenApiDocument } from './document.ts';

/** The empty types that openapi-typescript writes for every document. */
const EMPTY = /^export type (?:webhooks|\$defs) = .*\n/gm;

/** The types of the document's paths, operations and schemas. */
export async function generateSchema(document: OpenApiDocument): Promise<string> {
  const reduced = JSON.parse(JSON.stringify(document), omitWhatTypesDoNotNeed);
  const nodes = await openapiTypes(reduced, {
    alphabetize: true,
    // A field with a default may be omitted from a request.
    defaultNonNullable: false,
  });
  return astToString(nodes).replaceAll(EMPTY, '');
}

/** Omits examples, response headers and error responses: they would be nine tenths of the file. */
function omitWhatTypesDoNotNeed(key: string, value: unknown): unknown {
  if (key === 'example' || key === 'examples') return undefined;
  if (!isRecord(value)) return value;
  if (key === 'responses') {
    return Object.fromEntries(Object.entries(value).filter(([status]) => status.startsWith('2')));
  }
  if (key === 'components') return { schemas: value['schemas'] };
  if (/^2\d\d$/.test(key)) return { ...value, headers: undefined };
  return value;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
