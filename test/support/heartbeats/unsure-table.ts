import { TransactWriteCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { ALERTS } from '../../../shared/alerts/alert.ts';
import type { Table } from '../../../shared/table/table.ts';

/** A failure of one call: its reply is lost, or it is refused. Or the run ends: this call and all later ones fail. */
export type Mishap = 'reply_lost' | 'refused' | 'run_ends';

/** The error of the SDK after a time-out. */
class LostReply extends Error {
  override readonly name = 'TimeoutError';
}
class Refusal extends Error {
  override readonly name = 'ThrottlingException';
}

interface UnsureTable extends Table {
  /** Whether the failure has happened. */
  readonly hasFailed: () => boolean;
}

/** A table with a failure after a number of calls. */
export function unsureTable(table: Table, mishap: Mishap, after: number): UnsureTable {
  let calls = 0;
  const send = async (command: never): Promise<unknown> => {
    calls += 1;
    const isReached = mishap === 'run_ends' ? calls > after : calls === after + 1;
    if (!isReached) return table.client.send(command);
    if (mishap === 'reply_lost') await table.client.send(command);
    throw mishap === 'reply_lost' ? new LostReply() : new Refusal();
  };
  const client = Object.create(table.client, { send: { value: send } });
  return { ...table, client, hasFailed: () => calls > after };
}

/** A table with a concurrent action right before the first transaction, or the first change of an alert alone. */
export function overtakenTable(table: Table, meanwhile: () => Promise<unknown>): Table {
  let hasHappened = false;
  const send = async (command: never): Promise<unknown> => {
    if (isChange(command) && !hasHappened) {
      hasHappened = true;
      await meanwhile();
    }
    return table.client.send(command);
  };
  return { ...table, client: Object.create(table.client, { send: { value: send } }) };
}

function isChange(command: object): boolean {
  if (command instanceof TransactWriteCommand) return true;
  return command instanceof UpdateCommand && String(command.input.Key?.['sk']).startsWith(ALERTS.prefix());
}
