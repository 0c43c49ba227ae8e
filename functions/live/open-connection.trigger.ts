import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const openConnectionTrigger = defineTrigger('live/open-connection', {
  description: 'Opens connections with tickets',
  trigger: { kind: 'socket', route: '$connect' },
  table: { actions: ['BatchGetItem', 'DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem'] },
});
