import { vi } from 'vitest';

/** What comes to pass as soon as the machine has time for it may take seconds on a busy one. */
const LONGEST_WAIT_MILLISECONDS = 30_000;

/** Waits until a check no longer throws; fails as the check does where that never comes. */
export async function eventually(check: () => unknown, everyMilliseconds = 10): Promise<void> {
  await vi.waitFor(check, { timeout: LONGEST_WAIT_MILLISECONDS, interval: everyMilliseconds });
}
