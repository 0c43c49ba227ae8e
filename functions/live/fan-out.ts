import type { DynamoDBStreamEvent } from 'aws-lambda';
import type { Invocation } from '../../shared/lambda/invocation.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { connectSockets, type Sockets } from '../../shared/lambda/sockets.ts';
import { createTriggeredHandler } from '../../shared/lambda/triggered-handler.ts';
import { fanOut } from '../../shared/live/fan-out.ts';
import { randomFraction } from '../../shared/random-fraction.ts';
import { fanOutTrigger } from './fan-out.trigger.ts';

/** Sends a batch of changes to connected clients, and measures the delay. */
export function createHandler(source: RuntimeSource, sockets: Sockets = connectSockets(process.env)) {
  return createTriggeredHandler(
    source,
    fanOutTrigger,
    async ({ Records, state }: Invocation<DynamoDBStreamEvent>) => {
      const { runtime, now, metrics } = state;
      const random = randomFraction(runtime.randomBytes);
      const context = { table: runtime.table, sockets, now, random };
      const { messages, cutOff, skipped, oldestAt } = await fanOut(Records, context);
      metrics.push({ name: 'LiveMessages', value: messages });
      if (cutOff > 0) runtime.logger.warn('Sending failed, connections closed', { count: cutOff });
      if (skipped > 0) runtime.logger.warn('Late, changes not sent', { count: skipped });
      if (oldestAt === undefined) return;
      const value = runtime.clock().getTime() - Date.parse(oldestAt);
      metrics.push({ name: 'ChangeToScreen', value });
    },
  );
}

export const handler = createHandler(lambdaRuntime);
