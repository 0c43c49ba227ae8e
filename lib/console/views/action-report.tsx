import type { Actions } from '../hooks/use-actions.ts';

/** What the last action did, where nothing else moves for it. */
export function ActionReport({ actions: { report, dismiss } }: { readonly actions: Actions }) {
  const isFailed = report?.is === 'failed';
  return (
    <div class={report ? 'action-report' : 'action-report unseen'}>
      <p role="status">{report && !isFailed && report.text}</p>
      <div role="alert">
        {isFailed && (
          <>
            <p class="problem">{report.text}</p>
            <ul>
              {report.failures?.map(({ id, message, why }) => (
                <li key={id}>
                  {message}: {why}
                </li>
              ))}
            </ul>
          </>
        )}
      </div>
      {report && report.is !== 'running' && (
        <button type="button" onClick={dismiss}>
          {isFailed ? 'Close' : 'OK'}
        </button>
      )}
    </div>
  );
}
