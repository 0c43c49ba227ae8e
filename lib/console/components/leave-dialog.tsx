import type { Leaving } from '../hooks/use-screen.ts';
import { common } from '../texts/common.ts';
import { Dialog } from './dialog.tsx';

/** Asks before a form that is not saved is left. */
export function LeaveDialog({ leaving }: { readonly leaving: Leaving }) {
  return (
    <Dialog title={common.leaveTitle} onClose={leaving.stay}>
      {(close) => (
        <>
          <p>{common.leaveText}</p>
          <div class="buttons">
            <button type="button" onClick={close}>
              {common.stay}
            </button>
            <button type="button" class="danger" onClick={leaving.leave}>
              {common.leave}
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}
