import type { Orientation } from './exif-orientation.ts';

/** What a format's reader finds. The sides are those of the stored pixels, before the picture is turned. */
export interface CleanedParts {
  readonly parts: readonly Uint8Array[];
  readonly width: number;
  readonly height: number;
  readonly orientation: Orientation;
}
