interface Input {
  readonly ExpressionAttributeNames?: Readonly<Record<string, string>> | undefined;
  readonly ExpressionAttributeValues?: Readonly<Record<string, unknown>> | undefined;
}

/** The expressions of a call, by the first word of their parameter, with its names and values in their places. */
export function readExpressions(input: Input | undefined): Record<string, string> {
  const { ExpressionAttributeNames: names = {}, ExpressionAttributeValues: values = {} } = input ?? {};
  const texts = Object.entries(input ?? {}).flatMap(([parameter, text]) => {
    const [, word] = /^(\w+?)(?:Condition)?Expression$/.exec(parameter) ?? [];
    return word && typeof text === 'string' ? [[word.toLowerCase(), text] as const] : [];
  });
  const asText = (value: unknown) => JSON.stringify(value instanceof Set ? [...value] : value);
  return Object.fromEntries(
    texts.map(([word, text]) => [
      word,
      text.replace(/#\w+/g, (name) => names[name] ?? name).replace(/:\w+/g, (name) => asText(values[name])),
    ]),
  );
}

/** The partition that a query reads. */
export function readPartitionKey(input: Input | undefined): string {
  const [, partition] = /^\w+ = "([^"]*)"/.exec(readExpressions(input)['key'] ?? '') ?? [];
  if (partition === undefined) throw new Error('The call reads no partition.');
  return partition;
}
