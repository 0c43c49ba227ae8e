/** The setting of a stage without copies of seals. */
export const NO_BUCKET = 'none';

/** Of the names of copies in the bucket. */
export const COPIES_PREFIX = 'audit/';
