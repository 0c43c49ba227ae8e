import { desk } from './desk.ts';

/** The words of every page, which are loaded with the texts of the desk. */
export const common = desk.common;
