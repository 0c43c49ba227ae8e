import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import type { Device, Panel, Site, Versioned } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { EditForm } from '../../components/edit-form.tsx';
import { Age, Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Facts, Panel as Part, Reading } from '../../components/page-layout.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useRead } from '../../hooks/use-read.ts';
import { durationText } from '../../state/age.ts';
import { panelBody } from '../../state/panels.ts';
import { common } from '../../texts/common.ts';
import type { DevicesProps } from './devices-props.ts';
import { PANEL_CONTROLS } from './panel-controls.tsx';
import { panelFields, placeOptions } from './panel-fields.ts';
import { PanelFrames } from './panel-frames.tsx';
import { texts } from './panel-texts.ts';
import { PanelValues } from './panel-values.tsx';
import { useUncopiedKey } from './use-uncopied-key.ts';

interface DevicePanelProps extends DevicesProps {
  readonly device: Device;
  readonly site: Site | undefined;
  readonly onDisconnected: () => void;
}

/** The alarm panel of a device for those who may change it: its state, its settings and its signals, or how to connect one. */
export function DevicePanel(props: DevicePanelProps) {
  const { guard, user } = useConsole();
  const { device } = props;
  const { id, has_panel: hasPanel } = device;
  const isShown = isPermitted(user.role, 'devices:update');
  const {
    value: panel,
    error,
    again,
  } = useRead(
    async (signal) => (isShown && hasPanel ? guard.panels.get(id, { signal }) : null),
    [guard, id, isShown, hasPanel],
  );
  if (!isShown) return null;
  if (panel) return <PanelOfDevice key={panel.created_at} {...props} panel={panel} />;
  return (
    <Part
      title={texts.title}
      actions={
        panel === null && (
          <ScreenLink class="button" to={{ tab: 'panel' }}>
            {texts.connect}
          </ScreenLink>
        )
      }
    >
      {panel === null ? <p class="muted">{texts.about}</p> : <Reading error={error} again={again} />}
    </Part>
  );
}

const EVERY_MS = 30_000;

interface PanelOfDeviceProps extends DevicePanelProps {
  readonly panel: Versioned<Panel>;
}

function PanelOfDevice({ panel: first, ...props }: PanelOfDeviceProps) {
  const { guard } = useConsole();
  const { device, site, onDisconnected } = props;
  const [saved, setSaved] = useState(first);
  const [isEdited, setEdited] = useState(false);
  const { value: panel = saved } = usePolled((signal) => guard.panels.get(device.id, { signal }), EVERY_MS, [
    guard,
    device.id,
    saved,
  ]);
  const { key, onCopied } = useUncopiedKey(device.id);
  return (
    <>
      <Part
        title={texts.title}
        actions={
          !isEdited && (
            <>
              <ScreenLink class="button" to={{ tab: 'panel' }}>
                {texts.setUp}
              </ScreenLink>
              <button type="button" onClick={() => setEdited(true)}>
                {common.edit}
                <span class="unseen"> {texts.title}</span>
              </button>
              <ConfirmButton
                label={texts.delete}
                title={texts.deleteTitle(device.name)}
                text={texts.deleteText}
                action={texts.delete}
                onConfirm={async () => {
                  await guard.panels.delete(device.id);
                  onDisconnected();
                }}
              />
            </>
          )
        }
      >
        {isEdited ? (
          <PanelForm
            {...props}
            panel={panel}
            onSaved={(changed) => {
              setSaved(changed);
              setEdited(false);
            }}
            onCancel={() => setEdited(false)}
          />
        ) : (
          <>
            <PanelFacts {...props} panel={panel} />
            {key !== undefined && <p class="notice">{texts.keyOnce}</p>}
            <details open={key !== undefined}>
              <summary>{texts.write}</summary>
              <PanelValues panel={panel} device={device} panelKey={key} onKeyCopied={onCopied} />
            </details>
          </>
        )}
      </Part>
      <Part
        title={texts.signals}
        actions={<ScreenLink to={{ itemId: 'panels' }}>{texts.unknown}</ScreenLink>}
      >
        <PanelFrames panel={panel} zone={site?.timezone} />
      </Part>
    </>
  );
}

const MARKS: Readonly<Record<Panel['state'], string>> = {
  online: 'mark',
  offline: 'mark mark-bad',
  never_heard: 'mark mark-off',
  unwatched: 'mark mark-off',
};

interface PanelPartProps extends DevicePanelProps {
  readonly panel: Versioned<Panel>;
}

function PanelFacts({ panel, device, site, now }: PanelPartProps) {
  const { state, paths, last_openings, account, encryption, allowed_addresses, maker } = panel;
  const facts = [
    [common.status, <span class={MARKS[state]}>{texts.states[state]}</span>],
    ...paths.map(
      ({ transport, line, last_seen_at }) =>
        [texts.path(transport, line), <Age since={last_seen_at} now={now} />] as const,
    ),
    ...(device.heartbeat_seconds === null
      ? []
      : [[texts.offlineAfter, durationText(device.heartbeat_seconds)] as const]),
    ...last_openings.map(
      (opening) =>
        [
          [texts.lastOpening, opening.partition !== null && texts.inPartition(opening.partition)]
            .filter(Boolean)
            .join(', '),
          <>
            {openingText(opening)}
            {' · '}
            <Instant at={opening.at} zone={site?.timezone} />
          </>,
        ] as const,
    ),
    [texts.account, account],
    ...(maker === 'other' ? [] : [[texts.maker, texts.makers[maker]] as const]),
    [texts.encryption, texts.encryptions[encryption]],
    ...(allowed_addresses.length > 0 ? [[texts.addresses, allowed_addresses.join(', ')] as const] : []),
    ...(panel.zones.length > 0
      ? [
          [
            texts.zones,
            panel.zones.map(({ number, name }) => `${number} ${name ?? ''}`.trim()).join(', '),
          ] as const,
        ]
      : []),
    ...(panel.users.length > 0
      ? [[texts.users, panel.users.map(({ number, name }) => `${number} ${name}`).join(', ')] as const]
      : []),
  ] as const;
  return <Facts facts={facts} />;
}

function openingText({ state, partial, user_name, user_number }: Panel['last_openings'][number]): string {
  const person = user_name ?? (user_number === null ? undefined : texts.user(user_number));
  const happened = texts.openings[partial ? 'partial' : state];
  return person === undefined ? happened : `${happened}, ${texts.byUser(person)}`;
}

interface PanelFormProps extends PanelPartProps {
  readonly onSaved: (panel: Versioned<Panel>) => void;
  readonly onCancel: () => void;
}

function PanelForm({ device, panel, onSaved, onCancel }: PanelFormProps) {
  const { guard } = useConsole();
  const { id, site_id } = device;
  const [item] = useState(panel);
  const [encryption, setEncryption] = useState<string>(item.encryption);
  const {
    value: places,
    error,
    again,
  } = useRead(
    async (signal) => {
      const [zones, devices] = await Promise.all([
        guard.zones.listOfSite(site_id, { limit: 100 }, { signal }).all(),
        guard.devices.list({ site_id, limit: 100 }, { signal }).all(),
      ]);
      return placeOptions(zones, devices);
    },
    [guard, site_id],
  );
  if (!places) return <Reading error={error} again={again} />;
  return (
    <EditForm
      fields={panelFields(item, encryption, places)}
      controls={PANEL_CONTROLS}
      item={item}
      read={() => guard.panels.get(id)}
      save={(changes, before) => guard.panels.set(id, panelBody(before, changes), { ifMatch: before })}
      onSaved={onSaved}
      onCancel={onCancel}
      hasFocus
      onChange={(values, changed) => {
        if (changed === 'encryption') setEncryption(String(values['encryption']));
        return undefined;
      }}
    />
  );
}
