/**
 * DynamoDB expressions as templates. `#name` is an attribute, `${value}` a value or another expression:
 *
 *     expression`SET #due = ${later} REMOVE #failing_since`
 *
 * `expressionInput` turns the expressions of a call into its parameters, with all names and values.
 */
export class Expression {
  readonly texts: readonly string[];
  readonly values: readonly unknown[];

  /** `values[n]` is between `texts[n]` and `texts[n + 1]`. */
  constructor(texts: readonly string[], values: readonly unknown[]) {
    this.texts = texts;
    this.values = values;
  }
}

export function expression(template: TemplateStringsArray, ...parts: readonly unknown[]): Expression {
  return concatenate(template, parts);
}

function concatenate(between: readonly string[], parts: readonly unknown[]): Expression {
  const texts = [between[0] ?? ''];
  const values: unknown[] = [];
  const append = (text = '') => {
    texts[texts.length - 1] += text;
  };
  for (const [place, part] of parts.entries()) {
    if (part instanceof Expression) {
      append(part.texts[0]);
      texts.push(...part.texts.slice(1));
      values.push(...part.values);
      append(between[place + 1]);
    } else {
      texts.push(between[place + 1] ?? '');
      values.push(part);
    }
  }
  return new Expression(texts, values);
}

/** Names an attribute that is only known at run time; several names are a path into a map. */
export function attribute(...path: readonly string[]): Expression {
  return new Expression([path.map((name) => `#${name}`).join('.')], []);
}

/** Joins expressions, as by `, ` or ` AND `. */
export function join(parts: readonly Expression[], separator: string): Expression {
  if (parts.length === 0) return new Expression([''], []);
  return concatenate(['', ...Array(parts.length - 1).fill(separator), ''], parts);
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
  for (const parameter of Object.keys(expressions) as P[]) {
    const part = expressions[parameter];
    if (!part) continue;
    let text = part.texts[0] ?? '';
    for (const [place, value] of part.values.entries()) {
      const placeholder = `:v${count}`;
      count += 1;
      values[placeholder] = value;
      text += placeholder + part.texts[place + 1];
    }
    for (const placeholder of text.match(/#\w+/g) ?? []) names[placeholder] = placeholder.slice(1);
    input[PARAMETERS[parameter]] = text;
  }
  return {
    ...(input as { readonly [N in P as (typeof PARAMETERS)[N]]: string }),
    ...(Object.keys(names).length > 0 ? { ExpressionAttributeNames: names } : {}),
    ...(count > 0 ? { ExpressionAttributeValues: values } : {}),
  };
}
