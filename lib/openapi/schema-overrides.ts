import * as z from 'zod/mini';
import { createSchema, type ZodOpenApiOverride, type ZodOpenApiOverrideContext } from 'zod-openapi';

/**
 * Changes to the JSON Schema of zod. They keep its meaning, in a form that generators of clients support.
 * test/unit/lib/openapi/schema-overrides.test.ts shows the problem that each one prevents.
 */
export const overrideSchema: ZodOpenApiOverride = (context) => {
  const { type } = context.zodSchema._zod.def;
  if (type === 'object') leaveResponsesOpen(context);
  if (type === 'object' || type === 'record') delete context.jsonSchema.examples; // each body has its own
  if (type === 'record') leaveOutAnyName(context);
  if (type === 'nullable') putNullBesideType(context);
  if (type === 'null') describeAlwaysNull(context);
  if (type === 'enum') nameConstants(context);
};

/** Responses allow additional properties, because a later version may add fields. */
function leaveResponsesOpen({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  const { def } = zodSchema._zod;
  const saysMore = 'catchall' in def && def.catchall !== undefined;
  if (io === 'output' && !saysMore) delete jsonSchema.additionalProperties;
}

/** A schema for names that allows any text is redundant. */
function leaveOutAnyName({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === 'object' && 'pattern' in propertyNames) return;
  delete jsonSchema.propertyNames;
}

/** Replaces a union with null by `type: [string, null]`, also if the text is a named schema. */
function putNullBesideType({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  if (!(zodSchema instanceof z.ZodMiniNullable)) return;
  const { schema, components } = createSchema(zodSchema.def.innerType, {
    io,
    opts: { override: overrideSchema },
  });
  const name = typeof schema === 'object' && schema.$ref?.replace(/^.*\//, '');
  const text = name ? components[name] : schema;
  if (typeof text !== 'object' || !('type' in text) || typeof text.type !== 'string' || text.enum) return;
  const { anyOf: _, ...own } = jsonSchema;
  delete jsonSchema.anyOf;
  Object.assign(jsonSchema, { ...text, ...own, type: [text.type, 'null'] });
}

/** Most languages have no type for null alone, so it gets the type of the texts next to it. */
function describeAlwaysNull({ jsonSchema }: ZodOpenApiOverrideContext): void {
  Object.assign(jsonSchema, { type: ['string', 'null'], const: null });
}

/** Enumerations share words, and Go has one scope for the constants of all enumerations. */
function nameConstants({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const thing = /^(\w+)(?:Status|Event|Role|Kind|Action)$/.exec(String(jsonSchema.id))?.[1];
  if (!thing || !jsonSchema.enum) return;
  const names = jsonSchema.enum.map((value) => `${thing}_${value}`.replace(/\W/g, '_').toUpperCase());
  Object.assign(jsonSchema, { 'x-enum-varnames': names });
}
