import { writeFile } from 'node:fs/promises';
import { routes } from '../functions/routes.ts';
import { OPENAPI_FILE, printOpenApi } from '../lib/openapi/print-openapi.ts';

/** Writes the OpenAPI document of the declared routes to docs/openapi.json. */
await writeFile(OPENAPI_FILE, printOpenApi(routes));
