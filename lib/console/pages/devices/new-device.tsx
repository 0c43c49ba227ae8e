import { useState } from 'preact/hooks';
import type { DeviceInput } from '../../../client/index.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { NoSites } from '../../parts/no-sites.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { detailFields, placeFields } from './device-fields.ts';
import type { DevicesProps } from './devices-props.ts';
import { texts } from './devices-texts.ts';
import { useSiteChoice } from './use-site-choice.ts';

/** Creates a device. */
export function NewDevice({ guard, user, screen, change, sites, types, title }: DevicesProps) {
  const [initial] = useState<Values>(() => ({
    ...valuesOf(detailFields([]), { offline_severity: 'high' }),
    site_id: screen.siteId ?? '',
    zone_id: '',
  }));
  const { siteId, zones, onChange } = useSiteChoice(guard, screen.siteId);
  const fields = [...placeFields(sites.value, siteId, zones), ...detailFields(types)];

  async function create(values: Values, repeatKey: string) {
    const { site_id, ...device } = bodyOf(fields, values) as unknown as DeviceInput & { site_id: string };
    const { id } = await guard.devices.create(site_id, device, { idempotencyKey: repeatKey });
    change({ itemId: id }, 'after saving');
  }

  return (
    <PageLayout
      title={texts.add}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          ← {title}
        </ScreenLink>
      }
    >
      {!sites.value && <Reading error={sites.error} again={sites.again} />}
      {sites.value?.length === 0 && <NoSites role={user.role} />}
      {sites.value && sites.value.length > 0 && (
        <Panel title={texts.details}>
          <Form
            fields={fields}
            initial={initial}
            action={common.create}
            onSubmit={create}
            onCancel={() => change({ itemId: undefined })}
            hasFocus
            onChange={onChange}
          />
        </Panel>
      )}
    </PageLayout>
  );
}
