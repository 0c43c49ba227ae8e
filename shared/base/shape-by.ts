import * as z from 'zod/mini';

/**
 * Prepares a faster `z.parse` for responses and items, which makes no objects for each field of each entry. It runs every
 * check of the schema, and returns the declared fields only. If a check fails, or the value is unusual, `z.parse` itself
 * decides and throws.
 */
export function shapeBy<T>(schema: z.core.$ZodType<T>): (value: unknown) => T {
  let shape: Shape | undefined;
  return (value) => {
    shape ??= shapeOf(schema);
    const shaped = shape(value);
    return shaped === UNUSUAL ? z.parse(schema, value) : (shaped as T);
  };
}

const UNUSUAL = Symbol('unusual');

type Shape = (value: unknown) => unknown;

function shapeOf(schema: z.core.$ZodType): Shape {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'string') {
    const patterns = patternsOf(def);
    return patterns ? textShape(patterns) : checkedShape(schema);
  }
  if (def.checks?.length) return checkedShape(schema);
  if (def.type === 'enum') return valueShape(new Set(Object.values(def.entries)));
  if (def.type === 'object' && def.catchall === undefined) return objectShape(def.shape);
  if (def.type === 'array') return arrayShape(shapeOf(def.element));
  if (def.type === 'nullable') return nullableShape(shapeOf(def.innerType));
  return checkedShape(schema);
}

function objectShape(fields: Readonly<Record<string, z.core.$ZodType>>): Shape {
  const shapes = Object.entries(fields).map(([name, schema]) => ({
    name,
    shape: shapeOf(isOptional(schema) ? schema._zod.def.innerType : schema),
    isOptional: isOptional(schema),
  }));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNUSUAL;
    const shaped: Record<string, unknown> = {};
    for (const { name, shape, isOptional } of shapes) {
      const field = (value as Record<string, unknown>)[name];
      if (field === undefined) {
        if (!isOptional) return UNUSUAL;
        continue;
      }
      const part = shape(field);
      if (part === UNUSUAL) return UNUSUAL;
      shaped[name] = part;
    }
    return shaped;
  };
}

function isOptional(schema: z.core.$ZodType): schema is z.core.$ZodOptional {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  return def.type === 'optional' && !def.checks?.length;
}

function arrayShape(entry: Shape): Shape {
  return (value) => {
    if (!Array.isArray(value)) return UNUSUAL;
    const shaped: unknown[] = [];
    for (const each of value) {
      const part = entry(each);
      if (part === UNUSUAL) return UNUSUAL;
      shaped.push(part);
    }
    return shaped;
  };
}

function nullableShape(inner: Shape): Shape {
  return (value) => (value === null ? null : inner(value));
}

/** The formats of zod that a pattern decides, and nothing else. */
const PATTERN_FORMATS: readonly string[] = ['regex', 'datetime'];

/** The patterns that decide whether a text passes a schema; `undefined` if the schema checks anything else. */
function patternsOf(schema: z.core.$ZodStringDef & { readonly coerce?: boolean }): RegExp[] | undefined {
  const formats = [
    ...('format' in schema ? [schema] : []),
    ...(schema.checks ?? []).map((it) => it._zod.def),
  ];
  const patterns = (formats as Partial<z.core.$ZodStringFormatDef>[]).map(({ format = '', pattern }) =>
    PATTERN_FORMATS.includes(format) && pattern && !pattern.global && !pattern.sticky ? pattern : undefined,
  );
  const all = patterns.filter((it) => it !== undefined);
  return schema.coerce || all.length < patterns.length ? undefined : all;
}

/**
 * Checks text, but skips a text that equals the previous entry's: the id of a tenant or a site is often the same in a whole
 * page.
 */
function textShape(patterns: readonly RegExp[]): Shape {
  let last: string | undefined;
  return (value) => {
    if (value === last && value !== undefined) return value;
    if (typeof value !== 'string' || !patterns.every((pattern) => pattern.test(value))) return UNUSUAL;
    last = value;
    return value;
  };
}

function valueShape(values: ReadonlySet<unknown>): Shape {
  return (value) => (values.has(value) ? value : UNUSUAL);
}

/**
 * Runs the schema itself. All values of a field share one payload. A text that equals the text of the previous entry,
 * such as the id of the tenant, is not checked again: checks of texts depend on nothing else.
 */
function checkedShape(schema: z.core.$ZodType): Shape {
  const context = { async: false };
  let payload: z.core.ParsePayload = { value: undefined, issues: [] };
  let lastText: string | undefined;
  return (value) => {
    if (typeof value === 'string' && value === lastText) return value;
    payload.value = value;
    const result = schema._zod.run(payload, context);
    if (result instanceof Promise || result.issues.length > 0) {
      payload = { value: undefined, issues: [] };
      return UNUSUAL;
    }
    if (typeof value === 'string' && result.value === value) lastText = value;
    return result.value;
  };
}
