import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { putItem } from './items.ts';

export async function handler({ requestContext, queryStringParameters }: APIGatewayProxyWebsocketEventV2) {
  if (queryStringParameters?.['ticket'] !== 'right') return { statusCode: 403 };
  await putItem(`CLIENT#${requestContext.connectionId}`);
  return { statusCode: 200 };
}
