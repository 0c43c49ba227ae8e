import { useCallback, useContext, useMemo, useState } from 'preact/hooks';
import type { GuardClient, SiteTest } from '../../client/index.ts';
import { runningTests } from '../state/tests.ts';
import { Clock, useTimed } from './use-now.ts';
import { usePolled } from './use-polled.ts';

export interface RunningTests {
  /** The tests within the scope that run now; the one that ends last comes last. */
  readonly running: readonly SiteTest[];
  /** Shows a test as it was received, before a list contains it. */
  readonly show: (test: SiteTest) => void;
}

const EVERY_MS = 60_000;

/** The running tests of a tenant: read every minute, and updated by what the alerts' connection receives. */
export function useRunningTests(guard: GuardClient, tenantId: string | undefined): RunningTests {
  const clock = useContext(Clock);
  const { value: listed } = usePolled(
    (signal) => guard.tests.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    EVERY_MS,
    [guard, tenantId],
  );
  const [received, setReceived] = useState<readonly SiteTest[]>([]);
  const show = useCallback(
    (test: SiteTest) => setReceived((before) => [...before.slice(-MOST_RECEIVED), test]),
    [],
  );
  const known = useMemo(() => [...(listed ?? []), ...received], [listed, received]);
  const ids = useTimed((now) =>
    runningTests(known, now)
      .map(({ id }) => id)
      .join(),
  );
  // `ids` changes when a test begins or ends.
  const running = useMemo(() => runningTests(known, clock()), [known, clock, ids]);
  return { running, show };
}

/** The maximum number of received tests to keep. Lists contain a change within seconds. */
const MOST_RECEIVED = 100;
