import { useMemo } from 'preact/hooks';
import { createGuardClient, type GuardClientOptions } from '../../client/index.ts';
import { type Loadable, LoadedPage } from '../pages/loaded-page.tsx';
import type { PasswordPageProps } from '../pages/password/password-props.ts';
import { baseUrlOf } from '../services/base-url.ts';
import type { SignedOutPage } from '../state/signed-out-page.ts';

const loadSetPassword = async () => (await import('../pages/own-pages.ts')).SetPasswordPage;

const PAGES: Readonly<Record<SignedOutPage['view'], Loadable<PasswordPageProps>>> = {
  forgot: {
    name: 'forgot',
    title: 'Guard',
    load: async () => (await import('../pages/own-pages.ts')).ForgotPage,
  },
  reset: { name: 'reset', title: 'Guard', load: loadSetPassword },
  sso: {
    name: 'sso',
    title: 'Guard',
    load: async () => (await import('../pages/own-pages.ts')).SsoPage,
  },
  invitation: { name: 'invitation', title: 'Guard', load: loadSetPassword },
};

interface SignedOutProps {
  readonly page: SignedOutPage;
  readonly fetch: GuardClientOptions['fetch'];
}

/** A page that needs no session, and leaves the session of this tab alone. */
export function SignedOut({ page, fetch }: SignedOutProps) {
  const guard = useMemo(() => createGuardClient({ baseUrl: baseUrlOf(location.href), fetch }), [fetch]);
  // Another link is a new page, which has not failed yet.
  return <LoadedPage key={page.token} page={PAGES[page.view]} props={{ ...page, guard }} />;
}
