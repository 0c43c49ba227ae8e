/** The number of bad periods among the latest that turn an alarm on. */
export const ONCE = { bad: 1, of: 1 } as const;
export const TWICE_IN_THREE = { bad: 2, of: 3 } as const;
