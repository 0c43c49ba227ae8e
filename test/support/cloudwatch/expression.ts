/** A value of one period; absent if it is unknown. */
export type Value = number | undefined;

/** What an expression finds in its alarm. */
export interface Names {
  value(id: string): Value;
  quota(id: string): Value;
}

type Argument = { readonly text: string; readonly values: readonly Value[] };

/**
 * The value of a metric math expression in one period (AWS, "Using math expressions with CloudWatch metrics"): the part
 * of the language that Guard's alarms use. What is computed with a missing value is missing, but SUM, MAX and MIN of a list
 * leave it out, and FILL puts another in its place.
 */
export function evaluateExpression(expression: string, names: Names): Value {
  const tokens = expression.match(/[a-zA-Z_]\w*|\d+(?:\.\d+)?|>=|<=|==|!=|[-+*/()[\],<>]/g) ?? [];
  if (tokens.join('') !== expression.replaceAll(/\s/g, '')) throw new Error(`Cannot read ${expression}`);
  let place = 0;
  const peek = () => tokens[place];
  const take = () => tokens[place++] ?? '';
  const expect = (token: string) => {
    const found = take();
    if (found !== token) throw new Error(`${token} is expected, not ${found}, in ${expression}`);
  };

  function comparison(): Value {
    let left = sum();
    for (let operator = peek(); operator && operator in COMPARISONS; operator = peek()) {
      take();
      left = both(COMPARISONS[operator], left, sum());
    }
    return left;
  }

  function sum(): Value {
    let left = product();
    for (let operator = peek(); operator === '+' || operator === '-'; operator = peek()) {
      take();
      left = both(operator === '+' ? (a, b) => a + b : (a, b) => a - b, left, product());
    }
    return left;
  }

  function product(): Value {
    let left = operand();
    for (let operator = peek(); operator === '*' || operator === '/'; operator = peek()) {
      take();
      left = both(
        operator === '*' ? (a, b) => a * b : (a, b) => (b === 0 ? undefined : a / b),
        left,
        operand(),
      );
    }
    return left;
  }

  function operand(): Value {
    const token = take();
    if (token === '(') {
      const value = comparison();
      expect(')');
      return value;
    }
    if (/^\d/.test(token)) return Number(token);
    if (peek() !== '(') return names.value(token);
    take();
    return call(token, list(')'), names);
  }

  function list(end: string): Argument[] {
    const values: Argument[] = [];
    while (peek() !== end) {
      values.push(argument());
      if (peek() !== end) expect(',');
    }
    take();
    return values;
  }

  function argument(): Argument {
    const text = peek() ?? '';
    if (text !== '[') return { text, values: [comparison()] };
    take();
    return { text, values: list(']').flatMap(({ values }) => values) };
  }

  const value = comparison();
  if (place < tokens.length) throw new Error(`${peek()} is too much in ${expression}`);
  return value;
}

const truth = (is: boolean) => (is ? 1 : 0);

const COMPARISONS: Readonly<Record<string, (a: number, b: number) => number>> = {
  '>': (a, b) => truth(a > b),
  '>=': (a, b) => truth(a >= b),
  '<': (a, b) => truth(a < b),
  '<=': (a, b) => truth(a <= b),
  '==': (a, b) => truth(a === b),
  '!=': (a, b) => truth(a !== b),
};

function both(compute: ((a: number, b: number) => Value) | undefined, left: Value, right: Value): Value {
  return left === undefined || right === undefined ? undefined : compute?.(left, right);
}

function call(name: string, parameters: readonly Argument[], names: Names): Value {
  const [first, second, third] = parameters;
  const present = first?.values.filter((value) => value !== undefined) ?? [];
  switch (name) {
    case 'SUM':
      return present.length === 0 ? undefined : present.reduce((sum, value) => sum + value, 0);
    case 'MAX':
      return present.length === 0 ? undefined : Math.max(...present);
    case 'MIN':
      return present.length === 0 ? undefined : Math.min(...present);
    case 'IF': {
      const [condition] = first?.values ?? [];
      if (condition === undefined) return undefined;
      return (condition === 0 ? third : second)?.values[0];
    }
    case 'FILL':
      return first?.values[0] ?? second?.values[0];
    case 'SERVICE_QUOTA':
      return names.quota(first?.text ?? '');
    default:
      throw new Error(`No function ${name}`);
  }
}
