import { useConsole } from '../hooks/use-console.ts';
import { desk } from '../texts/desk.ts';

/** The tenant in which a platform admin acts; nothing for other users. */
export function TenantName() {
  const { tenantName } = useConsole();
  if (tenantName === undefined) return null;
  return (
    <p>
      {desk.detail.tenant} <strong>{tenantName}</strong>
    </p>
  );
}
