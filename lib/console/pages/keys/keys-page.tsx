import { useCallback, useMemo } from 'preact/hooks';
import type { Key } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { useList } from '../../hooks/use-list.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { ListView } from '../../parts/list-view.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Column } from '../../parts/table.tsx';
import type { Field } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { KeyPlace } from './key-place.tsx';
import { texts } from './keys-texts.ts';
import { NewKey } from './new-key.tsx';

/** Keys with which devices report and dashboards read. */
export function KeysPage(props: PageProps) {
  const { itemId } = props.screen;
  if (itemId === 'new') return <NewKey {...props} />;
  if (itemId !== undefined) return <KeyDetails key={itemId} {...props} id={itemId} />;
  return <KeyList {...props} />;
}

function KeyList({ guard, screen, change, tenantId, now, title }: PageProps) {
  const read = useCallback(
    (signal: AbortSignal) => guard.keys.list({ limit: 100, tenant_id: tenantId }, { signal }),
    [guard, tenantId],
  );
  const list = useList(read);
  const { again } = list;
  // Expiry is accurate to the minute: a column that changes each second would draw the whole table again.
  const minute = Math.floor(now / 60_000);
  const columns = useMemo<readonly Column<Key>[]>(
    () => [
      {
        title: common.name,
        cell: ({ id, name }) => (
          <ScreenLink screen={screen} change={change} to={{ itemId: id }}>
            {name}
          </ScreenLink>
        ),
      },
      { title: texts.access, cell: ({ access }) => texts[access] },
      { title: texts.boundTo, cell: (key) => <KeyPlace guard={guard} place={key} /> },
      {
        title: texts.expires,
        cell: ({ expires_at }) => {
          if (expires_at === null) return common.never;
          if (Date.parse(expires_at) < minute * 60_000)
            return <span class="mark mark-off">{texts.expired}</span>;
          return <Instant at={expires_at} />;
        },
      },
      {
        title: texts.lastUsed,
        cell: ({ last_used_at }) => (last_used_at === null ? common.never : <Instant at={last_used_at} />),
      },
      {
        title: common.actions,
        cell: ({ id, name }) => (
          <ConfirmButton
            label={texts.revoke}
            about={name}
            title={texts.revokeTitle(name)}
            text={texts.revokeText}
            action={texts.revoke}
            onConfirm={async () => {
              await guard.keys.revoke(id);
              again();
            }}
          />
        ),
      },
    ],
    [guard, screen, change, again, minute],
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

const FIELDS: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, most: 120 },
];

/** A key without its secret, which the service does not know. */
export function KeyDetails(props: PageProps & { readonly id: string }) {
  const { guard, screen, change, id, title } = props;
  const read = useCallback((signal?: AbortSignal) => guard.keys.get(id, { signal }), [guard, id]);
  const { value: key, error, show, again } = useItem(read);
  return (
    <PageLayout
      title={key?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={<AuditLink {...props} entityId={id} />}
    >
      {key ? (
        <Panel>
          <dl class="facts">
            <div>
              <dt>{texts.access}</dt>
              <dd>{texts[key.access]}</dd>
            </div>
            <div>
              <dt>{texts.boundTo}</dt>
              <dd>
                <KeyPlace guard={guard} place={key} />
              </dd>
            </div>
            <div>
              <dt>{common.created}</dt>
              <dd>
                <Instant at={key.created_at} />
              </dd>
            </div>
            <div>
              <dt>{texts.expires}</dt>
              <dd>{key.expires_at === null ? common.never : <Instant at={key.expires_at} />}</dd>
            </div>
            <div>
              <dt>{texts.lastUsed}</dt>
              <dd>
                {key.last_used_at === null ? common.never : <Instant at={key.last_used_at} />}{' '}
                <span class="muted">{texts.lastUsedHint}</span>
              </dd>
            </div>
          </dl>
          <EditForm
            fields={FIELDS}
            item={key}
            read={read}
            save={(changes, ifMatch) => guard.keys.rename(id, changes, { ifMatch })}
            onSaved={show}
          />
        </Panel>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}
