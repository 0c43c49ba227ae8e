/** An element of an XML body: its text, or its attributes (`@name`) and elements, without the prefixes of namespaces. */
export type XmlValue = string | XmlElement | readonly XmlValue[];

export interface XmlElement {
  readonly [name: string]: XmlValue | undefined;
}

/** What another system has sent, after its body was unpacked and read. */
export interface InboundMessage {
  /** The topic under which a broker would carry it, if the sender named one. */
  readonly topic: string | undefined;
  /** Whether a broker had kept it for new subscribers; `undefined` if nobody said. */
  readonly isRetained: boolean | undefined;
  /** The body as text; empty without one. */
  readonly text: string;
  /** The value of a JSON body, of the fields of a form, or of the query; `undefined` for another body. */
  readonly json: unknown;
  /** The root of an XML body, with its name as the only field. */
  readonly xml: XmlElement | undefined;
  /** The pictures that came with it. */
  readonly pictures: readonly Buffer[];
  /** Whether it had no body, so that a program that only opens links may have sent it. */
  readonly isOnlyQuery: boolean;
}

type Fields = Readonly<Record<string, unknown>>;

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The fields of a value; none if it is no object. */
export const fieldsOf = (value: unknown): Fields => (isFields(value) ? value : {});

export const listOf = (value: unknown): readonly unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null ? [] : [value];

/** A text, number or boolean as trimmed text; `undefined` if it says nothing. */
export function textIn(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  const text = typeof value === 'string' ? value.trim() : '';
  return text === '' ? undefined : text;
}

/** The first of some values that is a text. */
export const firstText = (...values: readonly unknown[]): string | undefined => {
  for (const value of values) {
    const text = textIn(value);
    if (text !== undefined) return text;
  }
  return undefined;
};

/** The text of an XML element, whatever its attributes. */
export function xmlText(value: XmlValue | undefined): string | undefined {
  if (typeof value === 'string') return textIn(value);
  if (Array.isArray(value)) return xmlText((value as readonly XmlValue[])[0]);
  return value === undefined ? undefined : xmlText((value as XmlElement)['#text']);
}

/** The elements with a name, directly below a value. */
export function xmlChildren(value: XmlValue | undefined, name: string): readonly XmlElement[] {
  if (typeof value !== 'object' || Array.isArray(value)) return [];
  return listOf((value as XmlElement)[name]).map((it) =>
    typeof it === 'string' ? { '#text': it } : (it as XmlElement),
  );
}

/** Every element with a name, at any depth, in the order of the document. */
export function findElements(value: XmlValue | undefined, name: string): readonly XmlElement[] {
  if (typeof value !== 'object') return [];
  if (Array.isArray(value)) return (value as readonly XmlValue[]).flatMap((it) => findElements(it, name));
  return Object.entries(value).flatMap(([key, child]) => [
    ...(key === name ? xmlChildren(value, name) : []),
    ...findElements(child, name),
  ]);
}
