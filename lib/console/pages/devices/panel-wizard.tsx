import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { addressRanges, isAmong } from '../../../../shared/base/address.ts';
import type { Device, Panel, PanelFrame, Site, UnknownFrameList, Versioned } from '../../../client/index.ts';
import { Form } from '../../components/form.tsx';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { PageLayout, Panel as Part, Reading } from '../../components/page-layout.tsx';
import { TestNotice } from '../../components/test-notice.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useRead } from '../../hooks/use-read.ts';
import { problemText } from '../../services/problem.ts';
import { durationText } from '../../state/age.ts';
import { bodyOf, type Field, shownIn, type Values, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { generatePanelKey, panelBody, zoneOfSignal } from '../../state/panels.ts';
import { desk } from '../../texts/desk.ts';
import type { DevicesProps } from './devices-props.ts';
import { NEW_PANEL_CONTROLS } from './panel-controls.tsx';
import { panelFields } from './panel-fields.ts';
import { FrameMeaning, FrameResult, UnknownFrames } from './panel-frames.tsx';
import { texts } from './panel-texts.ts';
import { PanelValues } from './panel-values.tsx';
import { useUncopiedKey } from './use-uncopied-key.ts';

interface PanelWizardProps extends DevicesProps {
  readonly deviceId: string;
}

/** Leads an installer from an account to the first signal, which appears by itself. */
export function PanelWizard({ deviceId, ...props }: PanelWizardProps) {
  const { guard } = useConsole();
  const [made, setMade] = useState<Versioned<Panel>>();
  const { key, keep, onCopied } = useUncopiedKey(deviceId);
  const { value, error, again } = useRead(
    async (signal) => {
      const device = await guard.devices.get(deviceId, { signal });
      return { device, panel: device.has_panel ? await guard.panels.get(deviceId, { signal }) : undefined };
    },
    [guard, deviceId, made === undefined],
  );
  const panel = made ?? value?.panel;
  const site = props.sites.value?.find(({ id }) => id === value?.device.site_id);
  return (
    <PageLayout
      title={texts.connect}
      back={<ScreenLink to={{ tab: undefined }}>← {value?.device.name ?? texts.title}</ScreenLink>}
    >
      {!value && <Reading error={error} again={again} />}
      {value && !panel && (
        <Part title={texts.stepAccount}>
          <AccountStep
            {...props}
            device={value.device}
            onMade={(panel, key) => {
              keep(key);
              setMade(panel);
            }}
          />
        </Part>
      )}
      {value && panel && (
        <>
          <Part title={texts.stepWrite}>
            <PanelValues panel={panel} device={value.device} panelKey={key} onKeyCopied={onCopied} />
            {key !== undefined && <p class="notice">{texts.keyOnce}</p>}
          </Part>
          {panel.receiver || panel.last_frame_at !== null ? (
            <Part title={texts.stepWait}>
              <WaitStep {...props} panel={panel} device={value.device} site={site} onChanged={setMade} />
            </Part>
          ) : (
            <ScreenLink class="button primary" to={{ tab: undefined }}>
              {texts.done}
            </ScreenLink>
          )}
        </>
      )}
    </PageLayout>
  );
}

interface AccountStepProps extends DevicesProps {
  readonly device: Device;
  readonly onMade: (panel: Versioned<Panel>, key: string | undefined) => void;
}

/** The supervision that most panels have, if nobody has chosen another. */
const USUAL_SECONDS = '180';

function AccountStep({ device, onMade }: AccountStepProps) {
  const { guard } = useConsole();
  const { id, heartbeat_seconds } = device;
  const [initial] = useState<Values>(() => ({
    ...valuesOf(panelFields(undefined, 'aes'), { encryption: 'aes', maker: 'other' }),
    key: [generatePanelKey((count) => crypto.getRandomValues(new Uint8Array(count)))],
    heartbeat_seconds: heartbeat_seconds === null ? USUAL_SECONDS : String(heartbeat_seconds),
  }));
  const [encryption, setEncryption] = useState('aes');
  const fields = [...panelFields(undefined, encryption), supervisionField(heartbeat_seconds)];

  async function make(values: Values) {
    const { heartbeat_seconds: chosen, ...settings } = bodyOf(shownIn(fields, values), values);
    const panel = await guard.panels.set(id, panelBody(undefined, settings));
    const seconds = chosen === null ? null : Number(chosen);
    if (seconds !== heartbeat_seconds) await guard.devices.update(id, { heartbeat_seconds: seconds });
    onMade(panel, settings['key'] as string | undefined);
  }

  return (
    <Form
      fields={fields}
      controls={NEW_PANEL_CONTROLS}
      initial={initial}
      action={texts.next}
      onSubmit={make}
      onChange={(values, changed) => {
        if (changed === 'encryption') setEncryption(String(values['encryption']));
        return undefined;
      }}
    />
  );
}

/** The choices of how often a panel gives a sign of life. It is offline after three of them. */
function supervisionField(seconds: number | null): Field {
  const choices: Readonly<Record<string, string>> = {
    ...texts.supervisions,
    ...(seconds === null || String(seconds) in texts.supervisions
      ? {}
      : { [seconds]: texts.otherSupervision(durationText(seconds)) }),
  };
  return {
    kind: 'select',
    name: 'heartbeat_seconds',
    label: texts.supervision,
    options: Object.entries(choices).map(([value, label]) => ({ value, label })),
  };
}

/** While the step is visible; together 32 requests in a minute, of 60 that a person may send. */
const FRAMES_MS = 3_000;
const OTHERS_MS = 10_000;
const SHOWN_FRAMES = 20;

interface WaitStepProps extends DevicesProps {
  readonly panel: Versioned<Panel>;
  readonly device: Device;
  readonly site: Site | undefined;
  readonly onChanged: (panel: Versioned<Panel>) => void;
}

/** What arrives from the panel, and who calls from its addresses with another account. */
function WaitStep(props: WaitStepProps) {
  const { guard } = useConsole();
  const { panel: made, site, onChanged } = props;
  const { device_id: id } = made;
  const {
    value: frames,
    error,
    again,
  } = usePolled(
    async (signal) => (await guard.panels.listFrames(id, { limit: SHOWN_FRAMES }, { signal }).page()).data,
    FRAMES_MS,
    [guard, id],
  );
  const { value: others } = usePolled(
    async (signal) => {
      const panel = await guard.panels.get(id, { signal });
      return {
        panel,
        unknown: panel.last_frame_at === null ? await guard.panels.listUnknownFrames({ signal }) : undefined,
      };
    },
    OTHERS_MS,
    [guard, id, made],
  );
  const panel = others?.panel ?? made;
  const isHeard = panel.last_frame_at !== null || frames?.some(({ result }) => result !== 'refused');
  const isRefused = !isHeard && frames !== undefined && frames.length > 0;

  /** Changes the panel as it is now: each frame that arrives is a change, too. */
  async function set(changesOf: (latest: Panel) => Record<string, unknown>) {
    const latest = await guard.panels.get(id);
    onChanged(await guard.panels.set(id, panelBody(latest, changesOf(latest)), { ifMatch: latest }));
  }

  if (!frames) return <Reading error={error} again={again} />;
  return (
    <>
      <p role="status" class={isHeard ? 'mark' : isRefused ? 'mark mark-bad' : 'mark mark-off'}>
        {isHeard ? texts.heard : isRefused ? texts.stillRefused : texts.waiting}
      </p>
      <p class="muted">{isHeard ? texts.heardHint : texts.waitHint}</p>
      {!isHeard &&
        callers(others?.unknown, panel).map(({ account, address }) => (
          <Offer
            key={account}
            text={texts.unknownCalls(account, address)}
            action={texts.useAccount(account)}
            onPress={() => set(() => ({ account }))}
          />
        ))}
      {isHeard && <OnTest {...props} />}
      {frames.length > 0 && (
        <ol class="frames">
          {frames.map((frame, place) => {
            const nameless = namelessZone(frame, panel, frames.slice(0, place));
            return (
              <li key={frame.id}>
                <Instant at={frame.at} zone={site?.timezone} />
                <FrameMeaning frame={frame} panel={panel} />
                <FrameResult frame={frame} />
                {nameless !== undefined && (
                  <NameZone
                    number={nameless}
                    onSave={(name) =>
                      set(({ zones }) => ({ zones: [...zones, { number: Number(nameless), name }] }))
                    }
                  />
                )}
              </li>
            );
          })}
        </ol>
      )}
      <div class="buttons">
        <ScreenLink class="button primary" to={{ tab: undefined }}>
          {texts.done}
        </ScreenLink>
      </div>
      {!isHeard && others?.unknown && (
        <details>
          <summary>{texts.unknown}</summary>
          <UnknownFrames found={others.unknown} />
        </details>
      )}
    </>
  );
}

/** Before the zones are triggered: a walk test without it rings at the desk for each of them. */
function OnTest({ tests, device, site, now }: WaitStepProps) {
  const { user } = useConsole();
  if (!site) return null;
  const running = tests.running.filter(
    ({ site_id, zone_id, device_ids }) =>
      site_id === site.id &&
      (zone_id === null || zone_id === device.zone_id) &&
      (device_ids?.includes(device.id) ?? true),
  );
  if (running.length > 0) return <TestNotice tests={running} now={now} siteOf={() => site} />;
  return (
    <div class="notice">
      <p>{texts.notOnTest}</p>
      {isPermitted(user.role, 'tests:create') && (
        <ScreenLink
          class="button"
          to={{ view: 'sites', itemId: site.id, alertId: undefined, tab: 'test', partId: device.id }}
        >
          {desk.onTest.put}
        </ScreenLink>
      )}
    </div>
  );
}

interface Caller {
  readonly account: string;
  readonly address: string;
}

/** The unknown accounts that call from the addresses of a panel or from that of this phone, each once. */
function callers(
  unknown: UnknownFrameList | undefined,
  { allowed_addresses, account: own }: Panel,
): Caller[] {
  const found = new Map<string, Caller>();
  if (!unknown) return [];
  const ranges = addressRanges([...allowed_addresses, unknown.caller_address]);
  for (const { account, address } of unknown.data) {
    if (account === null || account === own || found.has(account)) continue;
    if (isAmong(ranges, address)) found.set(account, { account, address });
  }
  return [...found.values()];
}

/** The zone of an alarm that has no name yet, unless a newer frame shows the same zone. */
function namelessZone(frame: PanelFrame, { zones }: Panel, newer: readonly PanelFrame[]): string | undefined {
  const alarm = frame.signals.find(({ kind, zone }) => kind === 'alarm' && zone !== null);
  const zone = alarm?.zone ?? undefined;
  if (!alarm || zone === undefined || zoneOfSignal(zones, alarm)) return undefined;
  return newer.some(({ signals }) => signals.some((it) => it.zone === zone)) ? undefined : zone;
}

interface OfferProps {
  readonly text: string;
  readonly action: string;
  readonly onPress: () => Promise<void>;
}

/** Something that a person can do with one press. */
function Offer({ text, action, onPress }: OfferProps) {
  const [problem, setProblem] = useState<string>();
  return (
    <div class="notice">
      <p>{text}</p>
      <div class="buttons">
        <button
          type="button"
          class="primary"
          onClick={() => onPress().catch((error: unknown) => setProblem(problemText(error)))}
        >
          {action}
        </button>
      </div>
      <p class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}

interface NameZoneProps {
  readonly number: string;
  readonly onSave: (name: string) => Promise<void>;
}

/** A walk test names the zones while they are triggered. */
function NameZone({ number, onSave }: NameZoneProps) {
  const fields: readonly Field[] = [
    {
      kind: 'text',
      name: 'name',
      label: texts.zoneWithoutName(number),
      isRequired: true,
      limit: limits.PanelZone.name,
    },
  ];
  return (
    <Form
      fields={fields}
      initial={{ name: '' }}
      action={texts.saveName}
      onSubmit={({ name }) => onSave(String(name))}
    />
  );
}
