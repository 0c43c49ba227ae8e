import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { routes } from '../../../functions/routes.ts';
import { buildOpenApiDocument, type OpenApiDocument } from '../../../lib/openapi/print-openapi.ts';

export const openApiDocument = buildOpenApiDocument(routes);

/** A location in the document, as JSON Pointer segments. */
export type Pointer = readonly string[];

/** Compiles the schemas of the document, each at its first use. */
export interface SchemaCompiler {
  at(...pointer: Pointer): ValidateFunction;
}

interface CompilerOptions {
  /** Whether values are texts of numbers, as in headers and queries. */
  readonly coercesTypes?: boolean;
  /** Whether objects may have only the described fields, although the document allows later fields. */
  readonly closesObjects?: boolean;
  /** Whether `format` is checked. In JSON Schema it only describes. */
  readonly assertsFormats?: boolean;
}

export function createSchemaCompiler(options: CompilerOptions = {}): SchemaCompiler {
  const { coercesTypes = false, closesObjects = false, assertsFormats = false } = options;
  const ajv = new Ajv2020({
    strict: false, // the document is more than schemas
    allErrors: true,
    coerceTypes: coercesTypes,
    validateFormats: assertsFormats,
  });
  if (assertsFormats) formats.default(ajv, ['date', 'date-time', 'int64', 'password', 'uri', 'uuid']);
  ajv.addSchema(closesObjects ? closeObjects(openApiDocument) : openApiDocument, 'openapi');
  const compiled = new Map<string, ValidateFunction>();
  return {
    at(...pointer) {
      const reference = `openapi#/${pointer.map(escapeSegment).join('/')}`;
      const known = compiled.get(reference);
      if (known) return known;
      const validate = ajv.compile({ $ref: reference });
      compiled.set(reference, validate);
      return validate;
    },
  };
}

/** The errors of a validator in one line. */
export function explain(errors: readonly ErrorObject[] | null | undefined): string {
  return (errors ?? [])
    .map(
      ({ instancePath, message, params }) => `${instancePath || 'it'} ${message} ${JSON.stringify(params)}`,
    )
    .join('; ');
}

function closeObjects(document: OpenApiDocument): object {
  return JSON.parse(JSON.stringify(document), (_, value) =>
    value?.type === 'object' && value.properties && value.additionalProperties === undefined
      ? { ...value, additionalProperties: false }
      : value,
  );
}

function escapeSegment(segment: string): string {
  return encodeURIComponent(segment.replaceAll('~', '~0').replaceAll('/', '~1'));
}
