import fc, { type Arbitrary } from 'fast-check';
import type { TestGuard } from '../guard.ts';
import type { Answer } from '../send-request.ts';
import { type KnownValues, mutationsOf, nearMisses, recordsOf, valuesOf } from './arbitraries.ts';
import type { Operation, OperationRequest, Parameter } from './operations.ts';

/** Existing values, for path parameters, and for other parameters and fields of the body. */
export interface KnownRequestValues {
  readonly path: KnownValues;
  readonly others: KnownValues;
}

/** Requests that are valid by the document. */
export function validRequests(
  { parameters, body, needsBody }: Operation,
  known: KnownRequestValues,
): Arbitrary<OperationRequest> {
  // A body may be null; a parameter is left out instead.
  const arbitraryOf = ({ in: place, name, schema }: Parameter) =>
    (place === 'path' ? known.path : known.others)[name]?.filter((value) => value !== null) ??
    valuesOf(schema);
  const required = parameters.filter((parameter) => parameter.required).map(({ name }) => name);
  const values = parameters.map((parameter) => [parameter.name, arbitraryOf(parameter)] as const);
  return fc.record({
    parameters: recordsOf(values, required),
    body: body ? bodies(valuesOf(body, known.others), needsBody) : fc.constant(undefined),
  });
}

/** Every third request has no body, if the body is optional. */
function bodies(values: Arbitrary<unknown>, isNeeded: boolean): Arbitrary<unknown> {
  return isNeeded ? values : fc.option(values, { nil: undefined, freq: 2 });
}

/** Almost valid requests: one parameter or one field of the body is wrong. */
export function mutatedRequests(
  operation: Operation,
  known: KnownRequestValues,
): Arbitrary<OperationRequest>[] {
  const valid = validRequests(operation, known);
  const mutated: Arbitrary<OperationRequest>[] = operation.parameters
    .filter((parameter) => parameter.in !== 'header') // any text is an If-Match
    .map(({ in: place, name, schema }) =>
      fc.tuple(valid, textsFor(place)).map(([request, text]) => ({
        ...request,
        parameters: { ...request.parameters, [name]: readParameter(schema.type, text) },
      })),
    );
  if (operation.body) {
    const bodies = mutationsOf(valuesOf(operation.body, known.others));
    mutated.push(fc.tuple(valid, bodies).map(([request, body]) => ({ ...request, body })));
  }
  return mutated;
}

/** Near misses as texts; for a path without texts that change the path. */
function textsFor(place: Parameter['in']): Arbitrary<string> {
  const texts = nearMisses.map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
  return place === 'path' ? texts.filter((text) => !['', '.', '..'].includes(text)) : texts;
}

/** The value of a parameter's text: only JSON integers are numbers, and commas separate several values. */
function readParameter(type: string | undefined, text: string): unknown {
  if (type === 'array') return text.split(',');
  return type === 'integer' && /^-?\d+$/.test(text) ? Number(text) : text;
}

export function sendRequest(
  guard: TestGuard,
  { path, method, parameters, body }: Operation,
  request: OperationRequest,
  token: string,
): Promise<Answer> {
  const query = new URLSearchParams();
  const headers: Record<string, string> = {};
  let url = path;
  for (const { in: place, name } of parameters) {
    const value = request.parameters[name];
    if (value === undefined) continue;
    if (place === 'path') url = url.replace(`{${name}}`, encodeURIComponent(String(value)));
    if (place === 'query') query.set(name, String(value));
    if (place === 'header') headers[name] = String(value);
  }
  const json = body && request.body !== undefined ? { json: request.body } : {};
  return guard.call(`${method.toUpperCase()} ${url}?${query}`, { token, headers, ...json });
}
