import { useCallback } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Instant } from '../../parts/instant.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Field } from '../../state/fields.ts';
import { common } from '../../texts/common.ts';
import { KeyPlace } from './key-place.tsx';
import { texts } from './keys-texts.ts';

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
