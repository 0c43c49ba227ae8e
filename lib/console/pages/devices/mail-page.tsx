import { useState } from 'preact/hooks';
import type {
  AlertSeverity,
  Device,
  GuardClient,
  IssuedMailAddress,
  MailAddress,
  MailMeaning,
} from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Facts, PageLayout, Panel, Reading } from '../../components/page-layout.tsx';
import { QrCode } from '../../components/qr-code.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { problemText } from '../../services/problem.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel, typeNamed, typeNames } from '../../state/words.ts';
import { common } from '../../texts/common.ts';
import type { DevicesProps } from './devices-props.ts';
import { Messages } from './inbound-page.tsx';
import { texts as inboundTexts } from './inbound-texts.ts';
import { MEANINGS, texts } from './mail-texts.ts';
import { useDeviceAddress } from './use-device-address.ts';

interface MailPageProps extends DevicesProps {
  readonly deviceId: string;
}

const readAddress = (guard: GuardClient, deviceId: string, signal: AbortSignal): Promise<MailAddress> =>
  guard.mailAddresses.get(deviceId, { signal });

/** The mail address of a camera or recorder: made, shown once with what to type into the device, and what its mails meant. */
export function MailPage({ deviceId, ...props }: MailPageProps) {
  const { guard } = useConsole();
  const [issued, setIssued] = useState<IssuedMailAddress>();
  const { value, error, again, show } = useDeviceAddress(guard, deviceId, readAddress);
  const { device, address } = value ?? {};
  const made = (it: IssuedMailAddress) => {
    if (!device) return;
    setIssued(it);
    const { address: _, ...settings } = it;
    show({ device, address: settings });
  };
  return (
    <PageLayout
      title={texts.title}
      back={<ScreenLink to={{ tab: undefined }}>← {device?.name ?? texts.title}</ScreenLink>}
    >
      {!value && <Reading error={error} again={again} />}
      {issued && <NewAddress issued={issued} onDone={() => setIssued(undefined)} />}
      {device && address === null && <MakeAddress {...props} device={device} onMade={made} />}
      {device && address && (
        <AddressOfDevice
          {...props}
          key={address.created_at}
          device={device}
          address={address}
          onChanged={(changed) => show({ device, address: changed })}
          onMade={made}
        />
      )}
    </PageLayout>
  );
}

interface MakeProps extends DevicesProps {
  readonly device: Device;
  readonly onMade: (issued: IssuedMailAddress) => void;
}

function MakeAddress({ device, onMade }: MakeProps) {
  const { guard } = useConsole();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  async function make() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      onMade(await guard.mailAddresses.create(device.id, {}));
    } catch (reason) {
      setProblem(problemText(reason));
      setBusy(false);
    }
  }
  return (
    <Panel title={texts.address}>
      <p>{texts.about}</p>
      <p class="problem" role="alert">
        {problem}
      </p>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={make}>
          {inboundTexts.make}
        </button>
      </div>
    </Panel>
  );
}

/** A new address, shown once, with everything that is typed into the device. Leaving it asks first. */
function NewAddress({ issued, onDone }: { readonly issued: IssuedMailAddress; readonly onDone: () => void }) {
  useUnsaved(true);
  return (
    <Panel title={texts.address}>
      <p class="notice">{inboundTexts.once}</p>
      <p>{texts.type}</p>
      <Copy label={texts.recipient} text={issued.address} />
      <QrCode label={inboundTexts.qr} text={issued.address} />
      <Server receiver={issued.receiver} />
      <div class="buttons">
        <button type="button" onClick={onDone}>
          {inboundTexts.done}
        </button>
      </div>
    </Panel>
  );
}

/** What is typed into the device besides the address. */
function Server({ receiver }: Pick<MailAddress, 'receiver'>) {
  if (!receiver?.host) return <p>{texts.ownServer}</p>;
  const { host, ports, tls_ports } = receiver;
  return (
    <Facts
      facts={[
        [texts.server, <code>{host}</code>],
        [texts.port, <code>{ports.join(', ')}</code>],
        [texts.tlsPort, <code>{tls_ports.join(', ')}</code>],
        [inboundTexts.user, texts.any],
        [inboundTexts.password, texts.any],
        [texts.sender, texts.any],
      ]}
    />
  );
}

interface AddressProps extends DevicesProps {
  readonly device: Device;
  readonly address: MailAddress;
  /** Null: it has ended. */
  readonly onChanged: (address: MailAddress | null) => void;
  readonly onMade: (issued: IssuedMailAddress) => void;
}

/** While somebody connects a camera, its mails appear within seconds. */
const EVERY_MS = 3_000;
const MOST_MESSAGES = 25;

function AddressOfDevice({ device, address, onChanged, onMade, ...props }: AddressProps) {
  const { guard } = useConsole();
  const { sites } = props;
  const {
    value: mails,
    error,
    again,
  } = usePolled(
    async (signal) =>
      (await guard.inbound.messages(device.id, { limit: MOST_MESSAGES }, { signal }).page()).data.filter(
        ({ format }) => format === 'mail',
      ),
    EVERY_MS,
    [guard, device.id],
  );
  const zone = sites.value?.find(({ id }) => id === device.site_id)?.timezone;
  return (
    <>
      <Panel
        title={texts.mails}
        actions={
          <>
            <ConfirmButton
              label={inboundTexts.rotate}
              title={inboundTexts.rotateTitle}
              text={texts.rotateText}
              action={inboundTexts.rotate}
              onConfirm={async () => {
                const { type, severity, subject, phrases } = address;
                onMade(await guard.mailAddresses.create(device.id, { type, severity, subject, phrases }));
              }}
            />
            <ConfirmButton
              label={inboundTexts.revoke}
              title={inboundTexts.revokeTitle}
              text={texts.endText}
              action={inboundTexts.revoke}
              onConfirm={async () => {
                await guard.mailAddresses.delete(device.id);
                onChanged(null);
              }}
            />
          </>
        }
      >
        {!mails && <Reading error={error} again={again} />}
        {mails?.length === 0 && <p role="status">{texts.waiting}</p>}
        {mails && mails.length > 0 && <Messages {...props} messages={mails} zone={zone} />}
      </Panel>
      <MailSettings deviceId={device.id} address={address} onSaved={onChanged} />
      <Panel title={inboundTexts.settings}>
        <Facts facts={[[inboundTexts.issued, <Instant at={address.issued_at} zone={zone} />]]} />
        <Server receiver={address.receiver} />
      </Panel>
    </>
  );
}

interface SettingsProps {
  readonly deviceId: string;
  readonly address: MailAddress;
  readonly onSaved: (address: MailAddress) => void;
}

/** What the mails of the device raise, and what its own phrases mean. */
function MailSettings({ deviceId, address, onSaved }: SettingsProps) {
  const { guard } = useConsole();
  const [values, setValues] = useState({ ...address, subject: address.subject ?? '' });
  const [state, setState] = useState<'busy' | 'saved'>();
  const [problem, setProblem] = useState('');
  const change = (changes: Partial<typeof values>) => {
    setValues({ ...values, ...changes });
    setState(undefined);
  };
  const changePhrase = (place: number, changes: Partial<(typeof values.phrases)[number]>) =>
    change({ phrases: values.phrases.map((it, at) => (at === place ? { ...it, ...changes } : it)) });
  async function save() {
    if (state === 'busy') return;
    setState('busy');
    setProblem('');
    const { type, severity, subject, phrases } = values;
    try {
      const changes = { type, severity, subject: subject.trim() || null };
      const kept = phrases.filter(({ text }) => text.trim() !== '');
      onSaved(await guard.mailAddresses.update(deviceId, { ...changes, phrases: kept }));
      setState('saved');
    } catch (reason) {
      setProblem(problemText(reason));
      setState(undefined);
    }
  }
  return (
    <Panel title={texts.meaning}>
      <label class="field">
        {inboundTexts.type}
        <select value={values.type} onChange={({ currentTarget }) => change({ type: currentTarget.value })}>
          {typeNames('alert', [values.type]).map((name) => (
            <option key={name} value={typeNamed('alert', name)}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {texts.severity}
        <select
          value={values.severity}
          onChange={({ currentTarget }) => change({ severity: currentTarget.value as AlertSeverity })}
        >
          {SEVERITIES.map((it) => (
            <option key={it} value={it}>
              {severityLabel(it)}
            </option>
          ))}
        </select>
      </label>
      <label class="field">
        {texts.subject}
        <input
          value={values.subject}
          onInput={({ currentTarget }) => change({ subject: currentTarget.value })}
        />
      </label>
      <p class="muted">{texts.phrasesAbout}</p>
      {values.phrases.map(({ text, means }, place) => (
        <div class="field" key={`phrase-${place}`}>
          <input
            aria-label={texts.phrase}
            value={text}
            onInput={({ currentTarget }) => changePhrase(place, { text: currentTarget.value })}
          />
          <select
            aria-label={inboundTexts.valueMeans(text)}
            value={means}
            onChange={({ currentTarget }) =>
              changePhrase(place, { means: currentTarget.value as MailMeaning })
            }
          >
            {MEANINGS.map((it) => (
              <option key={it} value={it}>
                {texts.meanings[it]}
              </option>
            ))}
          </select>
        </div>
      ))}
      <p class="problem" role="alert">
        {problem}
      </p>
      <p role="status">{state === 'saved' && inboundTexts.saved}</p>
      <div class="buttons">
        <button
          type="button"
          onClick={() => change({ phrases: [...values.phrases, { text: '', means: 'restored' }] })}
        >
          {texts.addPhrase}
        </button>
        <button type="button" class="primary" aria-disabled={state === 'busy'} onClick={save}>
          {common.save}
        </button>
      </div>
    </Panel>
  );
}
