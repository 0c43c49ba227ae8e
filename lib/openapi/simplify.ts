/** A part of a document in which `simplify` looks for what generators of clients fail at. */
type Part = Record<string, unknown>;

/** Longer patterns help no reader, and some generators write them into the client. */
const LONGEST_PATTERN = 100;

/** What a reference may have beside it: other keywords break the client of openapi-python-client. */
const BESIDE_REFERENCE = ['$ref', 'description', 'default', 'summary'];

/**
 * Constructs that are right in OpenAPI 3.1, but that generators of clients cannot read. Each says who fails, and what the
 * document has instead. Guard checks requests by its own schemas, which stay as strict as they are.
 */
export const CONSTRUCTS: readonly {
  readonly name: string;
  /** Generators of openapi-generator 7.26 where not said otherwise. */
  readonly fails: string;
  readonly isIn: (part: Part) => boolean;
  readonly replace: (part: Part) => Part;
}[] = [
  {
    name: 'a boolean with a constant',
    fails: 'Java and C# do not compile; Rust, PHP and Kotlin fail at each response with it',
    isIn: ({ type, const: constant }) => type === 'boolean' && constant !== undefined,
    replace: ({ const: constant, ...part }) => saying(part, `Always ${constant} where it is present.`),
  },
  {
    name: 'an array with a default',
    fails:
      'Java does not compile, as the names of values are forgotten, nor does Go with a default of objects',
    isIn: ({ type, default: value }) => type === 'array' && Array.isArray(value),
    replace: ({ default: value, ...part }) => saying(part, `${describeDefault(value)} by default.`),
  },
  {
    name: 'keywords beside a reference',
    fails: 'Python does not import the client',
    isIn: (part) => '$ref' in part && Object.keys(part).some((key) => !BESIDE_REFERENCE.includes(key)),
    replace: (part) =>
      Object.fromEntries(Object.entries(part).filter(([key]) => BESIDE_REFERENCE.includes(key))),
  },
  {
    name: 'a pattern beside a format of dates and times',
    fails: 'Ruby rejects every value',
    isIn: ({ format, pattern }) => (format === 'date-time' || format === 'date') && pattern !== undefined,
    replace: ({ pattern: _, ...part }) => part,
  },
  {
    name: 'a pattern that nobody can read',
    fails: 'plugins of zod and readers of the reference',
    isIn: ({ pattern }) => typeof pattern === 'string' && pattern.length > LONGEST_PATTERN,
    replace: ({ pattern: _, ...part }) => part,
  },
  {
    name: 'an integer above an exclusive minimum',
    fails: 'ogen 1.25',
    isIn: ({ type, exclusiveMinimum }) => type === 'integer' && typeof exclusiveMinimum === 'number',
    replace: ({ exclusiveMinimum, ...part }) => ({ ...part, minimum: Number(exclusiveMinimum) + 1 }),
  },
  {
    name: 'an `anyOf` of which only one can hold',
    fails: 'ogen 1.25',
    isIn: ({ anyOf }) => Array.isArray(anyOf) && areDistinct(anyOf),
    replace: ({ anyOf, ...part }) => ({ ...part, oneOf: anyOf }),
  },
  {
    name: 'a constant null',
    fails: 'ogen 1.25',
    isIn: ({ type, const: constant }) => Array.isArray(type) && constant === null,
    replace: ({ const: _, ...part }) => part,
  },
  {
    name: 'an object with a default',
    fails: 'Go does not compile; ogen 1.25',
    isIn: ({ type, default: value }) =>
      isPart(value) || (value !== undefined && [type].flat().includes('object')),
    replace: ({ default: value, ...part }) => saying(part, `${describeDefault(value)} by default.`),
  },
];

/** The most characters of a text, which its schema declares beside a pattern. */
const LIMIT = 'x-limit';

/** Replaces the constructs in a document. Expects JSON. */
export function simplify<T>(document: T): T {
  return JSON.parse(JSON.stringify(document), (_key, value) => (isPart(value) ? simplifyPart(value) : value));
}

function simplifyPart(part: Part): Part {
  const { [LIMIT]: limit, ...rest } = part;
  const said =
    limit === undefined
      ? part
      : saying(
          rest,
          `At most ${limit} characters without the blanks around them, and no control characters.`,
        );
  return CONSTRUCTS.reduce(
    (simpler, { isIn, replace }) => (isIn(simpler) ? replace(simpler) : simpler),
    said,
  );
}

function saying({ description, ...part }: Part, sentence: string): Part {
  return { ...part, description: description === undefined ? sentence : `${description} ${sentence}` };
}

/** A default in words: the texts of a list, or an object as JSON. */
function describeDefault(value: unknown): string {
  const isEmpty = isPart(value) && Object.keys(value).length === 0;
  const values = Array.isArray(value) ? value : isEmpty ? [] : [value];
  const words = values.map((it) => `\`${typeof it === 'string' ? it : JSON.stringify(it)}\``);
  return words.length === 0 ? 'Empty' : words.join(', ');
}

/** Whether each of these objects requires a property that no other has. */
function areDistinct(parts: readonly unknown[]): boolean {
  return parts.every(
    (it) =>
      isPart(it) &&
      Array.isArray(it['required']) &&
      it['required'].some((name) =>
        parts.every((other) => other === it || !isPart(other) || !hasProperty(other, name)),
      ),
  );
}

const hasProperty = ({ properties }: Part, name: string) => isPart(properties) && name in properties;

function isPart(value: unknown): value is Part {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
