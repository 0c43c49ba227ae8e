import { useState } from 'preact/hooks';
import type {
  GuardClient,
  IdentityProvider,
  IdentityProviderInput,
  PersonAccess,
  Security,
  Versioned,
} from '../../../client/index.ts';
import { Confirm } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { instantText } from '../../components/instant.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import type { Resource } from '../../components/resource.ts';
import { ResourcePage } from '../../components/resource-page.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { isMailOn } from '../../services/mail.ts';
import { bodyOf, type Field } from '../../state/fields.ts';
import { hasPassword } from '../../state/has-password.ts';
import { morningInAWeek } from '../../state/local-time.ts';
import { common } from '../../texts/common.ts';
import { ProviderDetails } from './provider-details.tsx';
import { asSent, providerFields } from './provider-fields.ts';
import { texts } from './sign-in-methods-texts.ts';

/** Identity providers; whether a second factor is required. */
export function SignInMethodsPage(props: PageProps) {
  return <ResourcePage {...props} resource={PROVIDERS} />;
}

const FIELDS = providerFields(true);

const PROVIDERS: Resource<IdentityProvider, undefined> = {
  texts: { ...texts, about: undefined },
  api: ({ identityProviders }) => identityProviders,
  nameOf: ({ name }) => name,
  searched: false,
  above: (props) => (
    <>
      {!isMailOn && <p class="notice">{texts.noMail}</p>}
      <SecondFactorPolicy {...props} />
      <h2>{texts.providers}</h2>
      <p class="explanation">{texts.about}</p>
    </>
  ),
  columns: () => [
    {
      title: texts.domains,
      cell: ({ domains }) =>
        domains
          .map(({ domain, verified_at }) => (verified_at ? domain : `${domain} (${texts.unverified})`))
          .join(', '),
    },
    {
      title: common.status,
      cell: ({ status }) => (
        <span class={status === 'active' ? 'mark' : 'mark mark-bad'}>{texts.statuses[status]}</span>
      ),
    },
  ],
  fields: () => FIELDS,
  extra: () => (
    <div class="field">
      <p>{texts.redirectBefore}</p>
      <Copy label={texts.redirectUri} text={`${baseUrlOf(location.href)}/api/v1/auth/sso/callback`} />
    </div>
  ),
  // The provider's page then shows what to enter at the provider and in the DNS.
  create: ({ guard, tenantId }, values) => {
    const body = asSent(bodyOf(FIELDS, values)) as unknown as IdentityProviderInput;
    return guard.identityProviders.create(body, { tenantId });
  },
  body: (opened) => <ProviderDetails {...opened} />,
};

const POLICY: readonly Field[] = [
  {
    name: 'second_factor',
    label: texts.secondFactor,
    kind: 'select',
    isRequired: true,
    hint: texts.secondFactorText,
    options: [
      { value: 'optional', label: texts.optional },
      { value: 'required', label: texts.required },
    ],
  },
  {
    name: 'second_factor_required_from',
    label: texts.requiredFrom,
    kind: 'datetime',
    hint: texts.requiredFromHint,
    isShown: ({ second_factor }) => second_factor === 'required',
  },
  {
    name: 'keep_signed_in',
    label: texts.keepSignedIn,
    kind: 'select',
    isRequired: true,
    hint: texts.keepSignedInHint,
    options: [
      { value: 'allowed', label: texts.keepAllowed },
      { value: 'off', label: texts.keepOff },
    ],
  },
];

/** The number of people that are read before the question, and of those that it names. */
const MOST_READ = 500;
const MOST_NAMED = 12;

interface Question {
  readonly impact: Impact | undefined;
  readonly from: string;
  readonly answer: (isSure: boolean) => void;
}

/**
 * Whether the tenant requires a second factor, and from when. Asks once before it does, naming who lacks one and who of them
 * is at the desk.
 */
function SecondFactorPolicy({ now }: Pick<PageProps, 'now'>) {
  const { guard, tenantId } = useConsole();
  const [asked, setAsked] = useState<Question>();
  const read = async (signal?: AbortSignal) => {
    const security = await guard.getSecurity({ tenantId, signal });
    return withUsualDate(security, now);
  };
  const { value: security, error, show, again } = useRead(read, [guard, tenantId]);
  return (
    <Panel title={texts.policy}>
      {security ? (
        <EditForm
          fields={POLICY}
          item={security}
          read={read}
          confirm={async (changes) => {
            const { second_factor, second_factor_required_from: from } = { ...security, ...changes };
            const isAboutFactor = 'second_factor' in changes || 'second_factor_required_from' in changes;
            if (second_factor !== 'required' || !isAboutFactor) return true;
            // Without the names, the question is the same.
            const impact = await readImpact(guard, tenantId, now).catch(() => undefined);
            return new Promise((answer) => setAsked({ impact, from: from ?? nowText(now), answer }));
          }}
          save={async (changes, ifMatch) => {
            const {
              second_factor,
              second_factor_required_from: from,
              keep_signed_in,
            } = { ...security, ...changes };
            const body =
              second_factor === 'required'
                ? { second_factor, second_factor_required_from: from ?? nowText(now), keep_signed_in }
                : { second_factor, keep_signed_in };
            return withUsualDate(await guard.setSecurity(body, { tenantId, ifMatch }), now);
          }}
          onSaved={show}
        />
      ) : (
        <Reading error={error} again={again} />
      )}
      {asked && (
        <Confirm
          title={texts.requireTitle}
          text={texts.requireText(instantText(asked.from))}
          action={texts.require}
          onConfirm={async () => asked.answer(true)}
          onClose={() => {
            asked.answer(false);
            setAsked(undefined);
          }}
        >
          {asked.impact && <Lacking impact={asked.impact} />}
        </Confirm>
      )}
    </Panel>
  );
}

/** A requirement without a date holds everybody up at once: the console always gives one. */
const nowText = (now: number) => new Date(now).toISOString();

/** Proposes a date where there is none yet. */
function withUsualDate(security: Versioned<Security>, now: number): Versioned<Security> {
  const { second_factor: factor, second_factor_required_from: from } = security;
  if (factor === 'required' || from !== null) return security;
  return { ...security, second_factor_required_from: morningInAWeek(now) };
}

/** Whom a required second factor concerns. */
interface Impact {
  /** Those who sign in with a password. */
  readonly count: number;
  readonly lacking: readonly { readonly id: string; readonly name: string; readonly at_desk: boolean }[];
  /** Whether all people were read. */
  readonly isAll: boolean;
}

async function readImpact(guard: GuardClient, tenantId: string | undefined, now: number): Promise<Impact> {
  let [read, count] = [0, 0];
  const lacking: PersonAccess[] = [];
  for await (const person of guard.users.listPeople({ status: 'active', tenant_id: tenantId, limit: 100 })) {
    if (++read > MOST_READ) return { count, lacking, isAll: false };
    if (!hasPassword(person, now)) continue;
    count += 1;
    if (!person.second_factor) lacking.push(person);
  }
  lacking.sort((one, other) => Number(other.at_desk) - Number(one.at_desk));
  return { count, lacking, isAll: true };
}

/** Who lacks a second factor, first those who are at the desk. */
function Lacking({ impact: { count, lacking, isAll } }: { readonly impact: Impact }) {
  const more = lacking.length - MOST_NAMED;
  return (
    <>
      <p>{texts.lacking(lacking.length, count, isAll)}</p>
      {lacking.length > 0 && (
        <ul class="lacking">
          {lacking.slice(0, MOST_NAMED).map(({ id, name, at_desk }) => (
            <li key={id}>
              {name} {at_desk && <span class="mark mark-bad">{texts.atDesk}</span>}
            </li>
          ))}
          {more > 0 && <li>{texts.more(more)}</li>}
        </ul>
      )}
    </>
  );
}
