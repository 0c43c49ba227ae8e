import { fileURLToPath } from 'node:url';
import type { Route } from '../../shared/http/route.ts';
import { buildOpenApiDocument } from './document.ts';

/** The committed document. A test keeps it current. */
export const OPENAPI_FILE = fileURLToPath(new URL('../../docs/openapi.json', import.meta.url));

export function printOpenApi(routes: readonly Route[]): string {
  return `${JSON.stringify(buildOpenApiDocument(routes), undefined, 2)}\n`;
}
