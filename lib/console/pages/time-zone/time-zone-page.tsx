import { useState } from 'preact/hooks';
import { ownTimeZone } from '../../../../shared/base/time-zones.ts';
import { Form } from '../../components/form.tsx';
import { PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useTenantZone } from '../../hooks/use-tenant-zone.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { TIME_ZONE_CHOICE } from '../../state/time-zone-choice.ts';
import { texts } from './time-zone-texts.ts';

const FIELDS: readonly Field[] = [
  { name: 'time_zone', label: texts.timeZone, hint: texts.hint, ...TIME_ZONE_CHOICE },
];

/** The time zone of the tenant; without one, the browser's is filled in, and saved only if the person wants it. */
export function TimeZonePage(props: PageProps) {
  const { guard, user, tenantId } = useConsole();
  const { title } = props;
  const { value: tenant, error, show, again } = useTenantZone();
  const [isSaved, setSaved] = useState(false);
  const timeZone = tenant?.timeZone ?? null;
  return (
    <PageLayout title={title}>
      <p class="explanation">{texts.about}</p>
      {tenant ? (
        <Panel>
          {timeZone === null && !isSaved && <p class="notice">{texts.proposed(ownTimeZone())}</p>}
          <Form
            fields={FIELDS}
            initial={valuesOf(FIELDS, { time_zone: timeZone ?? (isSaved ? null : ownTimeZone()) })}
            onSubmit={async (values) => {
              const changed = await guard.tenants.update(tenantId ?? user.tenant_id, bodyOf(FIELDS, values));
              show({ timeZone: changed.time_zone });
              setSaved(true);
            }}
          />
          <p role="status">{isSaved && texts.saved}</p>
        </Panel>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}
