import { CLASS_NAMES, EXTENDED } from './conventions.ts';
import { type Body, camelCase, type Method, type Result } from './methods.ts';

/** The classes of the client's resources, and the class that has them all. */
export function generateResources(methods: readonly Method[], schemas: readonly string[]): string {
  const resources = [...new Set(methods.flatMap(({ resource }) => resource ?? []))].sort();
  const of = (resource: string | undefined) => methods.filter((method) => method.resource === resource);
  const filters = new Map(
    methods.flatMap(({ filters, path }) => (filters ? [[filters, path] as const] : [])),
  );
  const code = [
    ...[...filters].sort().map(([name, path]) => `export type ${name} = Filters<'${path}'>;`),
    '',
    ...resources.flatMap((resource) => [...classOf(resource, of(resource)), '']),
    ...clientOf(resources, of(undefined)),
  ].join('\n');
  const withoutComments = code.replaceAll(/^ +\/?\*.*\n/gm, '');
  const used = schemas.filter((name) => new RegExp(`\\b${name}\\b`).test(withoutComments)).sort();
  const imports = [
    ['type { Versioned }', './etag.ts'],
    ['type { Fields, Filters }', './filters.ts'],
    ['type { GuardList }', './list.ts'],
    ['type { CallOptions, ChangeOptions, RepeatableOptions, TenantOptions }', './options.ts'],
    ['type { Requests }', './requests.ts'],
    ['{ Resource }', './resource.ts'],
    [`type {\n${used.map((name) => `  ${name},\n`).join('')}}`, './types.ts'],
  ];
  return `${imports.map(([names, path]) => `import ${names} from '${path}';\n`).join('')}\n${code}\n`;
}

function classOf(resource: string, methods: readonly Method[]): string[] {
  return [
    `export class ${className(resource)} extends Resource {`,
    ...methods.flatMap((method, index) => [...(index === 0 ? [] : ['']), ...methodOf(method)]),
    '}',
  ];
}

function clientOf(resources: readonly string[], methods: readonly Method[]): string[] {
  const owned = resources.filter((resource) => !EXTENDED.has(resource));
  return [
    'export class Resources extends Resource {',
    ...owned.map((resource) => `  readonly ${resource}: ${className(resource)};`),
    '',
    '  constructor(requests: Requests) {',
    '    super(requests);',
    ...owned.map((resource) => `    this.${resource} = new ${className(resource)}(requests);`),
    '  }',
    ...methods.flatMap((method) => ['', ...methodOf(method)]),
    '}',
  ];
}

function className(resource: string): string {
  const name = CLASS_NAMES[resource] ?? `${resource.charAt(0).toUpperCase()}${resource.slice(1)}`;
  return EXTENDED.has(resource) ? `Generated${name}` : name;
}

function methodOf(method: Method): string[] {
  const { name, verb, path, result } = method;
  const given = parametersOf(method);
  const open = `  ${result.is === 'array' ? 'async ' : ''}${name}(`;
  const close = `): ${typeOf(result)} {`;
  const oneLine = `${open}${given.join(', ')}${close}`;
  const call = `${result.is === 'page' ? `'${path}'` : `'${verb}', '${path}'`}, ${inputOf(method)}`;
  return [
    ...commentOf(method),
    ...(oneLine.length <= 110
      ? [oneLine]
      : [open, ...given.map((parameter) => `    ${parameter},`), `  ${close}`]),
    `    return ${callOf(result, call)};`,
    '  }',
  ];
}

function commentOf({ summary, result }: Method): string[] {
  if (result.is === 'nothing' || result.is === 'page') return [`  /** ${summary}. */`];
  return ['  /**', `   * ${summary}.`, `   * @returns ${result.description}`, '   */'];
}

function parametersOf({ pathArguments, filters, body, ...method }: Method): string[] {
  return [
    ...pathArguments.map(({ argument, type }) => `${argument}: ${type}`),
    ...(filters ? [`filters: ${filters} = {}`] : []),
    ...(body?.is === 'argument' ? [`${body.argument}: ${body.type}`] : []),
    ...(body?.is === 'fields' && body.field ? [`${camelCase(body.field.name)}: ${body.field.type}`] : []),
    optionsOf(body, method),
  ];
}

type OptionFlags = Pick<Method, 'takesTenant' | 'takesIfMatch' | 'takesIdempotencyKey'>;

function optionsOf(body: Body | undefined, method: OptionFlags): string {
  const fields = optionFields(body);
  const types = [
    ...(method.takesTenant ? ['TenantOptions'] : []),
    ...(method.takesIfMatch ? ['ChangeOptions'] : []),
    ...(method.takesIdempotencyKey ? ['RepeatableOptions'] : []),
  ];
  const type = [...(types.length === 0 ? ['CallOptions'] : types), ...fieldsType(body)].join(' & ');
  const taken = [...(method.takesTenant ? ['tenantId'] : []), ...fields];
  return `${taken.length === 0 ? 'options' : `{ ${taken.join(', ')}, ...options }`}: ${type} = {}`;
}

function optionFields(body: Body | undefined): readonly string[] {
  return body?.is === 'fields' ? body.options : [];
}

function fieldsType(body: Body | undefined): string[] {
  if (body?.is !== 'fields' || body.options.length === 0) return [];
  return [body.field ? `Omit<Fields<${body.type}>, '${body.field.name}'>` : `Fields<${body.type}>`];
}

function inputOf({
  pathArguments,
  filters,
  body,
  takesTenant,
  isIdempotent,
  isStrict,
  needsToken,
}: Method): string {
  const path = pathArguments.map(({ parameter, argument }) => `${parameter}: ${argument}`).join(', ');
  const parts = [
    '...options',
    ...(path ? [`path: { ${path} }`] : []),
    ...(filters ? ['query: filters'] : []),
    ...(takesTenant ? ['query: { tenant_id: tenantId }'] : []),
    ...(body ? [bodyOf(body)] : []),
    ...(isIdempotent ? ['idempotent: true'] : []),
    ...(isStrict ? ['strict: true'] : []),
    ...(needsToken ? [] : ['token: null']),
  ];
  return parts.length === 1 ? 'options' : `{ ${parts.join(', ')} }`;
}

function bodyOf(body: Body): string {
  if (body.is === 'argument') return `body: ${body.argument}`;
  const field = body.field ? [shorthand(body.field.name, camelCase(body.field.name))] : [];
  return `body: { ${[...field, ...body.options].join(', ')} }`;
}

function shorthand(name: string, value: string): string {
  return name === value ? name : `${name}: ${value}`;
}

function typeOf(result: Result): string {
  switch (result.is) {
    case 'nothing':
      return 'Promise<void>';
    case 'page':
      return `GuardList<${result.type}>`;
    case 'array':
      return `Promise<${result.item}[]>`;
    case 'object':
      return `Promise<${result.type}>`;
    case 'versioned':
      return `Promise<Versioned<${result.type}>>`;
  }
}

function callOf(result: Result, call: string): string {
  switch (result.is) {
    case 'nothing':
      return `this.send(${call})`;
    case 'page':
      return `this.pages<${result.type}>(${call})`;
    case 'array':
      return `(await this.send<${result.type}>(${call})).${result.field}`;
    case 'object':
      return `this.send<${result.type}>(${call})`;
    case 'versioned':
      return `this.sendVersioned<${result.type}>(${call})`;
  }
}
