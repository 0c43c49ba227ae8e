import { type CountingProxy, startCountingProxy } from './counting-proxy.ts';
import { type GuardUnderTest, startGuardUnderTest } from './guard-under-test.ts';

/** Runs the whole service on an engine behind a proxy that counts requests. */
export async function withCountedGuard<T>(
  endpoint: string,
  run: (guard: GuardUnderTest, proxy: CountingProxy) => Promise<T>,
): Promise<T> {
  const proxy = await startCountingProxy({ endpoint, holdsResponses: true });
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
