import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Lets clients of the WebSocket API in, one for each ticket. */
export const openConnectionTrigger = defineTrigger('live/open-connection', {
  description: 'Lets clients connect with a ticket',
  trigger: { kind: 'socket', route: '$connect' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'PutItem', 'Query'] },
});
