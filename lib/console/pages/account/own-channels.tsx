import { useState } from 'preact/hooks';
import { type Channel, type ChannelInput, type ChannelList, GuardError } from '../../../client/index.ts';
import { Form } from '../../components/form.tsx';
import { Panel, Reading } from '../../components/page-layout.tsx';
import { Table } from '../../components/table.tsx';
import { useActionHold } from '../../hooks/use-action-hold.ts';
import { useConsole } from '../../hooks/use-console.ts';
import { useRead } from '../../hooks/use-read.ts';
import { baseUrlOf } from '../../services/base-url.ts';
import { Preferences } from '../../services/preferences.ts';
import { problemText } from '../../services/problem.ts';
import { type Field, valuesOf } from '../../state/fields.ts';
import * as limits from '../../state/limits.ts';
import { reasonText } from '../../state/notified.ts';
import { formatNumber } from '../../texts/language.ts';
import { notifiedTexts } from '../../texts/notified-texts.ts';
import { texts as account } from './account-texts.ts';
import { channelColumns } from './channel-columns.tsx';
import { texts } from './channels-texts.ts';
import { subscribeToPush } from './push.ts';

type Kind = Channel['kind'];

const ADDRESS: Readonly<Record<'email' | 'sms', Field>> = {
  email: {
    name: 'address',
    label: account.email,
    kind: 'email',
    isRequired: true,
    limit: limits.EmailChannelInput.address,
    autocomplete: 'email',
  },
  sms: {
    name: 'address',
    label: texts.phone,
    kind: 'text',
    isRequired: true,
    hint: texts.phoneHint,
    autocomplete: 'tel',
  },
};

const CODE: Field = {
  name: 'code',
  label: texts.code,
  kind: 'text',
  isRequired: true,
  limit: limits.ChannelCode.code, // with spaces
  autocomplete: 'one-time-code',
};

const kindsText = (kinds: readonly Kind[]) => kinds.map((it) => notifiedTexts.kinds[it]).join(', ');

/** Makes this browser a channel of a user. Resolves to what there is to say about it. */
export async function addThisBrowser(
  userId: string,
  pushKey: string | undefined,
  create: (input: ChannelInput) => Promise<unknown>,
): Promise<string> {
  const preferences = new Preferences(() => localStorage, baseUrlOf(location.href));
  const input = await subscribeToPush(pushKey ?? '', userId, preferences).catch(() => 'failed' as const);
  if (typeof input === 'string') return texts[input];
  await create(input);
  return `${notifiedTexts.kinds.push}: ${texts.verified}`;
}

interface OwnChannelsProps {
  readonly userId: string;
  /** The kind of channel that a person has come to add. */
  readonly adds?: 'email' | 'sms' | undefined;
}

/** The user's own channels: add, verify, test and delete them. */
export function OwnChannels({ userId, adds }: OwnChannelsProps) {
  const { guard } = useConsole();
  const {
    value: list,
    error,
    again,
  } = useRead<ChannelList>((signal) => guard.channels.list({ signal }), [guard]);
  const [adding, setAdding] = useState(adds);
  const [verifying, setVerifying] = useState<Channel>();
  const [message, setMessage] = useState('');
  const { isHeld, run } = useActionHold();

  /** Does what a button says, once for a double click. */
  const act = (action: () => Promise<string>) =>
    run(async () => {
      setMessage('');
      setMessage(await action().catch(problemText));
    });
  async function create(input: ChannelInput): Promise<void> {
    const channel = await guard.channels.create(input);
    setAdding(undefined);
    setVerifying(channel.verified_at === null ? channel : undefined);
    again();
  }
  /** The service sends another code to an address that it knows. */
  async function sendAgain({ kind, address }: Channel): Promise<string> {
    if (kind !== 'push') await create({ kind, address });
    return texts.codeHint(address);
  }

  const columns = channelColumns({
    off: list?.off ?? [],
    isHeld,
    onCode: (channel) => {
      setAdding(undefined);
      setVerifying(channel);
    },
    onTest: (channel) =>
      act(async () => {
        const { status, reason } = await guard.channels.test(channel.id);
        again(); // a browser that is no longer subscribed is no channel any more
        const said = reason === null ? '' : `: ${reasonText(reason)}`;
        return `${channel.address} – ${notifiedTexts.statuses[status]}${said}`;
      }),
    onDelete: async ({ id }) => {
      await guard.channels.delete(id).catch((thrown) => {
        // If the first response was lost, or another window was faster, the channel is gone as wanted.
        if (!(thrown instanceof GuardError && thrown.status === 404)) throw thrown;
      });
      setVerifying((it) => (it?.id === id ? undefined : it));
      again();
    },
  });
  return (
    <Panel title={texts.title}>
      <p>{texts.text}</p>
      {!list && <Reading error={error} again={again} />}
      {list && (
        <>
          {list.off.length > 0 && <p class="notice">{texts.off(kindsText(list.off))}</p>}
          {list.data.length === 0 ? (
            <p class="empty">{texts.none}</p>
          ) : (
            <Table caption={texts.title} columns={columns} rows={list.data} />
          )}
          <p class="muted">
            {texts.smsToday(formatNumber(list.sms_today.used), formatNumber(list.sms_today.limit))}
          </p>
          <p class="muted">
            {texts.mailToday(formatNumber(list.mail_today.used), formatNumber(list.mail_today.limit))}
          </p>
          <div class="buttons">
            {(['email', 'sms', 'push'] as const)
              .filter((kind) => !list.off.includes(kind))
              .map((kind) => (
                <button
                  key={kind}
                  type="button"
                  aria-disabled={isHeld}
                  onClick={() => {
                    if (kind === 'push')
                      act(() => addThisBrowser(userId, list.push_key ?? undefined, create));
                    setVerifying(undefined);
                    setAdding(kind === 'push' ? undefined : kind);
                  }}
                >
                  {texts.add[kind]}
                </button>
              ))}
          </div>
        </>
      )}
      <p role="status">{message}</p>
      {adding && (
        <Form
          key={adding}
          fields={[ADDRESS[adding]]}
          initial={valuesOf([ADDRESS[adding]])}
          action={texts.send}
          onSubmit={({ address }) =>
            // People write numbers with spaces.
            create({
              kind: adding,
              address: String(address).replace(adding === 'sms' ? /[\s()/-]/g : /\s/g, ''),
            })
          }
          onCancel={() => setAdding(undefined)}
          hasFocus
        />
      )}
      {verifying && (
        <Form
          key={verifying.id}
          fields={[{ ...CODE, hint: texts.codeHint(verifying.address) }]}
          initial={valuesOf([CODE])}
          action={texts.verify}
          onSubmit={async ({ code }) => {
            await guard.channels.verify(verifying.id, { code: String(code).trim() });
            setVerifying(undefined);
            setMessage(`${verifying.address}: ${texts.verified}`);
            again();
          }}
          onCancel={() => setVerifying(undefined)}
          hasFocus
        >
          <div class="buttons">
            <button type="button" aria-disabled={isHeld} onClick={() => act(() => sendAgain(verifying))}>
              {texts.again}
            </button>
          </div>
        </Form>
      )}
    </Panel>
  );
}
