import { useCallback, useState } from 'preact/hooks';
import { isOperational } from '../../../../shared/base/access.ts';
import type { Role, User, UserInput } from '../../../client/index.ts';
import { useItem } from '../../hooks/use-item.ts';
import { Form } from '../../parts/form.tsx';
import { ScreenLink } from '../../parts/link.tsx';
import { PageLayout, Panel } from '../../parts/page-layout.tsx';
import type { PageProps } from '../../parts/page-props.ts';
import { isMailOn } from '../../services/mail.ts';
import { bodyOf, type Field, type Values, valuesOf } from '../../state/fields.ts';
import { type GeneratedPassword, GeneratePassword } from './generate-password.tsx';
import { texts } from './people-texts.ts';
import { assignableRoles, FIRST_PASSWORD, isInvited, PASSWORD, personFields } from './person-fields.ts';
import { sitesField } from './sites-field.ts';

const CREDENTIALS: readonly Field[] = [
  ...(isMailOn ? [FIRST_PASSWORD] : []),
  { ...PASSWORD, isShown: (values) => !isInvited(values) },
];

const NEW = {
  role: 'operator',
  password_login_enabled: true,
  first_password: isMailOn ? 'invitation' : 'password',
};

/** Adds a person, and assigns the sites of operators and viewers. */
export function NewPerson({ guard, user, screen, change, tenantId, title }: PageProps) {
  const roles = assignableRoles(user.role, tenantId !== undefined);
  const [role, setRole] = useState<Role>('operator');
  const [isByInvitation, setInvited] = useState(isMailOn);
  const [unassigned, setUnassigned] = useState<User>();
  const [filled, setFilled] = useState<GeneratedPassword>();
  const readSites = useCallback(
    (signal: AbortSignal) => guard.sites.list({ limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, tenantId],
  );
  const { value: sites } = useItem(readSites);
  const assigned = isOperational(role) ? [sitesField(sites ?? [])] : [];
  const fields: readonly Field[] = [...personFields(roles), ...assigned, ...CREDENTIALS];

  async function create(values: Values) {
    // A password that was typed before the choice of an invitation must not be sent.
    const own = isInvited(values) ? personFields(roles) : [...personFields(roles), PASSWORD];
    const body = bodyOf(own, values) as UserInput & Record<string, unknown>;
    const person = await guard.users.create(body, { tenantId });
    const siteIds = isOperational(person.role) ? (values['site_ids'] as readonly string[]) : [];
    if (siteIds.length > 0) {
      const isAssigned = await guard.users.assignSites(person.id, siteIds).then(
        () => true,
        () => false,
      );
      // The person exists now: this form must not create them again.
      if (!isAssigned) return setUnassigned(person);
    }
    change({ itemId: person.id }, 'after saving');
  }

  if (unassigned) {
    return (
      <PageLayout title={unassigned.name}>
        <p class="notice" role="alert">
          {texts.sitesFailed(unassigned.name)}
        </p>
        <p>
          <ScreenLink class="button primary" screen={screen} change={change} to={{ itemId: unassigned.id }}>
            {texts.sites}
          </ScreenLink>
        </p>
      </PageLayout>
    );
  }
  return (
    <PageLayout
      title={texts.create}
      back={
        <ScreenLink screen={screen} change={change} to={{ itemId: undefined }}>
          {title}
        </ScreenLink>
      }
    >
      <Panel>
        <Form
          fields={fields}
          initial={valuesOf(fields, NEW)}
          action={texts.create}
          filled={filled}
          onChange={(values) => {
            setRole(values['role'] as Role);
            setInvited(isInvited(values));
            return undefined;
          }}
          onSubmit={create}
          onCancel={() => change({ itemId: undefined })}
          hasFocus
        >
          {!isByInvitation && <GeneratePassword filled={filled} onFill={setFilled} />}
        </Form>
      </Panel>
    </PageLayout>
  );
}
