import { encode } from 'uqr';

/** The outline of a QR code with its quiet zone. It does without Preact, which would be split from the first load. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { data, size } = encode(text, { border: 4 });
  const cells = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return { size, path: cells.join('') };
}
