import { randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { CommanderError } from 'commander';
import { type AuditContext, withAudit } from '../../shared/audit/audit-log.ts';
import { SETTINGS } from '../../shared/lambda/settings.ts';
import { readStoredKey } from '../local/key-file.ts';
import { findRunningServers, SERVERS_FOLDER } from '../local/running-servers.ts';
import { EXIT_CODES, type ExitCode } from './admin-error.ts';
import { connect } from './connection.ts';
import type { AdminCommand } from './context.ts';
import { describeFailure } from './describe-failure.ts';
import { readNewPassword, type Terminal } from './password.ts';
import { createProgram } from './program.ts';
import { findTarget, type TargetOptions } from './target.ts';

/** Runs one command line, without the name of the program. Writes an error as one line to stderr. Never throws. */
export async function runAdmin(
  parameters: readonly string[],
  terminal: Terminal,
  environment: NodeJS.ProcessEnv,
  serversFolder: string = SERVERS_FOLDER,
): Promise<ExitCode> {
  const outside = { terminal, environment, serversFolder };
  const program = createProgram((name, command, options) => runCommand(name, command, options, outside));
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

interface Outside {
  readonly terminal: Terminal;
  readonly environment: NodeJS.ProcessEnv;
  readonly serversFolder: string;
}

async function runCommand<O>(
  name: string,
  command: AdminCommand<O>,
  options: O & TargetOptions,
  { terminal, environment, serversFolder }: Outside,
): Promise<void> {
  const findServers = () => findRunningServers(serversFolder);
  const target = await findTarget(options, { environment, findServers });
  if (target.note) terminal.stderr.write(`${target.note}\n`);
  const table = connect(target, environment);
  try {
    const done = await command(
      {
        table: withAudit(table, auditContext(name, environment)),
        clock: () => new Date(),
        wait,
        randomBytes,
        localKey: () => readStoredKey(target.dataFolder),
        readNewPassword: (account) => readNewPassword(terminal, account),
      },
      options,
    );
    await pipeline(withLineEnds(done), terminal.stdout, { end: false }).catch(endWithReader);
  } finally {
    table.client.destroy();
  }
}

/** A command changes the table without a request. It cannot read the stage's settings. */
function auditContext(name: string, environment: NodeJS.ProcessEnv): AuditContext {
  const { GUARD_AUDIT_RETENTION_DAYS: days } = SETTINGS;
  const retentionDays = days.schema.parse(environment['GUARD_AUDIT_RETENTION_DAYS'] ?? days.default);
  const actor = { kind: 'command', id: null, name } as const;
  const origin = { ip_address: null, user_agent: null, request_id: null };
  return { actor, ...origin, now: new Date(), randomBytes, retentionDays };
}

async function* withLineEnds(done: string | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of typeof done === 'string' ? [done] : done) yield `${line}\n`;
}

/** Ends the program when its reader ends: reading only the first lines, as `head` does, is not an error. */
function endWithReader(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error;
}

/** Removes the values of options, so that a mistaken `--password=…` is not repeated on the screen or in a log. */
function withoutValues(text: string): string {
  return text.replace(/(--[\w-]+)=.*(?=')/s, '$1');
}
