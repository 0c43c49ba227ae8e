/** A call to the table as sent. */
export interface TableCall {
  readonly operation: string;
  readonly request: Readonly<Record<string, unknown>>;
}

/**
 * A call with its placeholders replaced, so that equivalent calls are equal.
 */
export function spellOut({ operation, request }: TableCall): TableCall {
  return { operation, request: spellOutObject(request) };
}

/** The calls of a request in an order that does not depend on the timing of parallel calls. */
export function sortCalls(calls: readonly TableCall[]): TableCall[] {
  return calls.toSorted((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1));
}

const EXPRESSION = /Expression$/;
const PLACEHOLDERS = new Set(['ExpressionAttributeNames', 'ExpressionAttributeValues']);
/** The token of a transaction is random. */
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
