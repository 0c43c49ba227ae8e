import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * Loaded into a process before anything else, has it live in one instant (`FIXED_AT`, in epoch milliseconds) and draw
 * the same byte (`FIXED_BYTE`) again and again: what two processes then do to the table and answer can be compared to the byte.
 */
const instant = Number(process.env['FIXED_AT']);
const byte = Number(process.env['FIXED_BYTE']);

class FixedDate extends Date {
  constructor(...given: unknown[]) {
    super(...((given.length === 0 ? [instant] : given) as [number]));
  }

  static override now(): number {
    return instant;
  }
}

globalThis.Date = FixedDate as DateConstructor;
crypto.randomBytes = ((size: number) => Buffer.alloc(size, byte)) as typeof crypto.randomBytes;
syncBuiltinESMExports();
