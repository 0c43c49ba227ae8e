import { writeFile } from 'node:fs/promises';
import { routes } from '../functions/routes.ts';
import { LIMITS_FILE, printLimits } from '../lib/openapi/print-limits.ts';
import { OPENAPI_FILE, printOpenApi } from '../lib/openapi/print-openapi.ts';

/** Writes the OpenAPI document of the declared routes to docs/openapi.json, and the limits of the console's forms. */
await writeFile(OPENAPI_FILE, printOpenApi(routes));
await writeFile(LIMITS_FILE, printLimits(routes));
