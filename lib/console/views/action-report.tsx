import type { Actions } from '../hooks/use-actions.ts';
import { useShortcuts } from '../hooks/use-shortcuts.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { ActionButton } from './action-button.tsx';

interface ActionReportProps {
  readonly actions: Actions;
  readonly areShortcutsOn: boolean;
}

/** Reports the last action, and offers to undo it for a while. It moves nothing else on the screen. */
export function ActionReport({ actions, areShortcutsOn }: ActionReportProps) {
  const { report, dismiss, undo, isHeld } = actions;
  const isFailed = report?.is === 'failed';
  const undoable = report?.undoable;
  useShortcuts(areShortcutsOn, undoable ? { undo: () => void undo(undoable) } : {});
  return (
    <div class={report ? 'action-report' : 'action-report unseen'}>
      <p role="status">{report && !isFailed && report.text}</p>
      <div role="alert">
        {isFailed && (
          <>
            <p class="problem">{report.text}</p>
            <ul>
              {report.failures?.map((line) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </>
        )}
      </div>
      {undoable && (
        <ActionButton class="primary" isHeld={isHeld} onPress={() => void undo(undoable)}>
          {desk.actions.undo}
        </ActionButton>
      )}
      {report && report.is !== 'running' && (
        <ActionButton isHeld={isHeld} onPress={dismiss}>
          {isFailed ? common.close : desk.actions.ok}
        </ActionButton>
      )}
    </div>
  );
}
