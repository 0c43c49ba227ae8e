import { isPermitted } from '../../../shared/base/access.ts';
import { useConsole } from '../hooks/use-console.ts';
import { inLanguages } from '../texts/language.ts';
import { ScreenLink } from './link.tsx';

const label = inLanguages({ en: 'Changes', pt: 'Alterações', es: 'Cambios', de: 'Änderungen' });

interface AuditLinkProps {
  readonly entityId: string;
}

/** A link to the changes of an entity, for roles that may read the audit log. */
export function AuditLink({ entityId }: AuditLinkProps) {
  const { user } = useConsole();
  if (!isPermitted(user.role, 'audit:read')) return null;
  const to = { view: 'audit', itemId: entityId, since: undefined, until: undefined };
  return (
    <ScreenLink class="button" to={to}>
      {label}
    </ScreenLink>
  );
}
