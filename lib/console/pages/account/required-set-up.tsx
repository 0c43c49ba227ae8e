import { useEffect } from 'preact/hooks';
import { desk } from '../../texts/desk.ts';
import { SecondFactor, type SecondFactorProps } from './second-factor.tsx';
import { texts } from './second-factor-texts.ts';

export interface RequiredSetUpProps extends SecondFactorProps {
  readonly onSignOut: () => void;
}

/** The only page that a person sees until the second factor that the tenant requires is set up. */
export function RequiredSetUp({ onSignOut, ...props }: RequiredSetUpProps) {
  useEffect(() => {
    document.title = 'Guard';
  }, []);
  return (
    <main class="page">
      <h1>Guard</h1>
      <div class="notice" role="alert">
        <p>{texts.setUpFirst}</p>
        <p>{texts.setUpText}</p>
      </div>
      {/* Above the forms: one that grows shorter must not move it under the second click of a double click. */}
      <div class="buttons">
        <button type="button" onClick={onSignOut}>
          {desk.shell.signOut}
        </button>
      </div>
      <SecondFactor {...props} />
    </main>
  );
}
