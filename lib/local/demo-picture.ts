import { deflateSync } from 'node:zlib';
import { chunk } from '../../shared/pictures/clean-png.ts';

const WIDTH = 320;
const HEIGHT = 180;
const HORIZON = 110;
const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

/** Draws what a camera at a gate sees at night: a wall, a lamp, a door that may stand open, and a box that was not there. */
export function drawDemoPicture(random: () => number): Uint8Array {
  const lamp = 60 + Math.floor(random() * 200);
  const box = 20 + Math.floor(random() * 250);
  const isOpen = random() < 0.5;
  const shadeAt = (x: number, y: number): number => {
    const light = Math.max(0, 120 - Math.hypot(x - lamp, (y - 40) * 1.4));
    if (Math.hypot(x - lamp, y - 40) < 4) return 255;
    if (x > 200 && x < 240 && y > 50 && y < HORIZON + 8) return isOpen ? 12 : 90 + light / 3;
    if (x > box && x < box + 36 && y > HORIZON + 10 && y < HORIZON + 36) return 150 + light / 2;
    if (y < HORIZON)
      return 30 + light + (y % 12 === 0 ? 12 : 0) + ((x + (Math.floor(y / 12) % 2) * 12) % 24 === 0 ? 12 : 0);
    return 45 + (y - HORIZON) / 2 + light / 2;
  };
  const lines = Buffer.alloc(HEIGHT * (WIDTH + 1));
  for (let y = 0; y < HEIGHT; y += 1) {
    for (let x = 0; x < WIDTH; x += 1) {
      const noise = random() * 10;
      lines[y * (WIDTH + 1) + 1 + x] = Math.min(255, Math.round(shadeAt(x, y) + noise));
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(WIDTH, 0);
  header.writeUInt32BE(HEIGHT, 4);
  header[8] = 8; // bits of grey
  return Buffer.concat([SIGNATURE, chunk('IHDR', header), chunk('IDAT', deflateSync(lines)), chunk('IEND')]);
}
