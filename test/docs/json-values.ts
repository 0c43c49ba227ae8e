/**
 * The JSON objects and arrays that commands printed one after the other, with or without space between them. Throws if the
 * output contains anything else.
 */
export function readJsonValues(output: string): unknown[] {
  const values: unknown[] = [];
  let depth = 0;
  let begin = 0;
  for (const { 0: part, index } of output.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]|[^\s"{}[\]]+/g)) {
    if (depth === 0) begin = index;
    if (part === '{' || part === '[') depth += 1;
    else if (part === '}' || part === ']') depth -= 1;
    if (depth > 0) continue;
    const text = output.slice(begin, index + part.length);
    if (!/^[{[]/.test(text)) throw new Error(`The output is not JSON: ${output.slice(begin).slice(0, 200)}`);
    values.push(JSON.parse(text));
  }
  if (depth !== 0) throw new Error(`The output ends within JSON: ${output.slice(begin).slice(0, 200)}`);
  return values;
}
