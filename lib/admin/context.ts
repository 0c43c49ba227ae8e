import type { RandomBytes } from '../../shared/base/ids.ts';
import type { Clock } from '../../shared/base/time.ts';
import type { Table } from '../../shared/table/table.ts';

export interface AdminContext {
  readonly table: Table;
  readonly clock: Clock;
  /** Waits, for commands that limit their speed. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly randomBytes: RandomBytes;
  /** The key of the local server, as a setting; `undefined` for other tables. */
  readonly localKey?: () => Promise<string | undefined>;
  /** Prompts for a new password of an account, or reads it from stdin. Throws if it is not valid. */
  readonly readNewPassword: (account: string) => Promise<string>;
}

/** Resolves to its output: a sentence, or the lines of a list as they are read. Throws on failure. */
export type AdminCommand<Options> = (
  context: AdminContext,
  options: Options,
) => Promise<string | AsyncIterable<string>>;
