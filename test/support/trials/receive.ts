import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import { putItem } from './items.ts';

export async function handler({ body }: APIGatewayProxyWebsocketEventV2) {
  await putItem(`SAID#${body}`);
  return { statusCode: 200 };
}
