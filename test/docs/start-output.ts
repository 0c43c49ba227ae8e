import { withoutVarying } from './varying.ts';

/**
 * What differs between the output that a document shows and the end of what was printed, as a diff. Only ports of
 * engines and the folder that the command ran in vary.
 */
export function outputDifferences(shown: string, printed: string, folder: string): string[] {
  const expected = linesOf(shown);
  const actual = linesOf(printed.replaceAll(`${folder}/`, '')).slice(-expected.length);
  const rows = Math.max(expected.length, actual.length);
  return Array.from({ length: rows }, (_, place) => [expected[place] ?? '', actual[place] ?? '']).flatMap(
    ([wanted = '', found = '']) =>
      withoutVarying(wanted) === withoutVarying(found) ? [] : [`- ${wanted}`, `+ ${found}`],
  );
}

function linesOf(text: string): string[] {
  return text.trim().split('\n');
}
