import { useMemo } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Alert, Device } from '../../../client/index.ts';
import { Age } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { ListView } from '../../components/list-view.tsx';
import { Panel } from '../../components/page-layout.tsx';
import { PlaceMark } from '../../components/place-mark.tsx';
import { Severity } from '../../components/severity.tsx';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { deviceStates } from '../../state/place-state.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { placeOf, statusLabel, typeLabel } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import { desk } from '../../texts/desk.ts';
import type { SiteProps } from './site-props.ts';
import { SiteTests } from './site-tests.tsx';
import { texts } from './sites-texts.ts';

/** What is at a site now: what rings, what is on test, and its devices by zone. */
export function SiteNow(props: SiteProps) {
  return (
    <>
      <SiteTests {...props} />
      <SiteAlerts {...props} />
      <SiteDevices {...props} />
    </>
  );
}

const MOST_ALERTS = 20;

/** The open alerts in the order of the desk; each is a link into it. */
function SiteAlerts({ alerts, now, id }: SiteProps) {
  const { screen, change } = useConsole();
  const columns = useMemo<readonly Column<Alert>[]>(
    () => [
      {
        title: desk.detail.alert,
        cell: ({ id: alertId, message }) => (
          <ScreenLink to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, siteId: id, alertId }}>
            {message}
          </ScreenLink>
        ),
      },
      {
        title: desk.list.severity,
        cell: ({ severity }) => <Severity severity={severity} />,
        onPhone: 'beside',
      },
      { title: texts.place, cell: (alert) => placeOf(alert), onPhone: 'below' },
      {
        title: common.status,
        cell: ({ status, acknowledged_by_name: name }) =>
          [statusLabel(status), name].filter(Boolean).join(' · '),
        onPhone: 'below',
      },
      {
        title: desk.detail.raised,
        cell: ({ created_at }) => <Age since={created_at} now={now} />,
        onPhone: 'below',
      },
    ],
    [screen, change, now, id],
  );
  return (
    <Panel title={texts.openAlerts}>
      {alerts.length === 0 ? (
        <p class="muted">{desk.list.noneOpen}</p>
      ) : (
        <Table caption={texts.openAlerts} columns={columns} rows={alerts.slice(0, MOST_ALERTS)} />
      )}
      {alerts.length > MOST_ALERTS && (
        <ScreenLink class="button" to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, siteId: id }}>
          {desk.list.showAll} ({alerts.length})
        </ScreenLink>
      )}
    </Panel>
  );
}

/** The devices by zone, those of no zone last. The watch keeps their states current. */
function SiteDevices({ id, devices, hasMoreDevices, alerts, tests, zones }: SiteProps) {
  const { user, screen, change } = useConsole();
  const names = useMemo(() => new Map(zones.items?.map((zone) => [zone.id, zone.name])), [zones.items]);
  const items = useMemo(() => {
    const zoneOf = ({ zone_id }: Device) =>
      zone_id === null ? '\u{10ffff}' : (names.get(zone_id) ?? zone_id);
    return devices?.toSorted(
      (one, other) => zoneOf(one).localeCompare(zoneOf(other)) || one.name.localeCompare(other.name),
    );
  }, [devices, names]);
  const columns = useMemo<readonly Column<Device>[]>(() => {
    const stateOf = deviceStates({ alerts, tests: tests.running });
    return [
      {
        title: common.name,
        cell: ({ id: itemId, name }) => <ScreenLink to={{ view: 'devices', itemId }}>{name}</ScreenLink>,
      },
      {
        title: texts.state,
        cell: (device) => {
          const state = stateOf(device);
          return state && <PlaceMark state={state} />;
        },
        onPhone: 'beside',
      },
      { title: common.type, cell: ({ type }) => typeLabel(type), onPhone: 'below' },
    ];
  }, [screen, change, alerts, tests.running]);
  const mayTest = isPermitted(user.role, 'tests:create');
  const list = { items, hasMore: false, isLoading: false, error: undefined, ...NO_PAGES };
  return (
    <Panel
      title={texts.devices}
      actions={
        isPermitted(user.role, 'devices:create') && (
          <ScreenLink class="button" to={{ view: 'devices', itemId: 'new', siteId: id }}>
            {texts.addDevice}
          </ScreenLink>
        )
      }
    >
      {hasMoreDevices && <p class="notice">{texts.moreDevices}</p>}
      <ListView
        caption={texts.devices}
        list={list}
        columns={columns}
        empty={texts.noDevices}
        grouping={{
          of: ({ zone_id }) => zone_id ?? '',
          title: (zoneId) => (
            <span class="page-head">
              {zoneId === '' ? texts.noZone : (names.get(zoneId) ?? '…')}
              {zoneId !== '' && mayTest && (
                <ScreenLink to={{ tab: 'test', partId: zoneId }}>
                  {desk.onTest.put}
                  <span class="unseen"> {names.get(zoneId)}</span>
                </ScreenLink>
              )}
            </span>
          ),
        }}
        {...(items && items.length > FEW_DEVICES ? { searched: ({ name }: Device) => name } : {})}
      />
    </Panel>
  );
}

/** A list of so many devices needs no search. */
const FEW_DEVICES = 10;

/** The watch reads all pages itself. */
const NO_PAGES = { more: () => {}, all: () => {}, again: () => {} };
