import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { createGuardClient, type GuardClientOptions } from '../../client/index.ts';
import { useSignedOutPage } from '../hooks/use-signed-out-page.ts';
import { useWaits } from '../hooks/use-waits.ts';
import type { RequiredSetUpProps } from '../pages/account/required-set-up.tsx';
import { type Loadable, LoadedPage } from '../pages/loaded-page.tsx';
import { readWallLink, type WallLink } from '../pages/overview/wall-link.ts';
import type { WallPageProps } from '../pages/overview/wall-page.tsx';
import type { PasswordPageProps } from '../pages/password/password-props.ts';
import { baseUrlOf } from '../services/base-url.ts';
import { createSessions, type SignedIn } from '../services/guard-session.ts';
import { isInOtherLanguage } from '../services/own-language.ts';
import { createPageTimer } from '../services/page-timer.ts';
import { isNew, Preferences } from '../services/preferences.ts';
import { problemText } from '../services/problem.ts';
import { ServiceClock } from '../services/service-clock.ts';
import { SessionStore } from '../services/session-store.ts';
import { workerUrl } from '../services/worker-urls.ts';
import { Drafts } from '../state/drafts.ts';
import { readScreen } from '../state/screen.ts';
import type { SignedOutPage } from '../state/signed-out-page.ts';
import { listedWaits, type Waiting, waitText } from '../state/waits.ts';
import { desk } from '../texts/desk.ts';
import { SignIn } from './sign-in.tsx';
import { SignInReminder } from './sign-in-reminder.tsx';
import { SignedInConsole } from './signed-in-console.tsx';

type State =
  | { readonly is: 'resuming'; readonly problem?: string }
  | { readonly is: 'signed out'; readonly notice?: string }
  | {
      readonly is: 'signed in';
      readonly who: SignedIn;
      readonly mustSetUp?: boolean;
      readonly isNew?: boolean;
    };

const SET_UP: Loadable<RequiredSetUpProps> = {
  name: 'set-up',
  title: 'Guard',
  load: async () => (await import('../pages/account/required-set-up.tsx')).RequiredSetUp,
};

const WALL: Loadable<WallPageProps> = {
  name: 'wall',
  title: 'Guard',
  load: async () => (await import('../pages/overview/wall-page.tsx')).WallPage,
};

const RETRY_MS = 5_000;

/** Marks a page that is loaded again at once after somebody has signed in. */
const JUST_SIGNED_IN = 'just signed in';

/** Resolves when the page has the language of the person, and never if it must be loaded again for that. */
async function inOwnLanguage({ guard }: SignedIn, isNew: boolean): Promise<void> {
  if (!(await isInOtherLanguage(guard))) return;
  if (isNew) history.replaceState(JUST_SIGNED_IN, '');
  location.reload();
  await new Promise<never>(() => {});
}

/** A page that nobody sees must know as well as any other whether it is connected. */
const wait = createPageTimer(() => new Worker(workerUrl('timer')));

export function App() {
  const [state, setState] = useState<State>({ is: 'resuming' });
  const signedOutPage = useSignedOutPage();
  const wall = useWallLink();
  // Browsers reject a `fetch` that is called as a method of another object.
  const clock = useMemo(() => new ServiceClock((url, init) => fetch(url, init), Date.now), []);
  const [waits, onWait] = useWaits();
  const sessions = useMemo(() => {
    const baseUrl = baseUrlOf(location.href);
    const tab = new SessionStore(() => sessionStorage, baseUrl);
    const device = new SessionStore(() => localStorage, baseUrl);
    const onReplaced = () => setState({ is: 'resuming' });
    const onEnd = () =>
      setState((now) => (now.is === 'signed out' ? now : { is: 'signed out', notice: desk.signIn.ended }));
    const watched: typeof clock.fetch = async (...request) => {
      const response = await clock.fetch(...request);
      if (response.status === 403 && /_setup_/.test(await response.clone().text())) {
        setState((now) => (now.is === 'signed in' ? { ...now, mustSetUp: true } : now));
      }
      return response;
    };
    return createSessions({
      baseUrl,
      tab,
      device,
      events: window,
      fetch: watched,
      onWait,
      wait,
      onEnd,
      onReplaced,
    });
  }, [clock, onWait]);

  useEffect(() => {
    // A wall with a key leaves the session of this tab alone.
    if (state.is !== 'resuming' || wall?.key) return;
    const timer = setTimeout(
      () =>
        sessions.resume().then(
          async (who) => {
            const isNew = history.state === JUST_SIGNED_IN;
            if (who) await inOwnLanguage(who, isNew);
            if (isNew) history.replaceState(null, '');
            setState((now) =>
              who ? { is: 'signed in', who, isNew } : { is: 'signed out', ...noticeOf(now) },
            );
          },
          (error) => setState({ is: 'resuming', problem: problemText(error) }),
        ),
      state.problem ? RETRY_MS : 0,
    );
    return () => clearTimeout(timer);
  }, [state, sessions, wall]);

  const signIn = useCallback(
    async (email: string, password: string, otp?: string, isKept?: boolean) => {
      const who = await sessions.signIn(email, password, otp, isKept);
      await inOwnLanguage(who, true);
      setState({ is: 'signed in', who, isNew: true });
    },
    [sessions],
  );
  const signOut = useCallback(async (who: SignedIn) => {
    setState({ is: 'signed out' });
    // The token is deleted here at once. If the service does not answer, the token expires by itself.
    await who.guard.logout().catch(() => undefined);
  }, []);

  const signedIn = state.is === 'signed in' ? state.who : undefined;
  // What a person has typed outlasts a set-up in between, and never reaches the next person.
  const drafts = useMemo(() => new Drafts(), [signedIn]);

  const guardOfWall = useMemo(() => {
    const key = wall?.key;
    if (!key) return signedIn?.guard;
    return createGuardClient({ baseUrl: baseUrlOf(location.href), fetch: clock.fetch, wait, key });
  }, [wall, signedIn, clock]);

  if (wall && guardOfWall) {
    const { tenantId } = readScreen(location);
    const props = { guard: guardOfWall, clock: clock.now, theme: wall.theme, tenantId };
    // Another link is another screen.
    return <LoadedPage key={wall.key} page={WALL} props={props} />;
  }
  if (signedOutPage) {
    const enter: PasswordPageProps['onSignIn'] = async (email, password, isInvited) => {
      const who = await sessions.signIn(email, password);
      if (isInvited) new Preferences(() => localStorage, baseUrlOf(location.href)).set(isNew(who.user), true);
      location.hash = '#/';
      await inOwnLanguage(who, false);
      setState({ is: 'signed in', who });
    };
    return <SignedOut page={signedOutPage} fetch={clock.fetch} onSignIn={enter} />;
  }
  if (state.is === 'signed in') {
    const { who } = state;
    const onSignOut = () => signOut(who);
    const onDone = async () => {
      await inOwnLanguage(who, false);
      setState({ is: 'signed in', who });
    };
    if (state.mustSetUp) return <LoadedPage page={SET_UP} props={{ guard: who.guard, onDone, onSignOut }} />;
    return (
      <>
        <WaitNotice waits={waits} />
        {state.isNew && <SignInReminder {...who} />}
        <SignedInConsole {...who} clock={clock.now} onSignOut={onSignOut} drafts={drafts} />
      </>
    );
  }
  if (state.is === 'signed out')
    return (
      <SignIn notice={state.notice} hasAlert={readScreen(location).alertId !== undefined} onSignIn={signIn} />
    );
  return (
    <main class="waiting">
      <p role="status">{state.problem ?? desk.signIn.oneMoment}</p>
    </main>
  );
}

/** The wall screen that the URL names. */
function useWallLink(): WallLink | undefined {
  const [link, setLink] = useState(() => readWallLink(location.hash));
  useEffect(() => {
    const follow = () => setLink(readWallLink(location.hash));
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return link;
}

function noticeOf(state: State): { readonly notice?: string } {
  return state.is === 'signed out' && state.notice ? { notice: state.notice } : {};
}

const loadSetPassword = async () => (await import('../pages/password/set-password-page.tsx')).SetPasswordPage;

const PAGES: Readonly<Record<SignedOutPage['view'], Loadable<PasswordPageProps>>> = {
  forgot: {
    name: 'forgot',
    title: 'Guard',
    load: async () => (await import('../pages/password/forgot-page.tsx')).ForgotPage,
  },
  reset: { name: 'reset', title: 'Guard', load: loadSetPassword },
  sso: {
    name: 'sso',
    title: 'Guard',
    load: async () => (await import('../pages/sso/sso-page.tsx')).SsoPage,
  },
  'sign-in-test': {
    name: 'sign-in-test',
    title: 'Guard',
    load: async () => (await import('../pages/sign-in-methods/sign-in-test-page.tsx')).SignInTestPage,
  },
  invitation: { name: 'invitation', title: 'Guard', load: loadSetPassword },
};

interface SignedOutProps extends Pick<PasswordPageProps, 'onSignIn'> {
  readonly page: SignedOutPage;
  readonly fetch: GuardClientOptions['fetch'];
}

/** A page that needs no session, and leaves the session of this tab alone until somebody signs in there. */
function SignedOut({ page, fetch, onSignIn }: SignedOutProps) {
  const guard = useMemo(() => createGuardClient({ baseUrl: baseUrlOf(location.href), fetch }), [fetch]);
  // Another link is a new page, which has not failed yet.
  return <LoadedPage key={page.token} page={PAGES[page.view]} props={{ ...page, guard, onSignIn }} />;
}

const SECOND_MS = 1_000;

/** Says what waits, why and for how long. Screen readers announce it once, not every second. */
function WaitNotice({ waits }: { readonly waits: readonly Waiting[] }) {
  const [now, setNow] = useState(() => performance.now());
  const isWaiting = waits.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const listed = listedWaits(waits);
  const [announcement, announce] = useState('');
  useEffect(() => {
    announce(
      listedWaits(waits)
        .map((wait) => waitText(wait, performance.now()))
        .join(' '),
    );
  }, [waits]);
  return (
    <div class="waits">
      <p class="unseen" role="status">
        {announcement}
      </p>
      {listed.map((wait) => (
        <p key={wait.operation} aria-hidden="true">
          {waitText(wait, now)}
        </p>
      ))}
    </div>
  );
}
