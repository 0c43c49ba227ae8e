import { useState } from 'preact/hooks';
import { isPermitted } from '../../../../shared/base/access.ts';
import { createGuardClient, type Device, type IssuedKey, type Key } from '../../../client/index.ts';
import { ConfirmButton } from '../../components/confirm.tsx';
import { Copy } from '../../components/copy.tsx';
import { Instant, timeOfDay } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { QrCode } from '../../components/qr-code.tsx';
import { Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { useUnsaved } from '../../hooks/use-unsaved.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { problemText, resultErrorText } from '../../services/problem.ts';
import { heartbeatCommand, testOfDevice } from '../../state/report-command.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { common } from '../../texts/common.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts } from './connect-texts.ts';

interface ConnectDeviceProps extends PageProps {
  readonly device: Device;
  /** Whether the device is read every few seconds. */
  readonly isListening: boolean;
  /** Begins to read the device every few seconds. */
  readonly listen: () => void;
  /** Reads the device now. */
  readonly again: () => void;
}

/** For how long after its last sign of life a device is heard now. */
const NOW_MS = 60_000;

/** Connects a device: whether it is heard now, its keys, and a new key with a test of it. For all who may edit the device. */
export function ConnectDevice(props: ConnectDeviceProps) {
  const { guard, tenantId, user } = useConsole();
  const { device, now, isListening, listen } = props;
  const { id, name, last_seen_at } = device;
  const [issued, setIssued] = useState<IssuedKey>();
  const [isBusy, setBusy] = useState(false);
  const [problem, setProblem] = useState('');
  const {
    value: keys,
    error,
    again,
  } = useRead(
    (signal) => guard.keys.list({ device_id: id, limit: 100, tenant_id: tenantId }, { signal }).all(),
    [guard, id, tenantId],
  );

  async function create() {
    if (isBusy) return;
    setBusy(true);
    setProblem('');
    try {
      setIssued(await guard.keys.create({ name, device_id: id }, { tenantId }));
      listen();
      again();
    } catch (reason) {
      setProblem(problemText(reason));
    }
    setBusy(false);
  }

  const isHeard = last_seen_at !== null && now - Date.parse(last_seen_at) < NOW_MS;
  return (
    <Panel
      title={texts.title}
      actions={
        issued === undefined && (
          <button
            type="button"
            class={keys?.length === 0 ? 'primary' : ''}
            aria-disabled={isBusy}
            onClick={create}
          >
            {texts.create}
          </button>
        )
      }
    >
      <p class="problem" role="alert">
        {problem}
      </p>
      <p role="status">
        {last_seen_at === null && <strong>{texts.notHeard}</strong>}
        {isHeard && <strong class="place-fine">{texts.heardNow(timeOfDay(new Date(last_seen_at)))}</strong>}
      </p>
      {isListening ? (
        <p class="muted">{texts.listening}</p>
      ) : (
        <div class="buttons">
          <button type="button" onClick={listen}>
            {texts.listen}
          </button>
        </div>
      )}
      {issued && (
        <NewDeviceKey
          {...props}
          issued={issued}
          onTested={() => {
            props.again();
            again();
          }}
          onDone={() => setIssued(undefined)}
        />
      )}
      {!keys && <Reading error={error} again={again} />}
      {keys?.length === 0 && <p class="muted">{texts.noKeys}</p>}
      {keys && keys.length > 0 && <KeysOfDevice {...props} keys={keys} onRevoked={again} />}
      {!issued && isPermitted(user.role, 'keys:create') && (
        <>
          <p>{texts.curlOther}</p>
          <Copy label={texts.curl} text={heartbeatCommand(baseUrlOf(location.href), '<key>', id)} />
        </>
      )}
    </Panel>
  );
}

interface KeysOfDeviceProps extends PageProps {
  readonly keys: readonly Key[];
  readonly onRevoked: () => void;
}

function KeysOfDevice({ keys, onRevoked }: KeysOfDeviceProps) {
  const { guard, user } = useConsole();
  return (
    <Table
      caption={texts.keys}
      rows={keys}
      columns={[
        {
          title: common.name,
          cell: ({ id, name }) =>
            isPermitted(user.role, 'keys:update') ? (
              <ScreenLink to={{ view: 'keys', itemId: id }}>{name}</ScreenLink>
            ) : (
              name
            ),
        },
        {
          title: texts.keyUsed,
          cell: ({ last_used_at }) => (last_used_at === null ? common.never : <Instant at={last_used_at} />),
          onPhone: 'below',
        },
        {
          title: common.actions,
          cell: ({ id, name }) => (
            <ConfirmButton
              label={texts.revoke}
              about={name}
              title={texts.revokeTitle(name)}
              text={texts.revokeText}
              action={texts.revoke}
              onConfirm={async () => {
                await guard.keys.revoke(id);
                onRevoked();
              }}
            />
          ),
          onPhone: 'beside',
        },
      ]}
    />
  );
}

interface NewDeviceKeyProps extends ConnectDeviceProps {
  readonly issued: IssuedKey;
  /** Reads the device and its keys, which the test used. */
  readonly onTested: () => void;
  readonly onDone: () => void;
}

type Tested = { readonly alertId: string; readonly milliseconds: number } | { readonly problem: string };

/** A new key, shown once, and a test that this browser sends with the key. Leaving it asks first. */
function NewDeviceKey({ issued, device, onTested, onDone }: NewDeviceKeyProps) {
  useUnsaved(true);
  const [isBusy, setBusy] = useState(false);
  const [tested, setTested] = useState<Tested>();
  const baseUrl = baseUrlOf(location.href);

  async function test() {
    if (isBusy) return;
    setBusy(true);
    setTested(undefined);
    setTested(await sendTest(baseUrl, issued.key, device.id));
    setBusy(false);
    onTested();
  }

  return (
    <>
      <p class="notice">{texts.issued}</p>
      <QrCode label={texts.qr} text={issued.key} />
      <Copy label={texts.key} text={issued.key} />
      <Copy label={texts.address} text={`${baseUrl}/api/v1/reports`} />
      <p>{texts.sendTestText}</p>
      <div class="buttons">
        <button type="button" class="primary" aria-disabled={isBusy} onClick={test}>
          {isBusy ? texts.sending : texts.sendTest}
        </button>
        <button type="button" onClick={onDone}>
          {texts.done}
        </button>
      </div>
      <p role="status" class={tested && 'problem' in tested ? 'problem' : undefined}>
        {tested && ('problem' in tested ? tested.problem : texts.arrived(formatNumber(tested.milliseconds)))}{' '}
        {tested && 'alertId' in tested && (
          <ScreenLink
            to={{
              ...NO_FILTER,
              status: 'resolved',
              view: 'alerts',
              itemId: undefined,
              alertId: tested.alertId,
            }}
          >
            {texts.showAlert}
          </ScreenLink>
        )}
      </p>
      <details>
        <summary>{texts.curlHint}</summary>
        <Copy label={texts.curl} text={heartbeatCommand(baseUrl, issued.key, device.id)} />
      </details>
    </>
  );
}

/** Reports with a key as its device would. The session of the person has no part in it. */
async function sendTest(baseUrl: string, key: string, deviceId: string): Promise<Tested> {
  const beginAt = performance.now();
  try {
    const results = await createGuardClient({ baseUrl, key, maxAttempts: 1 }).report(testOfDevice(deviceId));
    const failed = results.find(({ error }) => error)?.error;
    if (failed) return { problem: resultErrorText(failed) };
    const alertId = results[0]?.alert?.id ?? '';
    return { alertId, milliseconds: Math.round(performance.now() - beginAt) };
  } catch (error) {
    return { problem: problemText(error) };
  }
}
