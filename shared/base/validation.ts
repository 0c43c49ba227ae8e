import type * as z from 'zod/mini';
import { ApiError, type FieldErrors } from './errors.ts';

/** Parses untrusted input. Throws `validation_failed` with a message for each invalid field. */
export function validate<S extends z.ZodMiniType>(schema: S, input: unknown): z.infer<S> {
  const result = schema.safeParse(input);
  if (result.success) return result.data;
  throw new ApiError('validation_failed', { fields: describeIssues(result.error.issues, input) });
}

function describeIssues(issues: readonly z.core.$ZodIssue[], input: unknown): FieldErrors {
  const fields = new Map<string, string[]>();
  for (const issue of withoutConsequences(issues)) {
    for (const [field, message] of describeIssue(issue, input)) {
      fields.set(field, [...(fields.get(field) ?? []), message]);
    }
  }
  // Not Object.fromEntries, because a field named __proto__ must be an ordinary key.
  const errors: FieldErrors = Object.create(null);
  for (const [field, messages] of fields) errors[field] = messages;
  return errors;
}

/**
 * Removes all other issues of a value that has the wrong type. For example, a text instead of a list has no number of items
 * either.
 */
function withoutConsequences(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const placeOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path.map(String));
  const mistyped = new Set(issues.filter(({ code }) => code === 'invalid_type').map(placeOf));
  return issues.filter((issue) => issue.code === 'invalid_type' || !mistyped.has(placeOf(issue)));
}

/** How many characters of a field name from the client a message contains. */
export const MAXIMUM_FIELD_NAME_LENGTH = 100;

function describeIssue(issue: z.core.$ZodIssue, input: unknown): [field: string, message: string][] {
  const path = issue.path.map(String);
  if (issue.code === 'unrecognized_keys') {
    return issue.keys.map((key) => {
      const field = [...path, key].join('.').slice(0, MAXIMUM_FIELD_NAME_LENGTH);
      return [field, `The ${field} field is not allowed.`];
    });
  }
  if (path.length === 0) {
    return [['body', issue.code === 'custom' ? issue.message : 'The request body must be a JSON object.']];
  }
  const field = path.join('.').slice(0, MAXIMUM_FIELD_NAME_LENGTH);
  const value = valueAt(input, issue.path);
  const problem = value === undefined ? 'is required' : explain(issue) + hintAt(issue, value);
  return [[field, `The ${field} field ${problem}.`]];
}

/** The value at a path of the input; `undefined` if there is none. */
function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  let value: unknown = input;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = Reflect.get(value, key);
  }
  return value;
}

/** A hint for a UTC offset that is not encoded: in a query, a plus sign means a space, so the offset loses its sign. */
function hintAt(issue: z.core.$ZodIssue, value: unknown): string {
  const isTimestamp = issue.code === 'invalid_format' && issue.format === 'datetime';
  return isTimestamp && / \d\d:\d\d$/.test(String(value)) ? ': write its + as %2B in a URL' : '';
}

/** Words the rule that a field breaks, to continue "The … field". */
function explain(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${TYPE_NAMES[issue.expected] ?? issue.expected}`;
    case 'too_small':
      return `must be at least ${issue.minimum}${unitOf(issue.origin, issue.minimum)}`;
    case 'too_big':
      return `must not be greater than ${issue.maximum}${unitOf(issue.origin, issue.maximum)}`;
    case 'invalid_value':
      return `must be ${issue.values.length > 1 ? 'one of ' : ''}${issue.values.map(String).join(', ')}`;
    case 'invalid_format':
      return FORMAT_MESSAGES[issue.format] ?? issue.message;
    case 'invalid_key': {
      const [wrong] = issue.issues;
      return wrong ? `has a name that ${explain(wrong)}` : issue.message;
    }
    default:
      return issue.message;
  }
}

const TYPE_NAMES: Record<string, string> = {
  string: 'a string',
  boolean: 'true or false',
  number: 'a number',
  int: 'an integer',
  array: 'an array',
  object: 'an object',
  record: 'an object',
};

const FORMAT_MESSAGES: Record<string, string> = {
  date: 'must be a date such as 2026-11-20',
  email: 'must be a valid email address',
  datetime: 'must be an ISO 8601 timestamp with a UTC offset',
};

function unitOf(origin: string, count: number | bigint): string {
  const unit = { string: 'character', array: 'item' }[origin];
  return unit === undefined ? '' : ` ${unit}${Number(count) === 1 ? '' : 's'}`;
}
