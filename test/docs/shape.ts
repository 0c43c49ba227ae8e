/** The texts that differ in every run, with names for them. The most specific form comes first. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d+\|guard_(k_)?[0-9A-Za-z]+…?/g, '<$1token>'],
  [/(?<=[?&]cursor=)[\w-]+…?/g, '<cursor>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, '<time>'],
];

/** The text, with a name in place of everything that differs from run to run. */
export function withoutVarying(text: string): string {
  return VARYING.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}

/** The sign that a document writes for omitted parts: members of an object, elements of an array, the end of a text. */
const ELLIPSIS = '…';

/** Fields with values that mean nothing to a reader. */
const OPAQUE_FIELD = /(^token|cursor)$/;

/** Reads JSON in which an ellipsis may replace members or elements. */
export function readShape(text: string): unknown {
  const open: string[] = [];
  const json = text.replace(/"(?:[^"\\]|\\.)*"|[{}[\]…]/g, (part) => {
    if (part === '{' || part === '[') open.push(part);
    if (part === '}' || part === ']') open.pop();
    if (part !== ELLIPSIS) return part;
    return open.at(-1) === '{' ? `"${ELLIPSIS}":"${ELLIPSIS}"` : `"${ELLIPSIS}"`;
  });
  return JSON.parse(json);
}

/**
 * The differences of `actual` from `shown`, one line each. Keys, types and plain values must be the same; ids, tokens, times
 * and cursors must be present. An ellipsis allows more members, more elements, or the rest of a text.
 */
export function differences(shown: unknown, actual: unknown, path = 'the answer'): string[] {
  if (Array.isArray(shown)) return listDifferences(shown, actual, path);
  if (isObject(shown)) return objectDifferences(shown, actual, path);
  if (typeof shown === 'string' && typeof actual === 'string') return textDifferences(shown, actual, path);
  return shown === actual ? [] : [`${path} is ${describe(actual)}, not ${describe(shown)}`];
}

function listDifferences(shown: readonly unknown[], actual: unknown, path: string): string[] {
  if (!Array.isArray(actual)) return [`${path} is ${describe(actual)}, not an array`];
  const elements = shown.filter((element) => element !== ELLIPSIS);
  const mayBeMore = elements.length < shown.length;
  if (actual.length < elements.length || (actual.length > elements.length && !mayBeMore)) {
    return [`${path} has ${actual.length} elements, not ${elements.length}`];
  }
  return elements.flatMap((element, place) => differences(element, actual[place], `${path}[${place}]`));
}

function objectDifferences(
  shown: Readonly<Record<string, unknown>>,
  actual: unknown,
  path: string,
): string[] {
  if (!isObject(actual)) return [`${path} is ${describe(actual)}, not an object`];
  const names = Object.keys(shown).filter((name) => name !== ELLIPSIS);
  const missing = names.filter((name) => !Object.hasOwn(actual, name));
  const extra = Object.hasOwn(shown, ELLIPSIS)
    ? []
    : Object.keys(actual).filter((name) => !names.includes(name));
  return [
    ...missing.map((name) => `${path} has no ${name}`),
    ...extra.map((name) => `${path} has ${name}, which is not shown`),
    ...names
      .filter((name) => !missing.includes(name))
      .flatMap((name) => memberDifferences(name, shown[name], actual[name], `${path}.${name}`)),
  ];
}

function memberDifferences(name: string, shown: unknown, actual: unknown, path: string): string[] {
  const areOpaque = OPAQUE_FIELD.test(name) && typeof shown === 'string' && typeof actual === 'string';
  return areOpaque && actual !== '' ? [] : differences(shown, actual, path);
}

function textDifferences(shown: string, actual: string, path: string): string[] {
  const [expected, found] = [withoutVarying(shown), withoutVarying(actual)];
  const isSame = expected.endsWith(ELLIPSIS)
    ? found.startsWith(expected.slice(0, -ELLIPSIS.length))
    : found === expected;
  return isSame ? [] : [`${path} is ${describe(actual)}, not ${describe(shown)}`];
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function describe(value: unknown): string {
  return JSON.stringify(value) ?? 'nothing';
}
