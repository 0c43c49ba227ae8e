import { useMemo, useState } from 'preact/hooks';
import { isOperational, isPermitted } from '../../../../shared/base/access.ts';
import type { User } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Form } from '../../components/form.tsx';
import { Facts, Panel, Reading } from '../../components/page-layout.tsx';
import type { Opened } from '../../components/resource.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { isMailOn } from '../../services/mail.ts';
import { problemText } from '../../services/problem.ts';
import type { NamedSite } from '../../services/read-sites.ts';
import { bodyOf, type Field, valuesOf } from '../../state/fields.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import { PASSWORD } from './person-fields.ts';
import { sitesField } from './sites-field.ts';

type Props = Opened<User, readonly NamedSite[]>;

/** What a caller sees of somebody whom they may not change. */
export function PersonFacts({ item: person }: Props) {
  const { user } = useConsole();
  return (
    <Panel title={texts.details}>
      <Facts
        facts={[
          [texts.email, person.email],
          [texts.role, roleLabel(person.role)],
          [common.status, texts.statuses[person.status]],
        ]}
      />
      <p class="muted">{person.id === user.id ? texts.ownAccount : texts.mayNotChange}</p>
    </Panel>
  );
}

/** The forms of a person besides their details: sites, invitation, password. */
export function PersonForms({ id, item: person, needed }: Props) {
  return (
    <>
      {isOperational(person.role) && <AssignedSites id={id} sites={needed} />}
      {isMailOn && mayBeInvited(person) && <Invitation person={person} />}
      {person.password_login_enabled && <NewPassword person={person} />}
    </>
  );
}

interface AssignedSitesProps {
  readonly id: string;
  readonly sites: readonly NamedSite[];
}

/** The sites that an operator or viewer sees. */
function AssignedSites({ id, sites }: AssignedSitesProps) {
  const { guard } = useConsole();
  const read = (signal?: AbortSignal) => guard.users.getSites(id, { signal });
  const { value, error, show, again } = useRead(read, [guard, id]);
  const fields = useMemo(() => [sitesField(sites)], [sites]);
  return (
    <Panel title={texts.sites}>
      {value ? (
        <EditForm
          fields={fields}
          item={value}
          read={read}
          save={(changes, ifMatch) =>
            guard.users.assignSites(id, changes['site_ids'] as readonly string[], { ifMatch })
          }
          onSaved={show}
        />
      ) : (
        <Reading error={error} again={again} />
      )}
    </Panel>
  );
}

/** The console does not know who has a password: the service refuses to invite those. */
function mayBeInvited({ status, password_login_enabled, last_login_at }: User): boolean {
  return status === 'active' && password_login_enabled && last_login_at === null;
}

/** Blocking and activating a person, and taking away their second factor. */
export function PersonActions({ item: { id, name, status }, show }: Props) {
  const { guard, user } = useConsole();
  return (
    <>
      {status === 'active' ? (
        <ConfirmButton
          label={texts.block}
          title={texts.blockTitle(name)}
          text={texts.blockText}
          action={texts.block}
          onConfirm={async () => show(await guard.users.update(id, { status: 'blocked' }))}
        />
      ) : (
        <ConfirmButton
          label={texts.unblock}
          title={texts.unblockTitle(name)}
          action={texts.unblock}
          onConfirm={async () => show(await guard.users.update(id, { status: 'active' }))}
        />
      )}
      {user.id !== id && (
        <ConfirmButton
          label={texts.endSessions}
          title={texts.endSessionsTitle(name)}
          text={texts.endSessionsText}
          action={texts.endSessions}
          onConfirm={() => guard.users.endSessions(id)}
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
    </>
  );
}

interface MailStatusProps extends Pick<User, 'id' | 'email'> {}

/** Warns that a person gets no more mail. Reads again when the address changes. */
export function MailStatus({ id, email }: MailStatusProps) {
  const { guard } = useConsole();
  const { value } = useRead((signal) => guard.users.mailStatus(id, { signal }), [guard, id, email]);
  return value?.suppressed ? (
    <p class="notice" role="status">
      {texts.suppressed[value.suppressed.reason]}
    </p>
  ) : null;
}

interface InvitationProps {
  readonly person: User;
}

/** Sends the invitation again to somebody who has not signed in yet. */
function Invitation({ person }: InvitationProps) {
  const { guard } = useConsole();
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
  readonly person: User;
}

/** Sets a new password for somebody, which ends their sessions. */
function NewPassword({ person }: NewPasswordProps) {
  const { guard } = useConsole();
  const [filled, setFilled] = useState<{ readonly password: string }>();
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
        <GeneratePassword filled={filled?.password} onFill={setFilled} />
      </Form>
      <p role="status">{changes > 0 && texts.passwordSet}</p>
    </Panel>
  );
}
