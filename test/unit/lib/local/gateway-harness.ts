import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { APIGatewayProxyEvent, APIGatewayTokenAuthorizerEvent } from 'aws-lambda';
import { onTestFinished } from 'vitest';
import { createGateway, type GatewayOptions } from '../../../../lib/local/gateway.ts';
import type { LambdaHandler } from '../../../../lib/local/invoke.ts';
import { issueToken } from '../../../../shared/accounts/token.ts';
import { defineRoute, type Route } from '../../../../shared/http/route.ts';

export const NOW = new Date('2026-11-21T12:34:56.789Z');

const OWNER = '01a05bfb-7000-7381-afb8-6b18dd8ff154';

/** A header that the authorizer's validation lets through. */
export const AUTHORIZATION = `Bearer ${
  issueToken({ tenantId: OWNER, userId: OWNER }, (size) => new Uint8Array(size).fill(7)).plainText
}`;

export function makeRoute(changes: Partial<Route>): Route {
  const thing = defineRoute('things/get-thing', {
    method: 'GET',
    path: '/things',
    summary: 'A thing',
    access: 'anyone',
    response: { description: 'The thing.' },
  });
  return { ...thing, ...changes };
}

export interface Harness {
  readonly port: number;
  /** Events that the functions got, in order. */
  readonly events: APIGatewayProxyEvent[];
  readonly authorizerEvents: APIGatewayTokenAuthorizerEvent[];
  readonly lines: string[];
}

interface HarnessOptions extends Partial<Omit<GatewayOptions, 'functions' | 'authorizer'>> {
  readonly endpoint?: LambdaHandler<APIGatewayProxyEvent>;
  readonly authorizer?: LambdaHandler<APIGatewayTokenAuthorizerEvent>;
}

/** A gateway on a free loopback port, closed when the test ends. Its functions answer 200 by default. */
export async function startGateway(options: HarnessOptions = {}): Promise<Harness> {
  const { endpoint = () => ({ statusCode: 200, body: '{}' }), authorizer = () => policy('Allow') } = options;
  const harness = { events: [], authorizerEvents: [], lines: [] } as Omit<Harness, 'port'>;
  let requests = 0;
  const gateway = createGateway({
    routes: [makeRoute({})],
    corsOrigin: '*',
    clock: () => NOW,
    newRequestId() {
      requests += 1;
      return `request-${requests}`;
    },
    log: (line) => harness.lines.push(line),
    ...options,
    functions: async () => (event, context) => {
      harness.events.push(event);
      return endpoint(event, context);
    },
    authorizer: async () => (event, context) => {
      harness.authorizerEvents.push(event);
      return authorizer(event, context);
    },
  });
  const port = await gateway.listen('127.0.0.1', 0);
  onTestFinished(() => gateway.close());
  return { ...harness, port };
}

export function policy(effect: 'Allow' | 'Deny', changes: object = {}) {
  return {
    principalId: 'user-1',
    policyDocument: {
      Version: '2012-10-17',
      Statement: [{ Effect: effect, Action: 'execute-api:Invoke', Resource: '*' }],
    },
    ...changes,
  };
}

export interface Answer {
  readonly status: number;
  /** The headers, with names in lower case. */
  readonly headers: Record<string, string | string[] | undefined>;
  readonly rawHeaders: string[];
  readonly body: string;
}

/** A request that sends path and header names exactly as given. */
export async function send(
  port: number,
  method: string,
  path: string,
  options: { headers?: Record<string, string | string[]>; body?: string | Uint8Array } = {},
): Promise<Answer> {
  const request = httpRequest({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: options.headers,
    agent: false,
  });
  request.end(options.body);
  const [response] = await once(request, 'response');
  return {
    status: response.statusCode,
    headers: response.headers,
    rawHeaders: response.rawHeaders,
    body: await text(response),
  };
}

/** Writes bytes and returns everything that comes back until the server closes the connection. */
export async function sendRaw(port: number, bytes: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(bytes);
  return text(socket);
}
