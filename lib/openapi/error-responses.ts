import * as z from 'zod/mini';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { ERRORS, type ErrorBody, type ErrorCode } from '../../shared/base/errors.ts';
import { withMeta } from '../../shared/base/schema.ts';
import type { Route } from '../../shared/http/route.ts';
import { errorsOf, showsLimit } from '../../shared/http/route-implications.ts';
import { EXAMPLE_REQUEST_ID } from './examples.ts';
import { errorHeaders } from './response-headers.ts';

const CODES = Object.keys(ERRORS) as ErrorCode[];

const errorBodySchema = withMeta(
  z.object({
    message: withMeta(z.string(), { description: 'The error in words.' }),
    code: withMeta(z.enum(CODES), { id: 'ErrorCode', description: 'The error for programs.' }),
    request_id: withMeta(z.string(), {
      description:
        'The id of the request in the log of the service; `unknown` if the firewall blocked the address for too many requests.',
    }),
    errors: withMeta(z.optional(z.record(z.string(), z.array(z.string()).check(z.minLength(1)))), {
      description: 'For status 422: the messages by field. The names of nested fields contain dots.',
    }),
  }),
  { id: 'ErrorBody', description: 'The body of every error.' },
);

/**
 * The codes of a response, outside its schema. Inside it they would give each response its own type, which generators would
 * number.
 */
export const ERROR_CODES = 'x-error-codes';

/**
 * The errors that API Gateway itself answers to any request: throttling, and functions that fail or time out.
 */
const GATEWAY_CODES: readonly ErrorCode[] = ['too_many_requests', 'internal_error', 'gateway_timeout'];

/** API Gateway's status for a failed function. The body is that of any internal error. */
const BAD_GATEWAY = 502;

/** The error responses of a route by status: the codes of the route and of API Gateway. */
export function errorResponses(route: Route): Record<`${number}`, ZodOpenApiResponseObject> {
  const codes = new Set(codesOf(route));
  const byStatus = Map.groupBy(codes, (code) => ERRORS[code].status);
  const isCounted = showsLimit(route);
  const responses = [...byStatus]
    .sort(([left], [right]) => left - right)
    .map(([status, group]) => [String(status), errorResponse(status, group, isCounted)]);
  return {
    ...Object.fromEntries(responses),
    [BAD_GATEWAY]: errorResponse(BAD_GATEWAY, ['internal_error'], isCounted),
  };
}

/** One example for each error code of these routes, by name. */
export function errorExamples(routes: readonly Route[]) {
  const used = new Set(routes.flatMap(codesOf));
  return Object.fromEntries(
    CODES.filter((code) => used.has(code)).map((code) => [
      code,
      { summary: ERRORS[code].message, value: exampleOf(code) },
    ]),
  );
}

function codesOf(route: Route): readonly ErrorCode[] {
  return [...errorsOf(route), ...GATEWAY_CODES];
}

const responses = new Map<string, ZodOpenApiResponseObject>();

/** Returns one response object for the same codes, so that the document contains it once, as a component. */
function errorResponse(
  status: number,
  codes: readonly ErrorCode[],
  isCounted: boolean,
): ZodOpenApiResponseObject {
  const id = `${nameOf(status, codes)}${isCounted ? '' : '.uncounted'}`;
  const known = responses.get(id);
  if (known) return known;
  const response: ZodOpenApiResponseObject = {
    id,
    description: codes.map((code) => `\`${code}\`: ${ERRORS[code].message}`).join('\n\n'),
    [ERROR_CODES]: [...codes],
    headers: z.object(errorHeaders(status, isCounted)),
    content: {
      'application/json': {
        schema: errorBodySchema,
        examples: Object.fromEntries(codes.map((code) => [code, { $ref: `#/components/examples/${code}` }])),
      },
    },
  };
  responses.set(id, response);
  return response;
}

function nameOf(status: number, codes: readonly ErrorCode[]): string {
  if (status === BAD_GATEWAY) return 'BadGateway';
  return [...codes].sort().map(pascalCase).join('Or');
}

function pascalCase(code: string): string {
  return code.replace(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

function exampleOf(code: ErrorCode): ErrorBody {
  const body = { message: ERRORS[code].message, code, request_id: EXAMPLE_REQUEST_ID };
  if (code !== 'validation_failed') return body;
  const message = 'The severity field must be one of info, low, medium, high, critical.';
  return { ...body, message, errors: { severity: [message] } };
}
