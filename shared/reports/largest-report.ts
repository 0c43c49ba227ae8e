export const LARGEST_REPORT = 25;
