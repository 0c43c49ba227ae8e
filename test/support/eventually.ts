import { vi } from 'vitest';

/** A busy machine may need seconds for asynchronous work. */
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** Waits until a check no longer throws. Rejects with the check's last error after the timeout. */
export async function eventually(check: () => unknown, everyMilliseconds = 10): Promise<void> {
  await vi.waitFor(check, { timeout: LONGEST_WAIT_MILLISECONDS, interval: everyMilliseconds });
}
