import { routes } from '../../../functions/routes.ts';
import { createRouteMatcher } from '../../../lib/local/route-matching.ts';
import { ERROR_CODES } from '../../../lib/openapi/error-responses.ts';
import { createSchemaCompiler, explain, openApiDocument, type Pointer } from './schemas.ts';

export interface CheckedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/**
 * Headers of HTTP, of browser policies and of API Gateway, which every response may have and the document leaves out.
 */
const TRANSPORT_HEADERS =
  /^(cache-control|content-encoding|content-security-policy|referrer-policy|cross-origin-.*|strict-transport-security|x-content-type-options|vary|access-control-.*|content-type|content-length|date|connection|keep-alive|x-amzn-.*)$/;

const bodies = createSchemaCompiler({ closesObjects: true, assertsFormats: true });
const headers = createSchemaCompiler({ coercesTypes: true, assertsFormats: true });
const matcher = createRouteMatcher(routes); // all routes, because a route outside the API is not unknown

/**
 * Throws unless the OpenAPI document describes this response: its status, each of Guard's own headers, and the whole
 * body. An unknown operation may only be answered by the gateway's 404.
 */
export function checkResponse(method: string, pathAndQuery: string, response: CheckedResponse): void {
  const [path = ''] = pathAndQuery.split('?');
  const request = `${method} ${path}`;
  const route = matcher.match(method, path)?.route;
  if (route?.isDocumented === false) return;
  if (route) checkDescribed(request, ['paths', route.path, route.method.toLowerCase()], response);
  else checkUnknown(request, response);
}

function checkDescribed(request: string, operation: Pointer, response: CheckedResponse): void {
  const { status, text } = response;
  const described = resolve([...operation, 'responses', String(status)]);
  if (!described) throw new ContractError(request, response, 'the document has no such status');
  checkHeaders(request, described, response);
  if (request.startsWith('HEAD ')) return; // has no body, whatever is answered
  if (described.value.content) checkContent(request, described, response);
  else if (text !== '') throw new ContractError(request, response, 'the document has no body');
}

function checkUnknown(request: string, response: CheckedResponse): void {
  if (response.status !== 404) throw new ContractError(request, response, 'no operation is anything but 404');
  if (request.startsWith('HEAD ')) return; // has no body, whatever is answered
  const notFound = ['components', 'responses', 'NotFound'];
  checkContent(request, { pointer: notFound, value: resolve(notFound)?.value }, response);
}

function checkContent(request: string, { pointer, value }: Resolved, response: CheckedResponse): void {
  const type = response.headers.get('content-type') ?? '';
  if (!value.content[type]) throw new ContractError(request, response, `the content type is ${type}`);
  const validate = bodies.at(...pointer, 'content', type, 'schema');
  const body = type === 'application/json' ? JSON.parse(response.text) : response.text;
  if (!validate(body)) throw new ContractError(request, response, explain(validate.errors));
  const codes: string[] | undefined = value[ERROR_CODES];
  if (codes && !codes.includes(JSON.parse(response.text).code)) {
    throw new ContractError(request, response, `the code is none of ${codes.join(', ')}`);
  }
}

function checkHeaders(request: string, described: Resolved, response: CheckedResponse): void {
  const known = new Map(Object.keys(described.value.headers ?? {}).map((name) => [name.toLowerCase(), name]));
  for (const name of response.headers.keys()) {
    if (!known.has(name) && !TRANSPORT_HEADERS.test(name)) {
      throw new ContractError(request, response, `the header ${name} is not described`);
    }
  }
  for (const [lowerCase, name] of known) {
    const header = resolve([...described.pointer, 'headers', name]);
    const value = response.headers.get(lowerCase);
    if (value === null) {
      if (header?.value.required) throw new ContractError(request, response, `the header ${name} is missing`);
      continue;
    }
    const validate = headers.at(...(header?.pointer ?? []), 'schema');
    if (!validate(value)) {
      throw new ContractError(
        request,
        response,
        `the header ${name} is ${value}: ${explain(validate.errors)}`,
      );
    }
  }
}

interface Resolved {
  readonly pointer: Pointer;
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  readonly value: any;
}

/** A part of the document and its location after following a reference. */
function resolve(pointer: Pointer): Resolved | undefined {
  // biome-ignore lint/suspicious/noExplicitAny: any part of the document
  const value = pointer.reduce<any>((part, segment) => part?.[segment], openApiDocument);
  if (value === undefined) return undefined;
  if (typeof value.$ref !== 'string') return { pointer, value };
  return resolve(value.$ref.replace(/^#\//, '').split('/'));
}

class ContractError extends Error {
  constructor(request: string, { status, text }: CheckedResponse, problem: string) {
    super(`${request} answered ${status}, which docs/openapi.json does not describe: ${problem}\n${text}`);
    this.name = 'ContractError';
  }
}
