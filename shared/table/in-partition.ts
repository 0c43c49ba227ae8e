import { type Expression, expression } from './expression.ts';

/** The key condition of a partition of the table, or of its sort keys with a prefix. */
export function inPartition(partition: string, prefix?: string): Expression {
  return prefix === undefined
    ? expression`pk = ${partition}`
    : expression`pk = ${partition} AND begins_with(sk, ${prefix})`;
}
