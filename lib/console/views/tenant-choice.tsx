import { useCallback, useEffect } from 'preact/hooks';
import type { GuardClient } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import type { ChangeScreen } from '../hooks/use-screen.ts';
import { problemText } from '../services/problem.ts';
import type { Screen } from '../state/screen.ts';
import { ScreenLink } from './link.tsx';

interface TenantChoiceProps {
  readonly guard: GuardClient;
  readonly screen: Screen;
  readonly change: ChangeScreen;
  readonly onSignOut: () => void;
}

const EVERY_MS = 60_000;

/** Lets a platform admin choose a tenant: the console shows one at a time. */
export function TenantChoice({ guard, screen, change, onSignOut }: TenantChoiceProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.tenants.list({ limit: 100 }, { signal }).all(),
    [guard],
  );
  const { value: tenants, error } = usePolled(read, EVERY_MS);
  useEffect(() => {
    document.title = 'Choose a tenant · Guard';
  }, []);
  return (
    <main class="tenant-choice">
      <h1>Choose a tenant</h1>
      {error !== undefined && <p role="alert">{problemText(error)}</p>}
      {!tenants && error === undefined && <p role="status">Reading the tenants …</p>}
      <ul>
        {tenants?.map(({ id, name, status }) => (
          <li key={id}>
            <ScreenLink screen={screen} change={change} to={{ tenantId: id }}>
              {name}
              {status !== 'active' && <span class="muted"> ({status})</span>}
            </ScreenLink>
          </li>
        ))}
      </ul>
      <button type="button" onClick={onSignOut}>
        Sign out
      </button>
    </main>
  );
}
