import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { openConnection, TOO_MANY } from '../../shared/live/open-connection.ts';
import { randomFraction } from '../../shared/random-fraction.ts';
import { openConnectionTrigger } from './open-connection.trigger.ts';

/** The types of aws-lambda lack the query of `$connect`. */
interface ConnectEvent extends APIGatewayProxyWebsocketEventV2 {
  readonly queryStringParameters?: Record<string, string | undefined>;
}

/** Every rejection gets the same status, and the log has the reason. Only a valid ticket over the limit gets 429. */
export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, openConnectionTrigger, open);
}

export const handler = createHandler(lambdaRuntime);

async function open({ requestContext, queryStringParameters, state }: Invocation<ConnectEvent>) {
  const { runtime, now } = state;
  const { connectionId } = requestContext;
  const outcome = await openConnection(runtime.table, queryStringParameters?.['ticket'], {
    connectionId,
    now,
    random: randomFraction(runtime.randomBytes),
  });
  if (typeof outcome !== 'string') return { statusCode: 200 };
  runtime.logger.info('Connection refused', { reason: outcome });
  return { statusCode: outcome === TOO_MANY ? 429 : 401 };
}
