import { ARGUMENT_FIELDS, IDEMPOTENT, NAMES, NOT_GENERATED, OWN_TAGS, STRICT } from './conventions.ts';
import { type OpenApiDocument, type Operation, type Parameter, type Schema, schemaName } from './document.ts';

/** One method of the client. */
export interface Method {
  /** The property of the client that has the method; `undefined` for the client itself. */
  readonly resource: string | undefined;
  readonly name: string;
  readonly verb: string;
  readonly path: string;
  readonly summary: string;
  readonly pathArguments: readonly PathArgument[];
  /** The name of the type of the filters, where the query is an argument. */
  readonly filters: string | undefined;
  readonly body: Body | undefined;
  readonly result: Result;
  readonly takesTenant: boolean;
  readonly takesIfMatch: boolean;
  readonly takesIdempotencyKey: boolean;
  readonly isIdempotent: boolean;
  readonly isStrict: boolean;
  readonly needsToken: boolean;
}

interface PathArgument {
  readonly parameter: string;
  readonly argument: string;
  readonly type: 'string' | 'number';
}

/** A body is one argument; or one field is an argument and the others are options. */
export type Body =
  | { readonly is: 'argument'; readonly argument: string; readonly type: string }
  | {
      readonly is: 'fields';
      readonly type: string;
      readonly field: { readonly name: string; readonly type: string } | undefined;
      readonly options: readonly string[];
    };

export type Result =
  | { readonly is: 'nothing' }
  | { readonly is: 'page' | 'object' | 'versioned'; readonly type: string; readonly description: string }
  /** An object with one array, which is the result. */
  | {
      readonly is: 'array';
      readonly type: string;
      readonly item: string;
      readonly field: string;
      readonly description: string;
    };

const VERBS = ['get', 'post', 'put', 'patch', 'delete'];

/** The methods that the client has for the document, in the document's order. */
export function readMethods(document: OpenApiDocument): Method[] {
  const methods = Object.entries(document.paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([verb, { operationId }]) => VERBS.includes(verb) && !NOT_GENERATED.has(operationId))
      .map(([verb, operation]) => readMethod(document, verb, path, operation)),
  );
  const names = methods.map(({ resource, name }) => `${resource}.${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`Two operations would be called ${twice}: name one in conventions.ts.`);
  return withUniqueFilters(methods);
}

/** If several lists contain the same items, the one with the shortest path names its filters after them. */
function withUniqueFilters(methods: readonly Method[]): Method[] {
  const owners = new Map<string, string>();
  for (const { filters, path } of methods.toSorted((one, other) => one.path.length - other.path.length)) {
    if (filters && !owners.has(filters)) owners.set(filters, path);
  }
  return methods.map((method) => {
    const { filters, path, resource = '', name } = method;
    if (!filters || owners.get(filters) === path) return method;
    return { ...method, filters: `${pascalCase(resource)}${pascalCase(name)}Filters` };
  });
}

function readMethod(document: OpenApiDocument, verb: string, path: string, operation: Operation): Method {
  const { operationId, summary, parameters = [], security } = operation;
  const { resource, name } = readName(operation);
  const named = (place: Parameter['in']) => parameters.filter((parameter) => parameter.in === place);
  const has = (place: Parameter['in'], name: string) => named(place).some((it) => it.name === name);
  const result = readResult(document, operation);
  const isFiltered = verb === 'get' && named('query').some((parameter) => parameter.name !== 'tenant_id');
  return {
    resource,
    name,
    verb,
    path,
    summary,
    pathArguments: named('path').map((parameter, index) => ({
      parameter: parameter.name,
      argument: index === 0 && !isInParent(path, resource) ? 'id' : camelCase(parameter.name),
      type: parameter.schema.type === 'integer' ? 'number' : 'string',
    })),
    filters: isFiltered ? filtersName(name, result) : undefined,
    body: readBody(document, operation),
    // What a filtered query counts or finds is not what a change with If-Match would name.
    result: isFiltered && result.is === 'versioned' ? { ...result, is: 'object' } : result,
    takesTenant: !isFiltered && has('query', 'tenant_id'),
    takesIfMatch: has('header', 'If-Match'),
    takesIdempotencyKey: has('header', 'Idempotency-Key'),
    isIdempotent: IDEMPOTENT.has(operationId),
    isStrict: STRICT.has(operationId),
    needsToken: security?.length !== 0,
  };
}

/** `updateSite` of the tag Sites is `sites.update`; `listSiteZones` of the tag Zones is `zones.listOfSite`. */
function readName({ operationId, tags: [tag = ''] }: Operation): Pick<Method, 'resource' | 'name'> {
  const given = NAMES[operationId]?.split('.');
  if (given) return { resource: given.length > 1 ? given[0] : undefined, name: given.at(-1) ?? '' };
  if (OWN_TAGS.has(tag)) return { resource: undefined, name: operationId };
  const plural = pascalCase(tag);
  const rest = operationId.replace(new RegExp(`${plural}(?![a-z])|${singular(plural)}(?![a-z])`), '');
  const parent = operationId.endsWith(plural) ? /^list(.+)$/.exec(rest)?.[1] : undefined;
  return { resource: lowerFirst(plural), name: parent ? `listOf${parent}` : rest };
}

/** Whether a path belongs to a collection in a parent, such as `/sites/{site_id}/zones` to zones. */
function isInParent(path: string, resource: string | undefined): boolean {
  return resource !== undefined && camelCase(path.split('/').at(-1) ?? '') === resource;
}

function filtersName(method: string, result: Result): string {
  const parent = /^listOf(.+)$/.exec(method)?.[1] ?? '';
  return `${parent}${result.is === 'nothing' ? '' : result.type}Filters`;
}

function readBody(document: OpenApiDocument, { operationId, requestBody }: Operation): Body | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  const type = schemaName(schema);
  if (!type) return undefined;
  const { properties = {}, required = [] } = document.components.schemas[type] ?? {};
  const [only, ...others] = required;
  const isOneArray = only !== undefined && others.length === 0 && properties[only]?.type === 'array';
  const field = ARGUMENT_FIELDS[operationId] ?? (isOneArray ? only : undefined);
  if (field === undefined && requestBody?.required) {
    return {
      is: 'argument',
      type,
      argument: lowerFirst(type.replace(/Input$/, '').replace(/.*Changes$/, 'changes')),
    };
  }
  return {
    is: 'fields',
    type,
    field: field === undefined ? undefined : { name: field, type: fieldType(type, field, properties[field]) },
    options: Object.keys(properties).filter((property) => property !== field),
  };
}

function fieldType(type: string, field: string, schema: Schema | undefined): string {
  if (schema?.type !== 'array') return `${type}['${field}']`;
  return `readonly ${schemaName(schema.items) ?? `${type}['${field}'][number]`}[]`;
}

function readResult(document: OpenApiDocument, { responses }: Operation): Result {
  const [, response] = Object.entries(responses).findLast(([status]) => status.startsWith('2')) ?? [];
  const type = schemaName(response?.content?.['application/json']?.schema);
  if (!response || !type) return { is: 'nothing' };
  const { description, headers } = response;
  const { properties = {} } = document.components.schemas[type] ?? {};
  const item = (field: string) => schemaName(properties[field]?.items);
  if ('data' in properties && 'meta' in properties)
    return { is: 'page', type: item('data') ?? 'unknown', description };
  const [field = '', ...others] = Object.keys(properties);
  const only = others.length === 0 && ['data', 'results'].includes(field) ? item(field) : undefined;
  if (only) return { is: 'array', type, field, item: only, description };
  return { is: headers?.['ETag'] ? 'versioned' : 'object', type, description };
}

/** `Identity providers` → `IdentityProviders`, `site_id` → `SiteId`. */
function pascalCase(text: string): string {
  return text.replace(/(?:^|[\s_-]+)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function camelCase(text: string): string {
  return lowerFirst(pascalCase(text));
}

function lowerFirst(text: string): string {
  return `${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function singular(plural: string): string {
  return plural.replace(/ies$/, 'y').replace(/s$/, '');
}
