import { ownTimeZone } from '../../../../shared/base/time-zones.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { SITE_FIELDS } from './site-fields.ts';
import { texts } from './sites-texts.ts';

/** Creates a site, and shows it. */
export function NewSite({ guard, screen, change, tenantId, title }: PageProps) {
  async function create(values: Values, idempotencyKey: string) {
    const body = { name: '', ...bodyOf(SITE_FIELDS, values) };
    const { id } = await guard.sites.create(body, { tenantId, idempotencyKey });
    change({ itemId: id }, 'after saving');
  }
  return (
    <PageLayout
      title={texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        <Form
          fields={SITE_FIELDS}
          initial={valuesOf(SITE_FIELDS, { timezone: ownTimeZone() })}
          action={texts.create}
          onSubmit={create}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}
