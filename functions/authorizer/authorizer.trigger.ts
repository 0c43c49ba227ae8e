import { defineTrigger } from '../../shared/lambda/trigger.ts';

/**
 * Reads a token, its user and their tenant in one request; or a key, its tenant and what it is bound to, and notes once an
 * hour that the key is used.
 */
export const authorizerTrigger = defineTrigger('authorizer/authorizer', {
  description: 'Validates tokens and keys',
  trigger: { kind: 'authorizer' },
  table: { actions: ['BatchGetItem', 'UpdateItem'] },
});
