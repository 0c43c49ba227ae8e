/**
 * How many children a parent has, beside its data and in no index. Creating a child counts it in the same
 * transaction and deleting the parent requires none, so of the two exactly one can happen.
 */
export const CHILD_COUNT = 'children';

/**
 * The id of a deletion that was announced at a tenant, so that what comes in the meantime is seen. A child that comes
 * takes the announcement away, and with it the deletion's right to go on.
 */
export const DELETION = 'deletion';
