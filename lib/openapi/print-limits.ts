import { fileURLToPath } from 'node:url';
import type { Route } from '../../shared/http/route.ts';
import { buildOpenApiDocument } from './print-openapi.ts';

/** The committed limits of the console's forms. A test keeps them current. */
export const LIMITS_FILE = fileURLToPath(new URL('../console/state/limits.ts', import.meta.url));

const HEADER = `// Generated from the schemas of request bodies by \`npm run generate\`. Do not edit.
// The schemas themselves would bring zod into the browser. A build takes only the lines that its pages use.
`;

/** What this file reads of a JSON Schema. `x-limit` is the length of a text that its pattern limits. */
interface Schema {
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly propertyNames?: Schema;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly 'x-limit'?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
}

interface Limit {
  readonly least?: number;
  readonly most: number;
  /** The limit of each entry of a list, or of each name in a map. */
  readonly each?: Limit;
}

const isInput = (name: string) => !name.endsWith('Changes');

/**
 * A constant for each schema of a request body, with the limits of its fields. The fields of a change have the limits of the
 * input, so a change has a constant only if there is no input.
 */
export function printLimits(routes: readonly Route[]): string {
  const { paths, components } = JSON.parse(JSON.stringify(buildOpenApiDocument(routes)));
  const schemas: Readonly<Record<string, Schema>> = components.schemas;
  const named = (schema: Schema): Schema =>
    schema.$ref ? named(schemas[schema.$ref.replace(/^.*\//, '')] ?? {}) : schema;
  const operations = Object.values(paths).flatMap((path) => Object.values(path as object));
  const used = namesIn(
    operations.map(({ requestBody }) => requestBody),
    schemas,
  );
  const constants = Object.entries(schemas)
    .filter(([name]) => used.has(name) && (isInput(name) || !used.has(name.replace('Changes', 'Input'))))
    .flatMap(([name, { properties = {} }]) => {
      const limits = Object.entries(properties).flatMap(([field, schema]) => {
        const limit = limitOf(schema, named);
        return limit ? [`${field}: ${textOf(limit)}`] : [];
      });
      return limits.length === 0 ? [] : [`export const ${name} = { ${limits.join(', ')} } as const;\n`];
    });
  return [HEADER, ...constants.sort()].join('\n');
}

/** The names of the schemas to which a part of the document refers, directly or through other schemas. */
function namesIn(
  part: unknown,
  schemas: Readonly<Record<string, Schema>>,
  names = new Set<string>(),
): Set<string> {
  for (const [, name = ''] of JSON.stringify(part).matchAll(/#\/components\/schemas\/(\w+)/g)) {
    if (!names.has(name)) namesIn(schemas[name], schemas, names.add(name));
  }
  return names;
}

/** The limit of a field; of several schemas, that of the first that has one. */
function limitOf(given: Schema, named: (schema: Schema) => Schema): Limit | undefined {
  const schema = named(given);
  const { minimum, maximum, minItems, items, propertyNames = items } = schema;
  const characters = charactersOf(schema);
  if (characters) return characters;
  if (minimum !== undefined && maximum !== undefined) return { least: minimum, most: maximum };
  const entries = schema.maxItems ?? schema.maxProperties;
  if (propertyNames && entries !== undefined) {
    const each = limitOf(propertyNames, named);
    return { ...(minItems !== undefined && { least: minItems }), most: entries, ...(each && { each }) };
  }
  return [...(schema.anyOf ?? []), ...(schema.oneOf ?? [])].flatMap((it) => limitOf(it, named) ?? [])[0];
}

/** A pattern of one class of characters, such as `^[0-9A-F]{1,6}$`, says how many there may be. */
const ONE_CLASS = /^\^\[[^\]]+\]\{\d+,(\d+)\}\$$/;

/** How many characters a text may have. Every text has at least one, which is the business of required fields. */
function charactersOf({ minLength = 0, maxLength, pattern = '', ...schema }: Schema): Limit | undefined {
  const most = schema['x-limit'] ?? maxLength ?? ONE_CLASS.exec(pattern)?.[1];
  return most === undefined ? undefined : { ...(minLength > 1 && { least: minLength }), most: Number(most) };
}

function textOf({ least, most, each }: Limit): string {
  const parts = [
    ...(least === undefined ? [] : [`least: ${least}`]),
    `most: ${most}`,
    ...(each ? [`each: ${textOf(each)}`] : []),
  ];
  return `{ ${parts.join(', ')} }`;
}
