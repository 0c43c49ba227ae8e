import { useCallback, useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Site, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { escalationSentences } from '../../parts/escalation.ts';
import { Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { changesOf, formOf } from './site-escalation.ts';
import { escalationFields, SITE_FIELDS } from './site-fields.ts';
import { texts } from './sites-texts.ts';

interface SiteFormProps extends PageProps {
  readonly site: Versioned<Site>;
  readonly read: () => Promise<Versioned<Site>>;
  readonly onSaved: (site: Versioned<Site>) => void;
}

/** Changes a site. Only those who may set the tenant's escalation set the site's. */
export function SiteForm({ guard, user, site, read, onSaved }: SiteFormProps) {
  const maySet = isPermitted(user.role, 'escalation:update');
  const { tenant_id: tenantId } = site;
  const readInherited = useCallback(
    async (signal: AbortSignal) => (maySet ? guard.escalation.get({ tenantId, signal }) : undefined),
    [guard, maySet, tenantId],
  );
  const { value: inherited } = useItem(readInherited);
  const fields = useMemo(() => {
    const hint = inherited && texts.ofTenant(escalationSentences(inherited).join(' '));
    return maySet ? [...SITE_FIELDS, ...escalationFields(hint)] : SITE_FIELDS;
  }, [maySet, inherited]);
  return (
    <Panel title={texts.details}>
      <EditForm
        fields={fields}
        item={formOf(site)}
        read={async () => formOf(await read())}
        save={async (changes, ifMatch) =>
          formOf(await guard.sites.update(site.id, changesOf(changes, ifMatch), { ifMatch }))
        }
        onSaved={(form) => onSaved(form.site)}
      />
    </Panel>
  );
}
