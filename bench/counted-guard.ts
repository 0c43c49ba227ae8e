import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { type GuardUnderTest, startGuardUnderTest } from './guard-under-test.ts';

/** Longer than a busy machine needs between two of many parallel requests. */
const QUIET_MILLISECONDS = 25;

/** Has the whole service run on an engine behind a proxy that counts what goes through it. */
export async function withCountedGuard<T>(
  endpoint: string,
  run: (guard: GuardUnderTest, proxy: CountingProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startCountingProxy({ endpoint, quietMilliseconds: QUIET_MILLISECONDS });
  try {
    const guard = await startGuardUnderTest(proxy.url);
    try {
      return await run(guard, proxy);
    } finally {
      await guard.stop();
    }
  } finally {
    await proxy.stop();
  }
}
