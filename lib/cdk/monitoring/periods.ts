/** How many of the latest periods must not be well. */
export const ONCE = { bad: 1, of: 1 } as const;
export const TWICE_IN_THREE = { bad: 2, of: 3 } as const;
