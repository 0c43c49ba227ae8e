/** A month as AWS counts it. */
export const MONTH_HOURS = 730;
export const MONTH_DAYS = MONTH_HOURS / 24;
export const MONTH_MINUTES = MONTH_HOURS * 60;
