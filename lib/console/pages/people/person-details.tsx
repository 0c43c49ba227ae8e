import { useCallback, useState } from 'preact/hooks';
import { isOperational, isPermitted, manages } from '../../../../shared/base/access.ts';
import type { GuardClient, User, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { isMailOn } from '../../services/mail.ts';
import { problemText } from '../../services/problem.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { AssignedSites } from './assigned-sites.tsx';
import { type GeneratedPassword, GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import { assignableRoles, PASSWORD, personFields } from './person-fields.ts';

/** One person: details, status, sites and password, as far as the caller's role allows. */
export function PersonDetails(props: PageProps & { readonly id: string }) {
  const { guard, user, screen, change, id, title } = props;
  const read = useCallback((signal?: AbortSignal) => guard.users.get(id, { signal }), [guard, id]);
  const item = useItem(read);
  const person = item.value;
  const isManaged = person !== undefined && person.id !== user.id && manages(user.role, person.role);
  return (
    <PageLayout
      title={person?.name ?? title}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
      actions={
        <>
          <AuditLink {...props} entityId={id} />
          {isManaged && <PersonActions {...props} person={person} onChanged={item.show} />}
        </>
      }
    >
      {!person && <Reading error={item.error} again={item.again} />}
      {person && !isManaged && (
        <Panel title={texts.details}>
          <dl class="facts">
            <div>
              <dt>{texts.email}</dt>
              <dd>{person.email}</dd>
            </div>
            <div>
              <dt>{texts.role}</dt>
              <dd>{roleLabel(person.role)}</dd>
            </div>
            <div>
              <dt>{common.status}</dt>
              <dd>{texts.statuses[person.status]}</dd>
            </div>
          </dl>
          <p class="muted">{person.id === user.id ? texts.ownAccount : texts.mayNotChange}</p>
        </Panel>
      )}
      {person && isManaged && (
        <>
          <MailStatus guard={guard} id={id} email={person.email} />
          <Panel title={texts.details}>
            <EditForm
              fields={personFields(assignableRoles(user.role, props.tenantId !== undefined))}
              item={person}
              read={read}
              save={(changes, ifMatch) => guard.users.update(id, changes, { ifMatch })}
              onSaved={item.show}
            />
          </Panel>
          {isOperational(person.role) && <AssignedSites {...props} />}
          {isMailOn && mayBeInvited(person) && <Invitation guard={guard} person={person} />}
          {person.password_login_enabled && <NewPassword guard={guard} person={person} />}
        </>
      )}
    </PageLayout>
  );
}

/** The console does not know who has a password: the service refuses to invite those. */
function mayBeInvited({ status, password_login_enabled, last_login_at }: User): boolean {
  return status === 'active' && password_login_enabled && last_login_at === null;
}

interface PersonActionsProps extends PageProps {
  readonly person: Versioned<User>;
  readonly onChanged: (person: Versioned<User>) => void;
}

/** Blocking, activating and deleting a person. */
function PersonActions({ guard, user, change, person, onChanged }: PersonActionsProps) {
  const { id, name, status } = person;
  return (
    <>
      {status === 'active' ? (
        <ConfirmButton
          label={texts.block}
          title={texts.blockTitle(name)}
          text={texts.blockText}
          action={texts.block}
          onConfirm={async () => onChanged(await guard.users.update(id, { status: 'blocked' }))}
        />
      ) : (
        <ConfirmButton
          label={texts.unblock}
          title={texts.unblockTitle(name)}
          action={texts.unblock}
          onConfirm={async () => onChanged(await guard.users.update(id, { status: 'active' }))}
        />
      )}
      {isPermitted(user.role, 'second_factors:delete') && (
        <ConfirmButton
          label={texts.resetFactor}
          title={texts.resetFactorTitle(name)}
          text={texts.resetFactorText}
          action={texts.resetFactor}
          onConfirm={() => guard.users.resetTotp(id)}
        />
      )}
      <ConfirmButton
        label={common.delete}
        title={texts.deleteTitle(name)}
        text={texts.deleteText}
        action={common.delete}
        onConfirm={async () => {
          await guard.users.delete(id);
          change({ itemId: undefined }, 'after saving');
        }}
      />
    </>
  );
}

type Props = Pick<PageProps, 'guard'> & Pick<User, 'id' | 'email'>;

/** Warns that a person gets no more mail. Reads again when the address changes. */
function MailStatus({ guard, id, email }: Props) {
  const read = useCallback(
    (signal?: AbortSignal) => guard.users.mailStatus(id, { signal }),
    [guard, id, email],
  );
  const { value } = useItem(read);
  return value?.suppressed ? (
    <p class="notice" role="status">
      {texts.suppressed[value.suppressed.reason]}
    </p>
  ) : null;
}

interface InvitationProps {
  readonly guard: GuardClient;
  readonly person: User;
}

/** Sends the invitation again to somebody who has not signed in yet. */
function Invitation({ guard, person }: InvitationProps) {
  const [isBusy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState('');
  async function send() {
    if (isBusy) return;
    setBusy(true);
    setOutcome('');
    await guard.users.invite(person.id).then(
      () => setOutcome(texts.invitationSent),
      (error: unknown) => setOutcome(problemText(error)),
    );
    setBusy(false);
  }
  return (
    <Panel title={texts.invitation}>
      <p>{texts.invitationText}</p>
      <div class="buttons">
        <button type="button" aria-disabled={isBusy} onClick={send}>
          {texts.sendAgain}
        </button>
      </div>
      <p role="status">{outcome}</p>
    </Panel>
  );
}

const FIELDS: readonly Field[] = [{ ...PASSWORD, label: texts.newPassword, isRequired: true }];

interface NewPasswordProps {
  readonly guard: GuardClient;
  readonly person: User;
}

/** Sets a new password for somebody, which ends their sessions. */
function NewPassword({ guard, person }: NewPasswordProps) {
  const [filled, setFilled] = useState<GeneratedPassword>();
  const [changes, setChanges] = useState(0);
  return (
    <Panel title={texts.password}>
      <p>{texts.newPasswordText}</p>
      {/* After a change, the form is a new one: the password must not be sent twice. */}
      <Form
        key={changes}
        fields={FIELDS}
        initial={valuesOf(FIELDS)}
        action={texts.setPassword}
        filled={filled}
        onSubmit={async (values) => {
          await guard.users.update(person.id, bodyOf(FIELDS, values));
          setFilled(undefined);
          setChanges(changes + 1);
        }}
      >
        <GeneratePassword filled={filled} onFill={setFilled} />
      </Form>
      <p role="status">{changes > 0 && texts.passwordSet}</p>
    </Panel>
  );
}
