/** The rows of a long list that are drawn: from `first` to the one before `end`. */
export interface DrawnRows {
  readonly first: number;
  readonly end: number;
}

/** The number of rows that are drawn beyond the visible ones: a short scroll draws nothing, and a long one little. */
const BEYOND = 4;
const STEP = 4;

export interface Scrolled {
  /** The distance from the top of the list to the top of the view; negative if the list starts below. */
  readonly above: number;
  readonly viewHeight: number;
  readonly rowHeight: number;
  readonly count: number;
}

/** The rows to draw. All have the same height. The range moves in steps. */
export function drawnRows({ above, viewHeight, rowHeight, count }: Scrolled): DrawnRows {
  const firstVisible = Math.floor(above / rowHeight);
  const endVisible = Math.ceil((above + viewHeight) / rowHeight);
  const first = Math.floor((firstVisible - BEYOND) / STEP) * STEP;
  const end = Math.ceil((endVisible + BEYOND) / STEP) * STEP;
  const within = (row: number) => Math.min(Math.max(row, 0), count);
  return { first: within(first), end: within(end) };
}
