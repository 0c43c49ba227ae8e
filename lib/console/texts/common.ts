import { desk } from './desk.ts';

/** Texts that more than one page shows. */
export const common = desk.common;
