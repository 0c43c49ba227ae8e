import { useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { AuditLink } from '../../components/audit-link.tsx';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { escalationSentences } from '../../components/escalation.ts';
import { EscalationText } from '../../components/escalation-text.tsx';
import { Facts, Panel } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { common } from '../../texts/common.ts';
import { changesOf, formOf } from './site-escalation.ts';
import { escalationFields, SITE_FIELDS } from './site-fields.ts';
import type { SiteProps } from './site-props.ts';
import { SiteZones } from './site-zones.tsx';
import { texts } from './sites-texts.ts';

/** The details of a site, its zones and its escalation. */
export function SiteSettings(props: SiteProps) {
  const { user } = useConsole();
  const { id, site } = props;
  return (
    <>
      <Panel
        title={texts.details}
        actions={
          <>
            <AuditLink entityId={id} />
            {isPermitted(user.role, 'sites:delete') && <DeleteSite {...props} />}
          </>
        }
      >
        {isPermitted(user.role, 'sites:update') ? (
          <SiteForm {...props} />
        ) : (
          <Facts
            facts={[
              [texts.timeZone, site.timezone],
              [
                texts.escalation,
                site.escalation ? <EscalationText escalation={site.escalation} /> : texts.modes.inherit,
              ],
            ]}
          />
        )}
      </Panel>
      <SiteZones {...props} />
    </>
  );
}

/** Deletes a site, or says what must be deleted before. */
function DeleteSite({ site, zones, devices }: SiteProps) {
  const { guard, change } = useConsole();
  if ([zones.items, devices].some((items = []) => items.length > 0)) {
    return (
      <ConfirmButton
        label={common.delete}
        title={texts.notEmpty(site.name)}
        text={texts.notEmptyText}
        action={common.delete}
      />
    );
  }
  return (
    <ConfirmButton
      label={common.delete}
      title={texts.deleteTitle(site.name)}
      text={texts.deleteText}
      action={common.delete}
      onConfirm={async () => {
        await guard.sites.delete(site.id);
        change({ itemId: undefined }, 'after saving');
      }}
    />
  );
}

/** Changes a site. Only those who may set the tenant's escalation set the site's. */
function SiteForm({ site, read, show }: SiteProps) {
  const { guard, user } = useConsole();
  const maySet = isPermitted(user.role, 'escalation:update');
  const { tenant_id: tenantId } = site;
  const { value: inherited } = useRead(
    async (signal) => (maySet ? guard.escalation.get({ tenantId, signal }) : undefined),
    [guard, maySet, tenantId],
  );
  const fields = useMemo(() => {
    const hint = inherited && texts.ofTenant(escalationSentences(inherited).join(' '));
    return maySet ? [...SITE_FIELDS, ...escalationFields(hint)] : SITE_FIELDS;
  }, [maySet, inherited]);
  return (
    <EditForm
      fields={fields}
      item={formOf(site)}
      read={async () => formOf(await read())}
      save={async (changes, ifMatch) =>
        formOf(await guard.sites.update(site.id, changesOf(changes, ifMatch), { ifMatch }))
      }
      onSaved={(form) => show(form.site)}
    />
  );
}
