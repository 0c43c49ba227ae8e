/** What the command's exit code says. */
export const EXIT_CODES = {
  done: 0,
  /** Nothing was wrong with the command, but it could not be done. */
  failed: 1,
  /** The command line, a setting or the password was wrong; nothing was tried. */
  wrongUsage: 2,
  /** Ended by Ctrl-C at a prompt. */
  interrupted: 130,
} as const;

export type ExitCode = (typeof EXIT_CODES)[keyof typeof EXIT_CODES];

/** A reason why a command was not done, told in one line. It needs no stack trace. */
export class AdminError extends Error {
  readonly exitCode: ExitCode;

  constructor(message: string, exitCode: ExitCode = EXIT_CODES.failed) {
    super(message);
    this.name = 'AdminError';
    this.exitCode = exitCode;
  }
}

/** A command line or setting that is wrong. */
export function wrongUsage(message: string): AdminError {
  return new AdminError(message, EXIT_CODES.wrongUsage);
}
