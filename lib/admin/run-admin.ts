import { randomBytes } from 'node:crypto';
import { CommanderError } from 'commander';
import { EXIT_CODES, type ExitCode } from './admin-error.ts';
import { type ConnectionOptions, connect } from './connection.ts';
import type { AdminCommand } from './context.ts';
import { describeFailure } from './describe-failure.ts';
import { readNewPassword, type Terminal } from './password.ts';
import { createProgram } from './program.ts';

/**
 * Runs one command line, without the program's name. What was done goes to stdout; what was not is one line on
 * stderr. Never throws: resolves to the exit code.
 */
export async function runAdmin(
  parameters: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<ExitCode> {
  const program = createProgram((command, options) => runCommand(command, options, terminal, environment));
  for (const each of [program, ...program.commands]) {
    each.exitOverride().configureOutput({
      writeOut: (text) => terminal.stdout.write(text),
      writeErr: (text) => terminal.stderr.write(text),
      outputError: (text, write) => write(withoutValues(text)),
    });
  }
  try {
    await program.parseAsync(parameters, { from: 'user' });
    return EXIT_CODES.done;
  } catch (error) {
    if (error instanceof CommanderError)
      return error.exitCode === 0 ? EXIT_CODES.done : EXIT_CODES.wrongUsage;
    const { message, exitCode } = describeFailure(error);
    terminal.stderr.write(`error: ${message}\n`);
    return exitCode;
  }
}

async function runCommand<O>(
  command: AdminCommand<O>,
  options: O & ConnectionOptions,
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
): Promise<void> {
  const table = connect(options, environment);
  try {
    const done = await command(
      {
        table,
        clock: () => new Date(),
        randomBytes,
        readNewPassword: (whose) => readNewPassword(terminal, whose),
      },
      options,
    );
    terminal.stdout.write(`${done}\n`);
  } finally {
    table.client.destroy();
  }
}

/** Who writes `--password=…` against all advice does not read it again on the screen or in a log. */
function withoutValues(text: string): string {
  return text.replace(/(--[\w-]+)=.*(?=')/s, '$1');
}
