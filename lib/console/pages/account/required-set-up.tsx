import { useEffect } from 'preact/hooks';
import { desk } from '../../texts/desk.ts';
import { SecondFactor, type SecondFactorProps } from './second-factor.tsx';
import { texts } from './second-factor-texts.ts';

export interface RequiredSetUpProps extends SecondFactorProps {
  readonly onSignOut: () => void;
}

/** All that a person sees whose tenant requires a second factor, until it is set up. */
export function RequiredSetUp({ onSignOut, ...props }: RequiredSetUpProps) {
  useEffect(() => {
    document.title = 'Guard';
  }, []);
  return (
    <main class="page">
      <h1>Guard</h1>
      <p class="notice">{texts.setUpFirst}</p>
      <SecondFactor {...props} />
      <button type="button" onClick={onSignOut}>
        {desk.topBar.signOut}
      </button>
    </main>
  );
}
