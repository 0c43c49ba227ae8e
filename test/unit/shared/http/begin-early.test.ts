import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import type { APIGatewayProxyEvent } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { ApiError } from '../../../../shared/errors.ts';
import type { EarlyPart } from '../../../../shared/http/endpoint.ts';
import type { Route, RouteDeclaration } from '../../../../shared/http/route.ts';
import { callEndpoint, NOW } from '../../../support/call-endpoint.ts';
import type { TableAnswers } from '../../../support/fake-table.ts';

const body = z.strictObject({ name: z.string().trim() }).meta({ id: 'Thing' });
const route = { method: 'POST', access: 'signed_in', request: { body } } as const;
const VALID = { body: '{"name":" Ada "}', headers: { 'Content-Type': 'application/json' } };
const refusal = () => new ConditionalCheckFailedException({ $metadata: {}, message: 'condition' });

type Begin = EarlyPart<Route, unknown>;

interface Call extends Partial<RouteDeclaration> {
  readonly event?: Partial<APIGatewayProxyEvent>;
  readonly answers?: TableAnswers;
}

/** Calls an endpoint that answers what it began early. */
const call = (begin: Begin, { event, answers = [], ...more }: Call = {}) =>
  callEndpoint({
    route: { ...route, response: { description: 'What was begun.', body: z.unknown() }, ...more },
    role: 'viewer',
    event: { ...VALID, ...event },
    begin,
    answers,
    endpoint: ({ begun }) => ({ body: { begun } }),
  });

describe('what an endpoint begins early', () => {
  test('gets the parsed input, and hands its result to the endpoint', async () => {
    const reply = await call(async ({ body, caller, now, address, path, query }) => ({
      ...{ body, now, address, path, query },
      role: caller && 'role' in caller ? caller.role : undefined,
    }));
    expect(reply.body).toEqual({
      begun: { body: { name: 'Ada' }, now: NOW.toISOString(), address: '203.0.113.7', role: 'viewer' },
    });
  });

  test('does not wait for the counter', async () => {
    const counted = Promise.withResolvers<object>();
    const { body } = await call(
      async () => {
        counted.resolve({});
        return 'begun';
      },
      { answers: () => counted.promise },
    );
    expect(body).toEqual({ begun: 'begun' });
  });

  test.each([
    ['that is too large', { body: JSON.stringify({ name: 'x'.repeat(64 * 1024) }) }, 413],
    ['of another type', { headers: { 'Content-Type': 'text/plain' } }, 415],
    ['that is no JSON', { body: '{' }, 400],
    ['that is not valid', { body: '{"name":7}' }, 422],
    ['that is missing', { body: null }, 422],
  ] as const)('is not begun with a body %s', async (_, event, expected) => {
    let isBegun = false;
    const { status } = await call(
      async () => {
        isBegun = true;
      },
      { event },
    );
    expect([status, isBegun]).toEqual([expected, false]);
  });
});

describe('an error of what was begun early', () => {
  const fails = () => Promise.reject(new ApiError('account_not_active'));

  test('is answered where the request is let in', async () => {
    const { status, body, headers } = await call(fails);
    expect([status, body.code, headers['X-RateLimit-Limit']]).toEqual([403, 'account_not_active', '60']);
  });

  test('comes after the limit, and after access', async () => {
    expect((await call(fails, { answers: [refusal()] })).body.code).toBe('too_many_requests');
    const access = { access: 'sites:delete', method: 'DELETE', request: {} } as const;
    const answers: TableAnswers = ({ name }) => (name === 'GetCommand' ? { Item: { site_ids: [] } } : {});
    expect((await call(fails, { ...access, answers })).body.code).toBe('forbidden');
  });
});

describe('what is begun early is told', () => {
  /** What is told to a request, and whether the answer waited until it was. */
  async function told(answers: TableAnswers, more: Partial<RouteDeclaration> = {}) {
    let heard: unknown;
    const { status } = await call(
      async ({ admission }) => {
        const [passesFirstLimit, isLetIn] = await Promise.all([
          admission.passesFirstLimit,
          admission.isLetIn,
        ]);
        heard = { passesFirstLimit, isLetIn };
      },
      { ...more, answers },
    );
    return { status, heard };
  }

  test('that the request is let in', async () => {
    expect(await told([])).toEqual({ status: 200, heard: { passesFirstLimit: true, isLetIn: true } });
  });

  test('that the limit refuses, before that is answered', async () => {
    const heard = { passesFirstLimit: false, isLetIn: false };
    expect(await told([refusal()])).toEqual({ status: 429, heard });
    expect(await told([new Error('no table')])).toEqual({ status: 500, heard });
  });

  test('that only the second limit of a login refuses', async () => {
    const heard = { passesFirstLimit: true, isLetIn: false };
    const login = { access: 'anyone', rateClass: 'login' } as const;
    expect(await told([{}, refusal()], login)).toEqual({ status: 429, heard });
    expect(await told([{}, new Error('no table')], login)).toEqual({ status: 500, heard });
    expect((await told([refusal()], login)).heard).toEqual({ passesFirstLimit: false, isLetIn: false });
  });

  test('that the caller may not, before that is answered', async () => {
    const answers: TableAnswers = ({ name }) => (name === 'GetCommand' ? { Item: { site_ids: [] } } : {});
    const { status, heard } = await told(answers, { access: 'sites:delete' });
    expect({ status, heard }).toEqual({ status: 403, heard: { passesFirstLimit: true, isLetIn: false } });
  });

  test('that nothing limits a request where nothing does', async () => {
    const { heard } = await told([], { rateClass: 'none' });
    expect(heard).toEqual({ passesFirstLimit: true, isLetIn: true });
  });
});
