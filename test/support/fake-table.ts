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
  /** The requested pauses in milliseconds, none of which is taken. */
  readonly pauses: number[];
}

/** The table's responses: in sequence, or by command for parallel calls. An error is thrown. */
export type TableAnswers = readonly unknown[] | ((command: SentCommand) => unknown);

/** A table with these responses that records the commands. */
export function fakeTable(answers: TableAnswers): FakeTable {
  const sent: SentCommand[] = [];
  const pauses: number[] = [];
  let writes = 0;
  const client = {
    async send(command: { constructor: { name: string }; input: unknown }) {
      const call = { name: command.constructor.name, input: command.input };
      const answer = typeof answers === 'function' ? answers(call) : answers[sent.length];
      sent.push(call);
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
