import type { APIGatewayProxyWebsocketEventV2 } from 'aws-lambda';
import * as z from 'zod/mini';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { closeConnection } from '../../shared/live/close-connection.ts';
import { countMessage } from '../../shared/live/count-message.ts';
import { type Message, writeMessage } from '../../shared/live/messages.ts';
import { mayHaveMissedChanges } from '../../shared/live/missed-changes.ts';
import { answerMessageTrigger } from './answer-message.trigger.ts';

/** The longest message that is parsed; a `ping` is far shorter. */
const MAXIMUM_LENGTH = 1_024;

const pingSchema = z.strictObject({ type: z.literal('ping') });

/**
 * Answers `ping`, so that a client knows that it has received all changes. Closes a connection that is not stored, because it
 * would receive nothing, one that may have missed changes, or one that sends too many messages. Any other message gets an
 * error.
 */
export function createHandler(source: RuntimeSource, sockets: Sockets = connectSockets(process.env)) {
  return createTriggeredHandler(
    source,
    answerMessageTrigger,
    async ({ requestContext, body = '', state }: Invocation<APIGatewayProxyWebsocketEventV2>) => {
      const { connectionId } = requestContext;
      const { runtime, now } = state;
      const counted = await countMessage(runtime.table, connectionId, now);
      if (!counted) {
        await sockets.close(connectionId);
      } else if (counted.isTooMany) {
        await closeConnection({ table: runtime.table, sockets }, counted.connection, 'too_many_messages');
      } else if (isPing(body) && (await mayHaveMissedChanges(runtime.table, counted.connection))) {
        // Its client connects again at once, and lists.
        await closeConnection({ table: runtime.table, sockets }, counted.connection, 'lifetime_over');
      } else {
        await sockets.post(connectionId, writeMessage(answerTo(body)));
      }
      return { statusCode: 200 };
    },
  );
}

export const handler = createHandler(lambdaRuntime);

function answerTo(body: string): Message {
  return isPing(body)
    ? { type: 'pong' }
    : { type: 'error', message: 'The only message that clients send is {"type":"ping"}.' };
}

function isPing(body: string): boolean {
  if (body.length > MAXIMUM_LENGTH) return false;
  try {
    return pingSchema.safeParse(JSON.parse(body)).success;
  } catch {
    return false;
  }
}
