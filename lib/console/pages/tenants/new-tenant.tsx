import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { type Values, valuesOf } from '../../state/fields.ts';
import { NEW_TENANT } from './tenant-fields.ts';
import { texts } from './tenants-texts.ts';

/** Creates a tenant with its first master, and shows it. */
export function NewTenant({ guard, screen, change, title }: PageProps) {
  async function create(values: Values) {
    const text = (name: string) => String(values[name]);
    const { id } = await guard.tenants.create({
      name: text('name'),
      master: {
        name: text('master.name'),
        email: text('master.email'),
        password: text('master.password'),
      },
    });
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
          fields={NEW_TENANT}
          initial={valuesOf(NEW_TENANT)}
          action={texts.create}
          onSubmit={create}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
    </PageLayout>
  );
}
