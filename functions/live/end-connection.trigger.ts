import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Forgets clients of the WebSocket API that are gone. */
export const endConnectionTrigger = defineTrigger('live/end-connection', {
  description: 'Forgets connections that have ended',
  trigger: { kind: 'socket', route: '$disconnect' },
  table: { actions: ['DeleteItem', 'GetItem'] },
});
