import { readFileSync } from 'node:fs';
import * as z from 'zod';

const capturedSchema = z.array(
  z.object({ name: z.string(), account: z.string(), hex: z.string(), signal: z.string() }),
);

/** Frames of real panels and of one simulator, as they were captured, with the account that chooses their panel. */
export const CAPTURED_FRAMES = capturedSchema
  .parse(JSON.parse(readFileSync('test/support/panels/captured-frames.json', 'utf8')))
  .map(({ hex, ...frame }) => ({ ...frame, bytes: Buffer.from(hex, 'hex') }));

export function capturedFrame(name: string): Buffer {
  const frame = CAPTURED_FRAMES.find((it) => it.name === name);
  if (!frame) throw new Error(`No captured frame is named ${name}`);
  return frame.bytes;
}
