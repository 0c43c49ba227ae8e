import { defineTrigger } from '../../shared/lambda/trigger.ts';

export const answerMessageTrigger = defineTrigger('live/answer-message', {
  description: 'Answers pings of connections',
  trigger: { kind: 'socket', route: '$default' },
  table: { actions: ['DeleteItem', 'GetItem', 'UpdateItem'] },
  postsToSockets: true,
});
