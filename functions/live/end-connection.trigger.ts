import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const endConnectionTrigger = defineTrigger('live/end-connection', {
  description: 'Deletes the items of connections that have ended',
  trigger: { kind: 'socket', route: '$disconnect' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
});
