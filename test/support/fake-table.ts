import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Table } from '../../shared/table/table.ts';

export interface SentCommand {
  readonly name: string;
  // biome-ignore lint/suspicious/noExplicitAny: inputs of many commands
  readonly input: any;
}

/** A table that answers each command with the next of the given answers; an error is thrown. Records what was sent. */
export function fakeTable(answers: readonly unknown[]): { table: Table; sent: SentCommand[] } {
  const sent: SentCommand[] = [];
  const client = {
    async send(command: { constructor: { name: string }; input: unknown }) {
      const answer = answers[sent.length];
      sent.push({ name: command.constructor.name, input: command.input });
      if (answer instanceof Error) throw answer;
      return answer ?? {};
    },
  };
  return { table: { client: client as unknown as DynamoDBDocumentClient, name: 'guard-test' }, sent };
}
