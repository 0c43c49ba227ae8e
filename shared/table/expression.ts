/**
 * DynamoDB expressions as templates. `#name` is an attribute, `${value}` a value or another expression:
 *
 *     expression`SET #due = ${later} REMOVE #failing_since`
 *
 * `expressionInput` turns the expressions of a call into its parameters, with all names and values.
 */
export class Expression {
  readonly texts: readonly string[];
  readonly parts: readonly unknown[];

  /** `parts[n]`, a value or another expression, is between `texts[n]` and `texts[n + 1]`. */
  constructor(texts: readonly string[], parts: readonly unknown[]) {
    this.texts = texts;
    this.parts = parts;
  }
}

export function expression(template: TemplateStringsArray, ...parts: readonly unknown[]): Expression {
  return new Expression(template, parts);
}

/** Names an attribute that is only known at run time; several names are a path into a map. */
export function attribute(...path: readonly string[]): Expression {
  return new Expression([path.map((name) => `#${name}`).join('.')], []);
}

/** Joins expressions, as by `, ` or ` AND `. */
export function join(parts: readonly Expression[], separator: string): Expression {
  if (parts.length === 0) return new Expression([''], []);
  return new Expression(['', ...Array(parts.length - 1).fill(separator), ''], parts);
}

/** Holds while all of the given conditions hold. An alternative among them must come from `anyOf`. */
export function allOf(...conditions: readonly (Expression | undefined)[]): Expression {
  return join(
    conditions.filter((it) => it !== undefined),
    ' AND ',
  );
}

/**
 * Holds while at least one of the conditions holds. It adds its own parentheses; do not add more, because DynamoDB rejects
 * doubled ones.
 */
export function anyOf(...conditions: readonly Expression[]): Expression {
  return expression`(${join(conditions, ' OR ')})`;
}

/** Holds while the item lacks the attribute, or while the condition holds. */
export function absentOr(name: Expression, condition: Expression): Expression {
  return anyOf(expression`attribute_not_exists(${name})`, condition);
}

export const EXISTS = expression`attribute_exists(pk)`;
export const ABSENT = expression`attribute_not_exists(pk)`;

const PARAMETERS = {
  key: 'KeyConditionExpression',
  filter: 'FilterExpression',
  projection: 'ProjectionExpression',
  update: 'UpdateExpression',
  condition: 'ConditionExpression',
} as const;

type Parameter = keyof typeof PARAMETERS;

/** The parameters of a call that has these expressions. */
export function expressionInput<P extends Parameter>(
  expressions: { readonly [N in P]?: Expression | undefined },
) {
  const input: Record<string, string> = {};
  const names: Record<string, string> = {};
  const values: Record<string, unknown> = {};
  let count = 0;
  const write = ({ texts, parts }: Expression): string => {
    let text = texts[0] ?? '';
    for (const [place, part] of parts.entries()) {
      text += (part instanceof Expression ? write(part) : placeholderOf(part)) + texts[place + 1];
    }
    return text;
  };
  const placeholderOf = (value: unknown): string => {
    const placeholder = `:v${count}`;
    count += 1;
    values[placeholder] = value;
    return placeholder;
  };
  for (const parameter of Object.keys(expressions) as P[]) {
    const part = expressions[parameter];
    if (!part) continue;
    const text = write(part);
    for (const placeholder of text.match(/#\w+/g) ?? []) names[placeholder] = placeholder.slice(1);
    input[PARAMETERS[parameter]] = text;
  }
  return {
    ...(input as { readonly [N in P as (typeof PARAMETERS)[N]]: string }),
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(count > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}
