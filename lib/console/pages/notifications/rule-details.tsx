import { useCallback, useMemo, useState } from 'preact/hooks';
import type { NotificationRule, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { texts as webhooks } from '../webhooks/webhooks-texts.ts';
import { texts } from './notifications-texts.ts';
import { Reach } from './reach.tsx';
import type { RuleParts } from './recipients.ts';
import { ruleControls } from './rule-controls.tsx';
import { ruleFields } from './rule-fields.ts';
import { useRuleParts } from './use-rule-parts.ts';

type Props = PageProps & { readonly id: string };

/** One rule. */
export function RuleDetails(props: Props) {
  const { guard, screen, change, tenantId, id, title } = props;
  const read = useCallback(
    (signal?: AbortSignal) => guard.notificationRules.get(id, { signal }),
    [guard, id],
  );
  const { value: rule, error, show, again } = useItem(read);
  const parts = useRuleParts(guard, tenantId);
  return (
    <PageLayout
      title={rule?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        rule && (
          <>
            <AuditLink {...props} entityId={id} />
            <ConfirmButton
              label={common.delete}
              title={texts.deleteTitle(rule.name)}
              text={texts.deleteText}
              action={common.delete}
              onConfirm={async () => {
                await guard.notificationRules.delete(id);
                change({ itemId: undefined }, 'after saving');
              }}
            />
          </>
        )
      }
    >
      {rule && parts.value ? (
        <Edited {...props} rule={rule} parts={parts.value} read={read} show={show} />
      ) : (
        <Reading
          error={error ?? parts.error}
          again={() => {
            again();
            parts.again();
          }}
        />
      )}
    </PageLayout>
  );
}

interface EditedProps extends Props {
  readonly rule: Versioned<NotificationRule>;
  readonly parts: RuleParts;
  readonly read: () => Promise<Versioned<NotificationRule>>;
  readonly show: (rule: Versioned<NotificationRule>) => void;
}

function Edited({ guard, id, rule, parts, read, show }: EditedProps) {
  const fields = useMemo(() => ruleFields(parts, rule.site_ids ?? []), [parts, rule]);
  const controls = useMemo(() => ruleControls(parts), [parts]);
  const [typed, setTyped] = useState<Values>();
  return (
    <>
      <Panel title={webhooks.details}>
        <EditForm
          fields={fields}
          controls={controls}
          item={rule}
          read={read}
          save={(changes, ifMatch) => guard.notificationRules.update(id, changes, { ifMatch })}
          onSaved={(saved) => {
            setTyped(undefined);
            show(saved);
          }}
          onChange={(values) => {
            setTyped(values);
            return undefined;
          }}
        />
      </Panel>
      <Reach
        guard={guard}
        fields={fields}
        parts={parts}
        values={typed ?? valuesOf(fields, rule)}
        tenantId={rule.tenant_id}
      />
    </>
  );
}
