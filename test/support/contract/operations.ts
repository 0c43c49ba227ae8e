import { createSchemaCompiler, openApiDocument } from './schemas.ts';

// biome-ignore lint/suspicious/noExplicitAny: a JSON Schema, read as it comes
export type Schema = any;

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
  readonly schema: Schema;
}

/** An operation of the document. */
export interface Operation {
  readonly id: string;
  readonly path: string;
  readonly method: string;
  readonly parameters: readonly Parameter[];
  /** The schema of the JSON body, if there is one. */
  readonly body: Schema | undefined;
  /** Whether the body is required. */
  readonly needsBody: boolean;
}

/** The input of an operation: parameters by name, and a body. */
export interface OperationRequest {
  readonly parameters: Readonly<Record<string, unknown>>;
  readonly body: unknown;
}

// biome-ignore lint/suspicious/noExplicitAny: any part of the document
const paths: Record<string, Record<string, any>> = openApiDocument.paths ?? {};

export const operations: readonly Operation[] = Object.entries(paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({
    id: operation.operationId,
    path,
    method,
    parameters: operation.parameters ?? [],
    body: operation.requestBody?.content['application/json'].schema,
    needsBody: operation.requestBody?.required ?? false,
  })),
);

const schemas = createSchemaCompiler();

/** Whether a request is valid by the document. */
export function isValid(
  { path, method, parameters, body, needsBody }: Operation,
  request: OperationRequest,
): boolean {
  const schemaAt = (...pointer: string[]) => schemas.at('paths', path, method, ...pointer, 'schema');
  // Null also means no body.
  const isLeftOut = (request.body ?? undefined) === undefined && !needsBody;
  const isBodyValid =
    !body || isLeftOut || schemaAt('requestBody', 'content', 'application/json')(request.body);
  return (
    isBodyValid &&
    parameters.every(({ name }, place) => {
      const value = request.parameters[name];
      return value === undefined || schemaAt('parameters', String(place))(value);
    })
  );
}
