import { defineTrigger } from '../../shared/lambda/trigger.ts';

/** Reads a token, its user and their tenant in one request. */
export const authorizerTrigger = defineTrigger('authorizer/authorizer', {
  description: 'Validates tokens',
  trigger: { kind: 'authorizer' },
  table: { actions: ['BatchGetItem'] },
});
