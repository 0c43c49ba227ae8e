import { useCallback, useState } from 'preact/hooks';
import type { Alert } from '../../client/index.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { desk } from '../texts/desk.ts';
import { AlertRows } from './alert-rows.tsx';
import type { DeskProps } from './desk-props.ts';
import { useAfterDesk } from './use-after-desk.ts';

const PAGE = 50;
const EVERY_MS = 30_000;

/** The resolved alerts, newest first, page by page. They are polled, not watched. Each choice of filters has its own list. */
export function ResolvedAlertList(props: DeskProps) {
  const { guard, screen, tenantId } = props;
  const { siteId, type } = screen;
  const afterDesk = useAfterDesk();
  const severity = screen.severities.join(',');
  const readPage = useCallback(
    (cursor: string | undefined, signal?: AbortSignal) => {
      const severities = screen.severities.length > 0 ? screen.severities : undefined;
      const filters = { status: 'resolved', limit: PAGE, type, severity: severities } as const;
      const list = siteId
        ? guard.alerts.listOfSite(siteId, filters, { signal })
        : guard.alerts.list({ ...filters, tenant_id: tenantId }, { signal });
      return list.page(cursor);
    },
    // `severity` changes with `screen.severities`.
    [guard, siteId, type, severity, tenantId],
  );
  const readFirst = useCallback((signal: AbortSignal) => readPage(undefined, signal), [readPage]);
  const { value: first, error } = usePolled(readFirst, EVERY_MS);
  const [older, setOlder] = useState<{ readonly alerts: readonly Alert[]; readonly cursor: string | null }>();
  const [problem, setProblem] = useState<string>();

  const cursor = older ? older.cursor : first?.meta.next_cursor;
  async function readOlder() {
    if (!cursor) return;
    setProblem(undefined);
    try {
      const page = await readPage(cursor);
      // Listed alerts stay listed, even if newer ones have pushed them out of the first page.
      setOlder({ alerts: [...listed, ...page.data], cursor: page.meta.next_cursor });
    } catch (failure) {
      setProblem(problemText(failure));
    }
  }

  const listed = withoutDuplicates([...(first?.data ?? []), ...(older?.alerts ?? [])]);
  const failed = problem ?? (error === undefined ? undefined : problemText(error));
  return (
    <>
      {failed && (
        <p class="problem" role="alert">
          {failed}
        </p>
      )}
      <div class="desk-bar">{afterDesk && <afterDesk.ExportAlerts {...props} />}</div>
      {!first && !failed && <p class="empty">{desk.list.reading}</p>}
      {first && listed.length === 0 && <p class="empty">{desk.list.noneResolved}</p>}
      {listed.length > 0 && <AlertRows {...props} listed={listed} />}
      {cursor && (
        <button type="button" class="more" onClick={readOlder}>
          {desk.list.older}
        </button>
      )}
    </>
  );
}

/** The first page is polled, so it may overlap with the older pages. */
function withoutDuplicates(alerts: readonly Alert[]): Alert[] {
  return [...new Map(alerts.map((alert) => [alert.id, alert])).values()];
}
