/** What is another in every run, and what a document writes in its place. The most telling form comes first. */
const VARYING: readonly (readonly [RegExp, string])[] = [
  [/\d+\|guard_(k_)?[0-9A-Za-z]+…?/g, '<$1token>'],
  [/(?<=[?&]cursor=)[\w-]+…?/g, '<cursor>'],
  [/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, '<id>'],
  [/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00/g, '<time>'],
  [/(?<=127\.0\.0\.1:)\d+/g, '<port>'],
];

/** A text with a name in the place of everything in it that varies from run to run. */
export function withoutVarying(text: string): string {
  return VARYING.reduce((result, [pattern, name]) => result.replace(pattern, name), text);
}
