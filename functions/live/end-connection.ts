import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { forgetConnection } from '../../shared/live/close-connection.ts';
import { findConnection } from '../../shared/live/find-connections.ts';
import { endConnectionTrigger } from './end-connection.trigger.ts';

/** API Gateway reports the end of a connection on a best-effort basis. Fan-out finds the others when sending. */
export function createHandler(source: RuntimeSource) {
  return createTriggeredHandler(source, endConnectionTrigger, end);
}

export const handler = createHandler(lambdaRuntime);

async function end({ requestContext, state }: Invocation<APIGatewayProxyWebsocketEventV2>) {
  const { table } = state.runtime;
  const connection = await findConnection(table, requestContext.connectionId);
  if (connection) await forgetConnection(table, connection);
  return { statusCode: 200 };
}
