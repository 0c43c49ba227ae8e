import { isPermitted } from '../../../shared/base/access.ts';
import { inLanguages } from '../texts/language.ts';
import { ScreenLink } from './link.tsx';
import type { PageProps } from './page-props.ts';

const label = inLanguages({ en: 'Changes', pt: 'Alterações', es: 'Cambios', de: 'Änderungen' });

interface AuditLinkProps extends Pick<PageProps, 'user' | 'screen' | 'change'> {
  readonly entityId: string;
}

/** A link to the changes of an entity, for roles that may read the audit log. */
export function AuditLink({ user, screen, change, entityId }: AuditLinkProps) {
  if (!isPermitted(user.role, 'audit:read')) return null;
  const to = { view: 'audit', itemId: entityId, since: undefined, until: undefined };
  return (
    <ScreenLink class="button" screen={screen} change={change} to={to}>
      {label}
    </ScreenLink>
  );
}
