import {
  ApiGatewayManagementApiClient,
  GoneException,
  PostToConnectionCommand,
} from '@aws-sdk/client-apigatewaymanagementapi';
import type { SQSEvent } from 'aws-lambda';
import { itemsWith } from './items.ts';

const api = new ApiGatewayManagementApiClient({ endpoint: String(process.env['SOCKETS_ENDPOINT']) });

export async function handler({ Records }: SQSEvent) {
  for (const { body } of Records) {
    for (const ConnectionId of await itemsWith('CLIENT#')) {
      await api.send(new PostToConnectionCommand({ ConnectionId, Data: body })).catch((error) => {
        if (!(error instanceof GoneException)) throw error;
      });
    }
  }
  return { batchItemFailures: [] };
}
