import { useState } from 'preact/hooks';
import type { GuardClient, User } from '../../../client/index.ts';
import { Panel } from '../../parts/page-layout.tsx';
import { problemText } from '../../services/problem.ts';
import { texts } from './people-texts.ts';

interface InvitationProps {
  readonly guard: GuardClient;
  readonly person: User;
}

/** Sends the invitation again to somebody who has not signed in yet. */
export function Invitation({ guard, person }: InvitationProps) {
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
