import { useMemo, useState } from 'preact/hooks';
import type { NotificationRuleInput } from '../../../client/index.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { texts } from './notifications-texts.ts';
import { Reach } from './reach.tsx';
import type { RuleParts } from './recipients.ts';
import { ruleControls } from './rule-controls.tsx';
import { ruleFields } from './rule-fields.ts';
import { useRuleParts } from './use-rule-parts.ts';

/** Creates a rule. */
export function NewRule(props: PageProps) {
  const { guard, screen, change, tenantId, title } = props;
  const { value: parts, error, again } = useRuleParts(guard, tenantId);
  return (
    <PageLayout
      title={texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      {parts ? <NewForm {...props} parts={parts} /> : <Reading error={error} again={again} />}
    </PageLayout>
  );
}

function NewForm({ guard, change, tenantId, parts }: PageProps & { readonly parts: RuleParts }) {
  const fields = useMemo(() => ruleFields(parts), [parts]);
  const controls = useMemo(() => ruleControls(parts), [parts]);
  const initial = useMemo(() => valuesOf(fields, { status: 'active' }), [fields]);
  const [typed, setTyped] = useState<Values>(initial);
  return (
    <>
      <Panel>
        <Form
          fields={fields}
          controls={controls}
          initial={initial}
          action={texts.create}
          onChange={(values) => {
            setTyped(values);
            return undefined;
          }}
          onSubmit={async (values, idempotencyKey) => {
            const body = bodyOf(fields, values) as NotificationRuleInput;
            const { id } = await guard.notificationRules.create(body, { tenantId, idempotencyKey });
            change({ itemId: id }, 'after saving');
          }}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        />
      </Panel>
      <Reach guard={guard} fields={fields} parts={parts} values={typed} tenantId={tenantId} />
    </>
  );
}
