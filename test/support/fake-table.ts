import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/table/table.ts';

export interface SentCommand {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs of many commands
  readonly input: any;
}

interface FakeTable {
  readonly table: Table;
  readonly sent: SentCommand[];
  /** The pauses that were asked for, in milliseconds; none is taken. */
  readonly pauses: number[];
}

/** A table that answers each command with the next of the given answers; an error is thrown. Records what was sent. */
export function fakeTable(answers: readonly unknown[]): FakeTable {
  const sent: SentCommand[] = [];
  const pauses: number[] = [];
  let writes = 0;
  const client = {
    async send(command: { constructor: { name: string }; input: unknown }) {
      const answer = answers[sent.length];
      sent.push({ name: command.constructor.name, input: command.input });
      if (answer instanceof Error) throw answer;
      return answer ?? {};
    },
  };
  const table: Table = {
    client: client as unknown as DynamoDBDocumentClient,
    name: 'guard-test',
    pause: async (milliseconds) => pauses.push(milliseconds),
    newWriteId: () => {
      writes += 1;
      return `write-${writes}`;
    },
  };
  return { table, sent, pauses };
}
