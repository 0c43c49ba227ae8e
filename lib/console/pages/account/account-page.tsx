import { useMemo, useState } from 'preact/hooks';
import type { Session } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Instant } from '../../components/instant.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Facts, PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Column } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { useRead } from '../../hooks/use-read.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { texts } from './account-texts.ts';
import { OwnChannels } from './own-channels.tsx';
import { SecondFactor } from './second-factor.tsx';
import { deviceOf } from './user-agent.ts';

const PERSON: readonly Field[] = [
  {
    name: 'name',
    label: common.name,
    kind: 'text',
    isRequired: true,
    limit: limits.OwnChanges.name,
    autocomplete: 'name',
  },
];

/** Your name, channels, password, second factor, sessions. */
export function AccountPage({ title }: Pick<PageProps, 'title'>) {
  const { guard, screen } = useConsole();
  const read = (signal?: AbortSignal) => guard.me({ signal });
  const { value: user, error, show, again } = useRead(read, [guard]);
  return (
    <PageLayout title={title}>
      {user ? (
        <>
          <Panel title={texts.you}>
            <Facts
              facts={[
                [texts.email, user.email],
                [texts.role, roleLabel(user.role)],
              ]}
            />
            <EditForm
              fields={PERSON}
              item={user}
              read={read}
              save={(changes, ifMatch) => guard.updateMe(changes, { ifMatch })}
              onSaved={show}
            />
          </Panel>
          <OwnChannels userId={user.id} adds={screen.tab === 'sms' ? 'sms' : undefined} />
          {user.password_login_enabled && <OwnPassword onChanged={again} />}
          {user.password_login_enabled && <SecondFactor guard={guard} onDone={again} />}
          <OwnSessions key={user.updated_at} />
        </>
      ) : (
        <Reading error={error} again={again} />
      )}
    </PageLayout>
  );
}

const FIELDS: readonly Field[] = [
  {
    name: 'current_password',
    label: texts.currentPassword,
    kind: 'password',
    isRequired: true,
    limit: limits.OwnChanges.current_password,
    autocomplete: 'current-password',
  },
  {
    name: 'password',
    label: texts.newPassword,
    kind: 'password',
    isRequired: true,
    limit: limits.OwnChanges.password,
    hint: texts.newPasswordHint,
    autocomplete: 'new-password',
  },
];

interface OwnPasswordProps {
  readonly onChanged: () => void;
}

/** Changes the user's own password. */
function OwnPassword({ onChanged }: OwnPasswordProps) {
  const { guard } = useConsole();
  const [changes, setChanges] = useState(0);
  return (
    <Panel title={texts.password}>
      <p>{texts.passwordText}</p>
      {/* After a change, the form is a new one: passwords must not stay on the screen. */}
      <Form
        key={changes}
        fields={FIELDS}
        initial={valuesOf(FIELDS)}
        action={texts.changePassword}
        onSubmit={async (values) => {
          await guard.updateMe(bodyOf(FIELDS, values));
          setChanges(changes + 1);
          onChanged();
        }}
      />
      <p role="status">{changes > 0 && texts.passwordChanged}</p>
    </Panel>
  );
}

/** `Chrome on Windows`, as far as the browser says so. A program that is no browser is shown by its own words. */
function deviceText(userAgent: string | null): string {
  if (!userAgent) return texts.unknownDevice;
  const { browser, system } = deviceOf(userAgent);
  return browser && system ? texts.on(browser, system) : (browser ?? system ?? userAgent);
}

/** The user's own sessions, each of which can be ended. */
function OwnSessions() {
  const { guard } = useConsole();
  const list = useList((signal) => guard.sessions.list({ limit: 100 }, { signal }), [guard]);
  const { again } = list;
  const columns = useMemo<readonly Column<Session>[]>(
    () => [
      {
        title: texts.device,
        cell: ({ user_agent, kept }) => (
          <>
            {deviceText(user_agent)} {kept && <span class="muted">· {texts.kept}</span>}
          </>
        ),
      },
      { title: texts.address, cell: ({ ip_address }) => ip_address ?? '–' },
      {
        title: texts.lastUsed,
        cell: ({ connected, created_at }) =>
          connected ? <span class="mark">{texts.nowOpen}</span> : <Instant at={created_at} />,
      },
      { title: texts.ends, cell: ({ expires_at }) => <Instant at={expires_at} /> },
      {
        title: common.actions,
        cell: ({ id, current, user_agent, created_at }) =>
          current ? (
            <span class="mark">{texts.thisSession}</span>
          ) : (
            <ConfirmButton
              label={texts.end}
              about={`${deviceText(user_agent)}, ${created_at}`}
              title={texts.endTitle}
              text={texts.endText}
              action={texts.end}
              onConfirm={async () => {
                await guard.sessions.end(id);
                again();
              }}
            />
          ),
      },
    ],
    [guard, again],
  );
  return (
    <Panel
      title={texts.sessions}
      actions={
        <ConfirmButton
          label={texts.endOthers}
          title={texts.endOthers}
          text={texts.endText}
          action={texts.end}
          onConfirm={async () => {
            await guard.sessions.endOthers();
            again();
          }}
        />
      }
    >
      <p>{texts.sessionsText}</p>
      <ListView caption={texts.sessions} list={list} columns={columns} empty={null} />
    </Panel>
  );
}
