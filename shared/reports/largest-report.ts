/** The maximum number of events in a report. */
export const LARGEST_REPORT = 25;
