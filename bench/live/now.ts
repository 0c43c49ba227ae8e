/** Milliseconds of a clock that all threads of this machine share. */
export const now = () => Number(process.hrtime.bigint()) / 1e6;
