/** A call of the table as it was sent. */
export interface TableCall {
  readonly operation: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * A call with its expressions spelled out: two calls that ask for the same are equal, however their writers named the
 * placeholders.
 */
export function spellOut({ operation, request }: TableCall): TableCall {
  return { operation, request: spellOutObject(request) };
}

/** The calls of a request, in an order that does not depend on which of several at once came first. */
export function sortCalls(calls: readonly TableCall[]): TableCall[] {
  return calls.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const EXPRESSION = /Expression$/;
const PLACEHOLDERS = new Set(['ExpressionAttributeNames', 'ExpressionAttributeValues']);
/** And the token of a transaction, of which only that it is new has a meaning. */
const LEFT_OUT = new Set([...PLACEHOLDERS, 'ClientRequestToken']);

function spellOutObject(object: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const meanings = new Map(
    [...PLACEHOLDERS].flatMap((name) =>
      Object.entries(object[name] ?? {}).map(([placeholder, meaning]) => [
        placeholder,
        typeof meaning === 'string' ? meaning : JSON.stringify(meaning),
      ]),
    ),
  );
  const spelled = Object.entries(object)
    .filter(([name]) => !LEFT_OUT.has(name))
    .map(([name, value]) => [
      name,
      typeof value === 'string' && EXPRESSION.test(name)
        ? value.replace(/[#:]\w+/g, (placeholder) => meanings.get(placeholder) ?? placeholder)
        : spellOutValue(value),
    ])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return Object.fromEntries(spelled);
}

function spellOutValue(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spellOutValue);
  return typeof value === 'object' && value !== null
    ? spellOutObject(value as Record<string, unknown>)
    : value;
}
