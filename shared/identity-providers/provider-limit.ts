import type { ChildLimit } from '../table/limited-children.ts';

export const PROVIDER_LIMIT: ChildLimit = {
  count: 'identity_providers',
  maximum: 5,
  error: 'too_many_identity_providers',
};
