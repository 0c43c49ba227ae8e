import { createHash } from 'node:crypto';
import type { RandomBytes } from '../../shared/ids.ts';

/** Random bytes that are the same in every run and never repeat within one. */
export function seededRandomBytes(seed = 'test'): RandomBytes {
  let calls = 0;
  return (size) => {
    calls += 1;
    const blocks = Array.from({ length: Math.ceil(size / 32) }, (_, block) =>
      createHash('sha256').update(`${seed} ${calls} ${block}`).digest(),
    );
    return Buffer.concat(blocks).subarray(0, size);
  };
}
