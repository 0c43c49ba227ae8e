import type { IdentityProviderInput } from '../../../client/index.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { bodyOf, valuesOf } from '../../state/fields.ts';
import { asSent, providerFields } from './provider-fields.ts';
import { texts } from './sign-in-methods-texts.ts';

const FIELDS = providerFields(true);

/** Creates an identity provider. Its page then shows what to enter at the provider and in the DNS. */
export function NewProvider({ guard, screen, change, tenantId, title }: PageProps) {
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
          fields={FIELDS}
          initial={valuesOf(FIELDS)}
          action={texts.create}
          onSubmit={async (values) => {
            const body = asSent(bodyOf(FIELDS, values)) as unknown as IdentityProviderInput;
            const { id } = await guard.identityProviders.create(body, { tenantId });
            change({ itemId: id }, 'after saving');
          }}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}
