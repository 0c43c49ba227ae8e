/** The most requests that the watch of a wall screen sends within 24 hours, with tickets and reconnections. */
export const WATCH_REQUESTS_PER_DAY = 1_440;

/** A wall screen looks for a new release as often as this: 24 requests more a day. */
export const RELEASE_EVERY_MS = 60 * 60_000;

const SCRIPT = /console\/assets\/(console-\w+\.js)/;

/** The script of a release, by a page of the console or by the address of the script. */
export function scriptIn(text: string): string | undefined {
  return SCRIPT.exec(text)?.[1];
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** The size of a tile, in the size of its text. */
const TILE = { width: 11, height: 3.9 };
const SCALES = [1, 0.8, 0.65];

export interface TileRoom {
  /** The factor of the text's size. */
  readonly scale: number;
  /** The number of tiles; one less place if others must be counted instead of shown. */
  readonly shown: number;
}

/** How many of the tiles fit, and how large: as large as all of them may be, and never too small to read. */
export function roomFor(count: number, { width, height }: Size, em: number): TileRoom {
  const fits = (scale: number) =>
    Math.max(1, Math.floor(width / (TILE.width * em * scale))) *
    Math.max(1, Math.floor(height / (TILE.height * em * scale)));
  const scale = SCALES.find((it) => fits(it) >= count) ?? SCALES.at(-1) ?? 1;
  const most = fits(scale);
  return { scale, shown: count <= most ? count : most - 1 };
}

const ORBIT_MS = 60_000;
const ORBIT_SIDE = 8;

/** What stands still burns in: the content moves by a pixel every minute, round a small square. */
export function orbitAt(now: number): { readonly x: number; readonly y: number } {
  const step = Math.floor(now / ORBIT_MS) % (4 * ORBIT_SIDE);
  const along = step % ORBIT_SIDE;
  switch (Math.floor(step / ORBIT_SIDE)) {
    case 0:
      return { x: along, y: 0 };
    case 1:
      return { x: ORBIT_SIDE, y: along };
    case 2:
      return { x: ORBIT_SIDE - along, y: ORBIT_SIDE };
    default:
      return { x: 0, y: ORBIT_SIDE - along };
  }
}
