import * as z from 'zod/mini';
import { createSchema, type ZodOpenApiOverride, type ZodOpenApiOverrideContext } from 'zod-openapi';

/**
 * What differs from the JSON Schema that zod makes: it says the same, in the words that generators of clients take.
 * test/unit/lib/openapi/schema-overrides.test.ts says what each would break.
 */
export const overrideSchema: ZodOpenApiOverride = (context) => {
  const { type } = context.zodSchema._zod.def;
  if (type === 'object') leaveResponsesOpen(context);
  if (type === 'object' || type === 'record') delete context.jsonSchema.examples; // each body shows its own
  if (type === 'record') leaveOutAnyName(context);
  if (type === 'nullable') putNullBesideType(context);
  if (type === 'null') describeAlwaysNull(context);
  if (type === 'enum') nameConstants(context);
};

/** Clients must bear with fields that a later version adds, so the document does not close what is answered. */
function leaveResponsesOpen({ zodSchema, jsonSchema, io }: ZodOpenApiOverrideContext): void {
  const { def } = zodSchema._zod;
  const saysMore = 'catchall' in def && def.catchall !== undefined;
  if (io === 'output' && !saysMore) delete jsonSchema.additionalProperties;
}

/** Names that are any text are what all names are. */
function leaveOutAnyName({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const { propertyNames } = jsonSchema;
  if (typeof propertyNames === 'object' && 'pattern' in propertyNames) return;
  delete jsonSchema.propertyNames;
}

/** `type: [string, null]` in place of a union with null, also where the text has a name of its own. */
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

/** Null alone is no type in most languages, so it has that of the texts that stand beside it. */
function describeAlwaysNull({ jsonSchema }: ZodOpenApiOverrideContext): void {
  Object.assign(jsonSchema, { type: ['string', 'null'], const: null });
}

/** Statuses and events of different things share words; Go has one scope for the constants of all enumerations. */
function nameConstants({ jsonSchema }: ZodOpenApiOverrideContext): void {
  const thing = /^(\w+)(?:Status|Event)$/.exec(String(jsonSchema.id))?.[1];
  if (!thing || !jsonSchema.enum) return;
  const names = jsonSchema.enum.map((value) => `${thing}_${value}`.replace(/\W/g, '_').toUpperCase());
  Object.assign(jsonSchema, { 'x-enum-varnames': names });
}
