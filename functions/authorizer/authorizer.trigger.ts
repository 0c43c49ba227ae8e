import { defineTrigger } from '../../shared/lambda/trigger.ts';

/**
 * Reads a token, its user and their tenant in one call; or a key, its tenant and its binding. Records the use of a key
 * at most once an hour.
 */
export const authorizerTrigger = defineTrigger('authorizer/authorizer', {
  description: 'Validates tokens and keys',
  trigger: { kind: 'authorizer' },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});
