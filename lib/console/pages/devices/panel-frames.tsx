import { useEffect } from 'preact/hooks';
import type { Panel, PanelFrame, UnknownFrame, UnknownFrameList } from '../../../client/index.ts';
import { Instant } from '../../components/instant.tsx';
import { ScreenLink } from '../../components/link.tsx';
import { ListView } from '../../components/list-view.tsx';
import { PageLayout, Reading } from '../../components/page-layout.tsx';
import type { PageProps } from '../../components/page-props.ts';
import { type Column, Table } from '../../components/table.tsx';
import { useConsole } from '../../hooks/use-console.ts';
import { useList } from '../../hooks/use-list.ts';
import { usePolled } from '../../hooks/use-polled.ts';
import { zoneOfSignal } from '../../state/panels.ts';
import { NO_FILTER } from '../../state/screen.ts';
import { typeLabel } from '../../state/words.ts';
import { LOCALE } from '../../texts/language.ts';
import { texts } from './panel-texts.ts';

const EVERY_MS = 30_000;

type Signal = PanelFrame['signals'][number];

const wordOf = (words: Readonly<Record<string, string>>, value: string) => words[value] ?? value;

/** Why a frame was refused, in words. The service may know reasons that this console does not. */
const reasonText = (reason: string) => wordOf(texts.reasons, reason);

/** What a signal means: `Alarm: Intrusion`. */
function meaningText({ kind, type }: Signal): string {
  const name = wordOf(texts.kinds, kind);
  if (type === null || !['alarm', 'trouble', 'restore', 'other'].includes(kind)) return name;
  return kind === 'other' ? typeLabel(type) : `${name}: ${typeLabel(type)}`;
}

/** Where a signal comes from: `Shop window (zone 5), partition 1`. */
function placeText(signal: Signal, { zones, users }: Pick<Panel, 'zones' | 'users'>): string {
  const { zone, partition, user } = signal;
  const number = zone === null ? undefined : texts.zone(zone);
  const name = zoneOfSignal(zones, signal)?.name;
  const person = users.find((it) => String(it.number) === user)?.name;
  return [
    name === undefined ? number : `${name} (${number})`,
    partition !== null && texts.inPartition(partition),
    user !== null && (person ?? texts.user(user)),
  ]
    .filter(Boolean)
    .join(', ');
}

interface FrameProps {
  readonly frame: PanelFrame;
  readonly panel: Pick<Panel, 'zones' | 'users'>;
}

/** A refused frame of supervision. Its token is the first in quotes, also where the rest is encrypted. */
const SUPERVISION = /^[^"]*"\*?(?:NULL|XNM)"/;

/** What a frame meant, signal by signal, and as it was sent. */
export function FrameMeaning({ frame, panel }: Omit<FrameProps, 'screen' | 'change'>) {
  const { signals, text, transport, address, answer } = frame;
  return (
    <div class="frame">
      {signals.length === 0 && <p>{SUPERVISION.test(text) ? texts.signOfLife : texts.nothingRead}</p>}
      {signals.map((signal, place) => (
        <p key={`signal-${place}`}>
          <strong>{meaningText(signal)}</strong>
          {placeText(signal, panel) && ` · ${placeText(signal, panel)}`}
        </p>
      ))}
      <details>
        <summary>{texts.raw}</summary>
        <p>
          <code>{text}</code>
        </p>
        <p class="muted">
          {transport.toUpperCase()} · {address} · {wordOf(texts.answers, answer)}
        </p>
        {signals.map(({ code, text: said }) => (
          <p class="muted" lang="en" key={code}>
            {code}: {said}
          </p>
        ))}
      </details>
    </div>
  );
}

/** What Guard did with a frame, and why it refused it. */
export function FrameResult({ frame }: Omit<FrameProps, 'panel'>) {
  const { result, reason, alert_ids } = frame;
  return (
    <div class="frame">
      <p class={result === 'refused' ? 'mark mark-bad' : undefined}>{wordOf(texts.results, result)}</p>
      {reason !== null && <p>{reasonText(reason)}</p>}
      {alert_ids.slice(0, 1).map((alertId) => (
        <ScreenLink key={alertId} to={{ ...NO_FILTER, view: 'alerts', itemId: undefined, alertId }}>
          {texts.showAlert}
        </ScreenLink>
      ))}
    </div>
  );
}

interface FramesProps {
  readonly panel: Panel;
  readonly zone: string | undefined;
}

const PAGE = 25;

/** The signals of a panel of the last week, newest first. They are read again until a person loads older ones. */
export function PanelFrames({ panel, zone }: FramesProps) {
  const { guard } = useConsole();
  const { device_id: id } = panel;
  const list = useList((signal) => guard.panels.listFrames(id, { limit: PAGE }, { signal }), [guard, id]);
  const { again, items } = list;
  const hasOlder = (items?.length ?? 0) > PAGE;
  useEffect(() => {
    const timer = setInterval(() => document.hidden || hasOlder || again(), EVERY_MS);
    return () => clearInterval(timer);
  }, [again, hasOlder]);
  return (
    <ListView
      caption={texts.signals}
      list={list}
      columns={[
        { title: texts.at, cell: ({ at }) => <Instant at={at} zone={zone} /> },
        { title: texts.meaning, cell: (frame) => <FrameMeaning frame={frame} panel={panel} /> },
        {
          title: texts.did,
          cell: (frame) => <FrameResult frame={frame} />,
        },
      ]}
      empty={texts.noSignals}
    />
  );
}

/** What arrived from accounts that no panel has: where a mistyped account is found. */
export function UnknownPanels({ title }: PageProps) {
  const { guard } = useConsole();
  const { value, error, again } = usePolled(
    (signal) => guard.panels.listUnknownFrames({ signal }),
    EVERY_MS,
    [guard],
  );
  return (
    <PageLayout title={texts.unknown} back={<ScreenLink to={{ itemId: undefined }}>← {title}</ScreenLink>}>
      {value ? <UnknownFrames found={value} /> : <Reading error={error} again={again} />}
    </PageLayout>
  );
}

/** Unknown frames, and from which addresses they would be seen. */
export function UnknownFrames({ found }: { readonly found: UnknownFrameList }) {
  const { data, addresses, caller_address: own } = found;
  const others = addresses?.filter((it) => it !== own) ?? [];
  return (
    <>
      <p class="explanation">
        {texts.unknownAbout}{' '}
        {addresses === null ? texts.unknownOfAll : texts.unknownFrom(own, LIST.format(others), others.length)}
      </p>
      {data.length === 0 && <p class="empty">{texts.noneUnknown}</p>}
      {data.length > 0 && (
        <Table
          caption={texts.unknown}
          rows={data.map((frame, place) => ({ ...frame, id: `${frame.at} ${place}` }))}
          columns={UNKNOWN_COLUMNS}
        />
      )}
    </>
  );
}

const LIST = new Intl.ListFormat(LOCALE, { style: 'long', type: 'conjunction' });

const UNKNOWN_COLUMNS: readonly Column<UnknownFrame & { readonly id: string }>[] = [
  { title: texts.account, cell: ({ account }) => account ?? texts.noAccount },
  { title: texts.from, cell: ({ address, transport }) => `${address} · ${transport.toUpperCase()}` },
  { title: texts.at, cell: ({ at }) => <Instant at={at} /> },
  { title: texts.reason, cell: ({ reason }) => reasonText(reason) },
  { title: texts.raw, cell: ({ text }) => <code>{text}</code> },
];
