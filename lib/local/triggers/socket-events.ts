import type { IncomingMessage } from 'node:http';
import type {
  APIGatewayEventWebsocketRequestContextV2,
  APIGatewayProxyWebsocketEventV2WithRequestContext,
} from 'aws-lambda';
import { formatRequestTime } from '../proxy-event.ts';
import { forwardedHeaders, groupValues, lastValues, parseQuery, splitTarget } from '../request.ts';

/** What every event of a connection contains. */
export interface SocketFacts {
  readonly connectionId: string;
  readonly connectedAt: Date;
  readonly sourceIp: string;
  readonly port: number;
  readonly userAgent: string | undefined;
  readonly host: string;
}

/** What only one event of a connection contains. */
export interface SocketMoment {
  readonly requestId: string;
  readonly at: Date;
}

const STAGE = 'local';

type Declared = APIGatewayEventWebsocketRequestContextV2;

/** The context of an event, with the identity and the end of the connection, which the types of aws-lambda lack. */
interface SocketContext extends Omit<Declared, 'messageId'> {
  readonly messageId?: string;
  readonly identity: { readonly sourceIp: string; readonly userAgent: string | undefined };
  readonly disconnectStatusCode?: number;
  readonly disconnectReason?: string;
}

/** The event of a WebSocket API (AWS, "Set up a WebSocket API integration request"). */
export interface SocketEvent extends APIGatewayProxyWebsocketEventV2WithRequestContext<SocketContext> {
  readonly headers?: Record<string, string>;
  readonly multiValueHeaders?: Record<string, string[]>;
}

export function connectEvent(
  request: IncomingMessage,
  facts: SocketFacts,
  moment: SocketMoment,
): SocketEvent {
  const headers = groupValues(forwardedHeaders(request.rawHeaders, facts));
  const query = groupValues(parseQuery(splitTarget(request.url ?? '').query));
  const parameters = {
    queryStringParameters: lastValues(query),
    multiValueQueryStringParameters: Object.fromEntries(query),
  };
  return {
    headers: lastValues(headers),
    multiValueHeaders: Object.fromEntries(headers),
    ...(query.size === 0 ? {} : parameters),
    requestContext: context(facts, moment, { routeKey: '$connect', eventType: 'CONNECT' }),
    isBase64Encoded: false,
  };
}

export function messageEvent(body: string, facts: SocketFacts, moment: SocketMoment): SocketEvent {
  const of = { routeKey: '$default', eventType: 'MESSAGE', messageId: moment.requestId } as const;
  return { requestContext: context(facts, moment, of), body, isBase64Encoded: false };
}

export function disconnectEvent(
  end: { readonly code: number; readonly reason: string },
  facts: SocketFacts,
  moment: SocketMoment,
): SocketEvent {
  return {
    headers: { Host: facts.host },
    requestContext: context(facts, moment, {
      routeKey: '$disconnect',
      eventType: 'DISCONNECT',
      disconnectStatusCode: end.code,
      disconnectReason: end.reason,
    }),
    isBase64Encoded: false,
  };
}

function context(
  { connectionId, connectedAt, sourceIp, userAgent, host }: SocketFacts,
  { requestId, at }: SocketMoment,
  event: Pick<SocketContext, 'routeKey' | 'eventType'> & Partial<SocketContext>,
): SocketContext {
  return {
    ...event,
    messageDirection: 'IN',
    requestId,
    extendedRequestId: requestId,
    requestTime: formatRequestTime(at),
    requestTimeEpoch: at.getTime(),
    connectionId,
    connectedAt: connectedAt.getTime(),
    identity: { sourceIp, userAgent },
    domainName: host,
    stage: STAGE,
    apiId: 'local',
  };
}
