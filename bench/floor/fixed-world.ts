import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';

/**
 * If loaded first, fixes the clock of a process (`FIXED_AT`, epoch milliseconds) and its random bytes (`FIXED_BYTE`), so
 * that the table calls and responses of two processes can be compared byte by byte.
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
