import { useCallback } from 'preact/hooks';
import { isOperational, isPermitted, manages } from '../../../../shared/base/access.ts';
import type { User, Versioned } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { AuditLink } from '../../parts/audit-link.tsx';
import { ConfirmButton } from '../../parts/confirm.tsx';
import { EditForm } from '../../parts/edit-form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel, Reading } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { isMailOn } from '../../services/mail.ts';
import { roleLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { AssignedSites } from './assigned-sites.tsx';
import { Invitation } from './invitation.tsx';
import { MailStatus } from './mail-status.tsx';
import { NewPassword } from './new-password.tsx';
import { texts } from './people-texts.ts';
import { assignableRoles, personFields } from './person-fields.ts';

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
