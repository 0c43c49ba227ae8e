import type { Key } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Instant } from '../../components/instant.tsx';
import { Facts } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Opened, Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import * as limits from '../../state/limits.ts';
import { common } from '../../texts/common.ts';
import { KeyPlace } from './key-place.tsx';
import { texts } from './keys-texts.ts';
import { NewKey } from './new-key.tsx';

/** Keys with which devices report and dashboards read. */
export function KeysPage(props: PageProps) {
  return <ResourcePage {...props} resource={KEYS} />;
}

const KEYS: Resource<Key, undefined> = {
  texts: { ...texts, delete: texts.revoke, deleteTitle: texts.revokeTitle, deleteText: texts.revokeText },
  api: ({ keys }) => ({
    list: (query, options) => keys.list(query, options),
    get: (id, options) => keys.get(id, options),
    update: (id, changes, options) => keys.rename(id, changes, options),
    delete: (id) => keys.revoke(id),
  }),
  nameOf: ({ name }) => name,
  columns: ({ guard, now, again }) => [
    { title: texts.access, cell: ({ access }) => texts[access] },
    { title: texts.boundTo, cell: (key) => <KeyPlace place={key} /> },
    {
      title: texts.expires,
      cell: ({ expires_at }) => {
        if (expires_at === null) return common.never;
        if (Date.parse(expires_at) < now) return <span class="mark mark-off">{texts.expired}</span>;
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
  fields: () => [
    { name: 'name', label: common.name, kind: 'text', isRequired: true, limit: limits.KeyInput.name },
  ],
  form: (props) => <NewKey {...props} />,
  intro: (opened) => <KeyFacts {...opened} />,
};

/** A key without its secret, which the service does not know. */
function KeyFacts({ item: key }: Opened<Key, undefined>) {
  const { created_at, expires_at, last_used_at } = key;
  return (
    <Facts
      facts={[
        [texts.access, texts[key.access]],
        [texts.boundTo, <KeyPlace place={key} />],
        [common.created, <Instant at={created_at} />],
        [texts.expires, expires_at === null ? common.never : <Instant at={expires_at} />],
        [
          texts.lastUsed,
          <>
            {last_used_at === null ? common.never : <Instant at={last_used_at} />}{' '}
            <span class="muted">{texts.lastUsedHint}</span>
          </>,
        ],
      ]}
    />
  );
}
