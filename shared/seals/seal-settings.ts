/** The setting of a stage without copies of seals. */
export const NO_BUCKET = 'none';

/** The prefix of the object keys of seal copies. */
export const COPIES_PREFIX = 'audit/';
