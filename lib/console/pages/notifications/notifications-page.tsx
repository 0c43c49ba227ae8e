import { useCallback, useMemo, useState } from 'preact/hooks';
import type { NotificationRule, NotificationRuleInput, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import { bodyOf, type Values, valuesOf } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { eventNames } from '../../texts/event-names.ts';
import { texts as webhooks } from '../webhooks/webhooks-texts.ts';
import { texts } from './notifications-texts.ts';
import { Reach } from './reach.tsx';
import { type RuleParts, recipientName, recipientText } from './recipients.ts';
import { ruleControls } from './rule-controls.tsx';
import { kindsText, ruleFields } from './rule-fields.ts';
import { useRuleParts } from './use-rule-parts.ts';

/** Rules: who is notified of what; who cannot be reached. */
export function NotificationsPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewRule {...props} />;
  if (itemId !== undefined) return <RuleDetails key={itemId} {...props} id={itemId} />;
  return <RuleList {...props} />;
}

function RuleList({ guard, screen, change, tenantId, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.notificationRules.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const { value: parts } = useRuleParts(guard, tenantId);
  const columns = useMemo<readonly Column<NotificationRule>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      {
        title: webhooks.events,
        cell: ({ events }) => events.map((it) => eventNames[it] ?? it).join(' · '),
      },
      {
        title: texts.who,
        cell: ({ recipients }) =>
          parts ? recipients.map((it) => recipientName(recipientText(it), parts)).join(', ') : common.reading,
      },
      { title: texts.channels, cell: ({ channels }) => kindsText(channels) },
      {
        title: common.status,
        cell: ({ status }) => (
          <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{webhooks.statuses[status]}</span>
        ),
      },
    ],
    [screen, change, parts],
  );
  return (
    <PageLayout
      title={title}
      actions={
        <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: 'new' }}>
          {texts.create}
        </ScreenLink>
      }
    >
      <p>{texts.about}</p>
      {parts && parts.off.length > 0 && <p class="notice">{texts.off(kindsText(parts.off))}</p>}
      <ListView
        caption={title}
        list={list}
        columns={columns}
        searched={({ name }) => name}
        empty={texts.none}
      />
    </PageLayout>
  );
}

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
