/** Writes the generated files of the client from the OpenAPI document: `npm run generate`. */
import { readFile, writeFile } from 'node:fs/promises';
import type { OpenApiDocument } from './document.ts';
import { readMethods } from './methods.ts';
import { generateReadme } from './readme.ts';
import { generateResources } from './resources.ts';
import { generateSchema } from './schema.ts';

const CLIENT = new URL('../', import.meta.url);
const DOCUMENT = new URL('../../docs/openapi.json', CLIENT);

const HEADER = `// Generated from docs/openapi.json by \`npm run generate\`. Do not edit.

`;

/** The texts that the generated files must have, by the paths of the files in the client. */
export async function generateFiles(): Promise<Record<string, string>> {
  const document: OpenApiDocument = JSON.parse(await readFile(DOCUMENT, 'utf8'));
  const methods = readMethods(document);
  const schemas = Object.keys(document.components.schemas).filter((name) => !name.endsWith('Page'));
  return {
    'schema.ts': HEADER + (await generateSchema(document)),
    'types.ts': HEADER + generateTypes(schemas),
    'resources.ts': HEADER + generateResources(methods, schemas),
    'README.md': generateReadme(await readFile(new URL('README.md', CLIENT), 'utf8'), methods),
  };
}

/** A name for each schema. Pages are `Page<T>` of list.ts. */
function generateTypes(schemas: readonly string[]): string {
  const types = schemas.toSorted().map((name) => `export type ${name} = Schemas['${name}'];\n`);
  return `import type { components } from './schema.ts';\n\ntype Schemas = components['schemas'];\n\n${types.join('')}`;
}

if (import.meta.main) {
  for (const [path, text] of Object.entries(await generateFiles()))
    await writeFile(new URL(path, CLIENT), text);
}
