/** Writes schema.ts, the client's types, from the OpenAPI document: `npm run openapi:types`. */
import { readFile, writeFile } from 'node:fs/promises';
import openapiTypes, { astToString } from 'openapi-typescript';

const DOCUMENT = new URL('../../docs/openapi.json', import.meta.url);
const SCHEMA = new URL('schema.ts', import.meta.url);

const HEADER = `// Made from docs/openapi.json by \`npm run openapi:types\`. Do not edit.

`;

/** The text that schema.ts must have for the document as it stands. */
export async function generateSchema(): Promise<string> {
  const document = JSON.parse(await readFile(DOCUMENT, 'utf8'), omitWhatTypesDoNotNeed);
  const nodes = await openapiTypes(document, {
    alphabetize: true,
    // A field with a default may be left out of a request.
    defaultNonNullable: false,
  });
  return HEADER + astToString(nodes);
}

/**
 * Examples, response headers and error responses would be nine tenths of the file, and the client has one type for
 * all errors.
 */
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

if (import.meta.main) await writeFile(SCHEMA, await generateSchema());
