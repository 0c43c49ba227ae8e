import type { RandomBytes } from '../../shared/ids.ts';
import type { Table } from '../../shared/table/table.ts';
import type { Clock } from '../../shared/time.ts';

/** Everything that a command takes from outside. */
export interface AdminContext {
  readonly table: Table;
  readonly clock: Clock;
  /** Waits that long, for a command that must not be as fast as it can. */
  readonly wait: (milliseconds: number) => Promise<unknown>;
  readonly randomBytes: RandomBytes;
  /** Asks for a new password of somebody, or reads it from stdin. Throws where no password may be so. */
  readonly readNewPassword: (whose: string) => Promise<string>;
}

/**
 * Does one thing and resolves to what to tell about it: a sentence, or the lines of a list as they come. What cannot be
 * done is thrown.
 */
export type AdminCommand<Options> = (
  context: AdminContext,
  options: Options,
) => Promise<string | AsyncIterable<string>>;
