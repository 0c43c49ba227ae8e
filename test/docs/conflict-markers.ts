/** The lines that Git writes into a file whose changes it cannot merge. */
const MARKER = /^(?:<{7}(?: .*)?|\|{7}(?: .*)?|={7}|>{7}(?: .*)?)\r?$/;

/** The numbers of the lines of a text that are markers of an unresolved merge conflict, counted from 1. */
export function conflictMarkers(text: string): number[] {
  return text.split('\n').flatMap((line, index) => (MARKER.test(line) ? [index + 1] : []));
}
