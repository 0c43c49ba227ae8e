/** Says that the local server cannot run. The message is one line that says what to change, so it needs no stack trace. */
export class LocalServerError extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'LocalServerError';
  }
}

/** The message of anything that was thrown, on one line and without a full stop. */
export function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text
    .replace(/\s+/g, ' ')
    .replace(/[. ]+$/, '')
    .trim();
}
