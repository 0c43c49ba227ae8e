import { useCallback, useState } from 'preact/hooks';
import type { IssuedWebhook, WebhookInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { SigningSecret } from './signing-secret.tsx';
import { webhookFields } from './webhook-fields.ts';
import { texts } from './webhooks-texts.ts';

/** Creates a webhook, and shows its signing secret once. */
export function NewWebhook({ guard, screen, change, tenantId, title }: PageProps) {
  const [issued, setIssued] = useState<IssuedWebhook>();
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites } = useItem(readSites);
  const fields = webhookFields(sites ?? [], true);
  return (
    <PageLayout
      title={issued?.url ?? texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        {issued ? (
          <SigningSecret
            secret={issued.secret}
            onDone={() => change({ itemId: issued.id }, 'after saving')}
          />
        ) : (
          <Form
            fields={fields}
            initial={valuesOf(fields)}
            action={texts.create}
            onSubmit={async (values) =>
              setIssued(await guard.webhooks.create(bodyOf(fields, values) as WebhookInput, { tenantId }))
            }
            onCancel={() => change({ itemId: undefined })}
            hasFocus
          />
        )}
      </Panel>
    </PageLayout>
  );
}
