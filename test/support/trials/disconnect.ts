import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { deleteItem } from './items.ts';

export async function handler({ requestContext }: APIGatewayProxyWebsocketEventV2) {
  await deleteItem(`CLIENT#${requestContext.connectionId}`);
}
