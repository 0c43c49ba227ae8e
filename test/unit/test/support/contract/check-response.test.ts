import { expect, test } from 'vitest';
import { checkResponse } from '../../../../support/contract/check-response.ts';

const JSON_TYPE = { 'Content-Type': 'application/json' };
const IDS = { 'X-Request-Id': 'r', 'X-Correlation-Id': 'r' };
const COUNTED = { ...IDS, 'X-RateLimit-Limit': '60', 'X-RateLimit-Remaining': '59' };
const HEALTH = { status: 'ok', release: '4f9c2b7' };
const ERROR = { message: 'Not Found.', code: 'not_found', request_id: 'r' };

function check(request: string, status: number, headers: Record<string, string>, body: unknown): void {
  const [method = '', path = ''] = request.split(' ');
  const text = body === undefined ? '' : JSON.stringify(body);
  checkResponse(method, path, { status, headers: new Headers(headers), text });
}

test.each<[string, number, Record<string, string>, unknown]>([
  ['GET /health', 200, { ...JSON_TYPE, ...IDS }, HEALTH],
  ['POST /api/v1/auth/logout', 200, { ...JSON_TYPE, ...COUNTED }, { message: 'Logged out.' }],
  ['GET /api/v1/sites/x?y=z', 404, JSON_TYPE, ERROR],
  ['GET /nowhere', 404, JSON_TYPE, ERROR],
  ['DELETE /api/v1/sites/x', 204, COUNTED, undefined],
])(
  'The response check accepts a response to %s with status %i that the OpenAPI document describes',
  (...response) => {
    check(...response);
  },
);

test.each<[string, string, number, Record<string, string>, unknown]>([
  ['with an unknown status', 'GET /health', 418, { ...JSON_TYPE, ...IDS }, HEALTH],
  ['without a header', 'GET /health', 200, JSON_TYPE, HEALTH],
  ['with an unknown header', 'GET /health', 200, { ...JSON_TYPE, ...IDS, ETag: '"a"' }, HEALTH],
  [
    'with a wrong header',
    'POST /api/v1/auth/logout',
    200,
    { ...JSON_TYPE, ...COUNTED, 'X-RateLimit-Limit': 'many' },
    { message: 'x' },
  ],
  ['with another content type', 'GET /health', 200, { 'Content-Type': 'text/html', ...IDS }, HEALTH],
  ['with a wrong field', 'GET /health', 200, { ...JSON_TYPE, ...IDS }, { status: 'no' }],
  ['with an unknown field', 'GET /health', 200, { ...JSON_TYPE, ...IDS }, { ...HEALTH, more: 1 }],
  ['with an unknown field of an error', 'GET /api/v1/sites/x', 404, JSON_TYPE, { ...ERROR, stack: 's' }],
  ['with a code of another error', 'GET /api/v1/sites/x', 404, JSON_TYPE, { ...ERROR, code: 'forbidden' }],
  ['with an undocumented body', 'DELETE /api/v1/sites/x', 204, COUNTED, {}],
  ['of an unknown path with another status than 404', 'GET /nowhere', 200, JSON_TYPE, HEALTH],
  ['of an unknown method with another status than 404', 'PUT /health', 405, JSON_TYPE, ERROR],
  [
    'of an unknown path in another format',
    'GET /nowhere',
    404,
    JSON_TYPE,
    { message: 'Missing Authentication Token' },
  ],
])(
  'The response check rejects a response %s, because the OpenAPI document does not describe it',
  (_, ...response) => {
    expect(() => check(...response)).toThrow('docs/openapi.json does not describe');
  },
);
