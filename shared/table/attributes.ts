/**
 * The attribute for the number of a parent's children, outside `data` and in no index. Creating a child counts it in the
 * same transaction, and deleting the parent requires 0, so only one of the two can happen.
 */
export const CHILD_COUNT = 'children';

/**
 * The id of an announced deletion of a tenant. A child that is created meanwhile removes the announcement, which stops the
 * deletion.
 */
export const DELETION = 'deletion';

/**
 * The status in a tenant's copies; absent without copies. It differs from the tenant's status if release 0.9.0, which does not
 * know the copies, changed the tenant.
 */
export const COPIED_STATUS = 'copied_status';

/** Whether a tenant requires a second factor of those who sign in with a password; in its copies, too. */
export const REQUIRES_SECOND_FACTOR = 'requires_second_factor';
