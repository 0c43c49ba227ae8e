/** Which rows of a long list are drawn: from `first` up to, but without, `end`. */
export interface DrawnRows {
  readonly first: number;
  readonly end: number;
}

/** So many rows are drawn beyond what is seen: a short scroll draws nothing anew, and a long one does not draw much. */
const BEYOND = 4;
const STEP = 4;

export interface Scrolled {
  /** How far the top of the list is above the top of what is seen; negative below it. */
  readonly above: number;
  readonly seenHeight: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** The rows to draw, all of the same height. The range moves in steps. */
export function drawnRows({ above, seenHeight, rowHeight, count }: Scrolled): DrawnRows {
  const firstSeen = Math.floor(above / rowHeight);
  const endSeen = Math.ceil((above + seenHeight) / rowHeight);
  const first = Math.floor((firstSeen - BEYOND) / STEP) * STEP;
  const end = Math.ceil((endSeen + BEYOND) / STEP) * STEP;
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return { first: within(first), end: within(end) };
}
