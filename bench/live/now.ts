/** The time in milliseconds of a clock that all threads share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
