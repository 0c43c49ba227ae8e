import { hashPassword, verifyPassword } from '../../shared/users/password.ts';

/** Milliseconds of one verification. */
export interface VerificationTime {
  /** Of the processor: what it takes where it has one to itself. */
  readonly processor: number;
  /** By the clock, at the median: longer where others use this machine. */
  readonly clock: number;
}

const WARM_UPS = 5;
const RUNS = 101;

/** Verifies a password again and again, one at a time, as a Lambda function does. */
export async function measureVerification(): Promise<VerificationTime> {
  const password = 'correct horse battery staple';
  const hash = await hashPassword(password);
  for (let run = 0; run < WARM_UPS; run += 1) await verifyPassword(hash, password);
  const clock: number[] = [];
  const before = process.cpuUsage();
  for (let run = 0; run < RUNS; run += 1) {
    const startedAt = performance.now();
    await verifyPassword(hash, password);
    clock.push(performance.now() - startedAt);
  }
  const { user, system } = process.cpuUsage(before);
  clock.sort((a, b) => a - b);
  return { processor: (user + system) / 1_000 / RUNS, clock: clock[(RUNS - 1) / 2] ?? Number.NaN };
}
