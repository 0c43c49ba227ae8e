import { useCallback } from 'preact/hooks';
import { useItem } from '../../hooks/use-item.ts';
import { EditForm } from '../../parts/edit-form.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import type { Field } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './account-texts.ts';
import { LanguageChoice } from './language-choice.tsx';
import { OwnChannels } from './own-channels.tsx';
import { OwnPassword } from './own-password.tsx';
import { OwnSessions } from './own-sessions.tsx';
import { SecondFactor } from './second-factor.tsx';

const PERSON: readonly Field[] = [
  { name: 'name', label: common.name, kind: 'text', isRequired: true, most: 120, autocomplete: 'name' },
];

/** Your name, channels, password, second factor, sessions, language. */
export function AccountPage({ guard, title }: Pick<PageProps, 'guard' | 'title'>) {
  const read = useCallback((signal?: AbortSignal) => guard.me({ signal }), [guard]);
  const { value: user, error, show, again } = useItem(read);
  return (
    <PageLayout title={title}>
      {user ? (
        <>
          <Panel title={texts.you}>
            <dl class="facts">
              <div>
                <dt>{texts.email}</dt>
                <dd>{user.email}</dd>
              </div>
              <div>
                <dt>{texts.role}</dt>
                <dd>{roleLabel(user.role)}</dd>
              </div>
            </dl>
            <EditForm
              fields={PERSON}
              item={user}
              read={read}
              save={(changes, ifMatch) => guard.updateMe(changes, { ifMatch })}
              onSaved={show}
            />
          </Panel>
          <OwnChannels guard={guard} userId={user.id} />
          {user.password_login_enabled && <OwnPassword guard={guard} onChanged={again} />}
          {user.password_login_enabled && <SecondFactor guard={guard} onDone={again} />}
          <OwnSessions key={user.updated_at} guard={guard} />
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
      <LanguageChoice />
    </PageLayout>
  );
}
