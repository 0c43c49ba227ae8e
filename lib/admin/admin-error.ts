export const EXIT_CODES = {
  done: 0,
  /** The command was valid but failed. */
  failed: 1,
  /** The command line, a setting or the password was invalid; nothing was done. */
  wrongUsage: 2,
  /** Ctrl-C at a prompt. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** A failure of a command. Its message is one line and needs no stack trace. */
export class AdminError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT_CODES.failed) {
    super(message);
    this.name = 'AdminError';
    this.exitCode = exitCode;
  }
}

export function wrongUsage(message: string): AdminError {
  return new AdminError(message, EXIT_CODES.wrongUsage);
}
