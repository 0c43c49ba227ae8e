import { useCallback, useMemo, useState } from 'preact/hooks';
import { NoSites } from '../parts/no-sites.tsx';
import { emptyText, listedAlerts } from '../state/alerts.ts';
import { mayAct } from '../state/may-act.ts';
import { choose, NOTHING_SELECTED } from '../state/selection.ts';
import { desk } from '../texts/desk.ts';
import { AlertRows } from './alert-rows.tsx';
import { DeskBar } from './desk-bar.tsx';
import type { DeskProps } from './desk-props.ts';

export function OpenAlertList(props: DeskProps) {
  const { alerts, screen, snapshot, isCapped, sites, user, actions } = props;
  const listed = useMemo(() => listedAlerts(alerts, screen), [alerts, screen]);
  const [selection, select] = useState(NOTHING_SELECTED);
  const onSelect = useCallback(
    (id: string, isRange: boolean) =>
      select((before) =>
        choose(
          before,
          id,
          isRange,
          listed.map((alert) => alert.id),
        ),
      ),
    [listed],
  );
  if (!snapshot) return <p class="empty">{desk.list.reading}</p>;
  if (alerts.length === 0 && sites.value?.length === 0) return <NoSites role={user.role} />;
  const isActing = mayAct(user.role);
  return (
    <>
      {isCapped && <p class="notice">{desk.list.capped}</p>}
      <DeskBar {...props} listed={listed} selection={selection} onSelect={select} mayAct={isActing} />
      {listed.length === 0 && (
        <p class="empty">{emptyText(alerts.length, snapshot.connection, sites.value?.length)}</p>
      )}
      <AlertRows
        {...props}
        listed={listed}
        rowActions={{ acting: isActing ? actions : undefined, selected: selection.ids, onSelect }}
      />
    </>
  );
}
