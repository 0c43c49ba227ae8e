/** How many events a report holds at most. */
export const LARGEST_REPORT = 25;
