import { ChevronLeft, ChevronRight, ImagePlus, Maximize2, ZoomIn, ZoomOut } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Alert, AlertPictures } from '../../client/index.ts';
import { Dialog } from '../components/dialog.tsx';
import { Instant } from '../components/instant.tsx';
import type { Actions } from '../hooks/use-actions.ts';
import { useConsole } from '../hooks/use-console.ts';
import { usePolled } from '../hooks/use-polled.ts';
import { problemText } from '../services/problem.ts';
import { OPENING_HOLD_MS } from '../state/action-hold.ts';
import * as limits from '../state/limits.ts';
import { common } from '../texts/common.ts';
import { pictureTexts as texts } from './picture-texts.ts';

type Picture = AlertPictures['data'][number];

interface AlertPicturesProps {
  readonly alert: Alert;
  /** The time zone of the site. */
  readonly zone: string | undefined;
  readonly mayAct: boolean;
  readonly actions: Actions;
}

/** URLs are valid for five minutes. */
const EVERY_MS = 4 * 60_000;

/**
 * The pictures of an alert, newest first, one at a time. Its place is there before the first one has loaded. A new picture
 * appears by itself, unless somebody looks at an older one.
 */
export function AlertPicturesView({ alert, zone, mayAct, actions }: AlertPicturesProps) {
  const { guard } = useConsole();
  const { id, picture_count: count = 0 } = alert;
  const [shownId, show] = useState<string>();
  const [isEnlarged, enlarge] = useState(false);
  const { hold } = actions;
  const hasPlace = count > 0;
  // The first picture moves what is below it, perhaps under a finger.
  useLayoutEffect(() => hold(OPENING_HOLD_MS), [hold, hasPlace]);
  const { value, error, again } = usePolled(
    async (signal) => (count > 0 ? guard.alerts.listPictures(id, { signal }) : undefined),
    EVERY_MS,
    [guard, id, count > 0],
  );
  const known = useRef(alert.version);
  useEffect(() => {
    if (known.current !== alert.version) again();
    known.current = alert.version;
  }, [alert.version, again]);

  const pictures = value?.data ?? [];
  const place = Math.max(
    0,
    pictures.findIndex((it) => it.id === shownId),
  );
  const picture = pictures[place];
  const move = (step: number) => {
    const next = pictures[place + step];
    // Whoever is back at the newest one sees the next that arrives.
    if (next) show(place + step === 0 ? undefined : next.id);
  };
  if (!hasPlace && !mayAct) return null;
  return (
    <section class="pictures" aria-labelledby="pictures-heading">
      <h3 id="pictures-heading">{texts.title}</h3>
      {hasPlace && (
        <>
          <Frame picture={picture} place={place} count={pictures.length} zone={zone} onMove={move}>
            <button
              type="button"
              class="quiet"
              aria-label={texts.enlarge}
              disabled={!picture}
              onClick={() => enlarge(true)}
            >
              <Maximize2 aria-hidden="true" />
            </button>
          </Frame>
          {error !== undefined && <p class="problem">{problemText(error)}</p>}
          {value && pictures.length === 0 && <p class="muted">{texts.gone}</p>}
          {value !== undefined && value.dropped > 0 && <p class="muted">{texts.dropped(value.dropped)}</p>}
        </>
      )}
      {mayAct && <AddPicture alertId={id} />}
      {isEnlarged && picture && (
        <Dialog title={texts.title} class="picture-dialog" onClose={() => enlarge(false)}>
          {(close) => (
            <Enlarged
              picture={picture}
              place={place}
              count={pictures.length}
              zone={zone}
              onMove={move}
              onClose={close}
            />
          )}
        </Dialog>
      )}
    </section>
  );
}

interface FrameProps {
  readonly picture: Picture | undefined;
  readonly place: number;
  readonly count: number;
  readonly zone: string | undefined;
  readonly onMove: (step: number) => void;
}

/** Which step a key or a swipe means; pictures are in a row, the newest at its left end. */
const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 };

const SWIPE_PIXELS = 40;

/** Handlers that move by the arrow keys and by swipes. */
function useMoves(onMove: (step: number) => void, isOn = true) {
  const start = useRef<number>(Number.NaN);
  return {
    onKeyDown: (event: KeyboardEvent) => {
      const step = STEPS[event.key];
      if (step === undefined || !isOn) return;
      event.preventDefault();
      onMove(step);
    },
    onTouchStart: ({ touches }: TouchEvent) => {
      start.current = (isOn && touches.length === 1 ? touches[0]?.clientX : undefined) ?? Number.NaN;
    },
    onTouchEnd: ({ changedTouches }: TouchEvent) => {
      const moved = (changedTouches[0]?.clientX ?? 0) - start.current;
      if (Math.abs(moved) >= SWIPE_PIXELS) onMove(moved < 0 ? 1 : -1);
    },
  };
}

function Frame({ children, ...props }: FrameProps & { readonly children: ComponentChildren }) {
  const moves = useMoves(props.onMove);
  return (
    <figure {...moves}>
      <div class="picture-frame">
        <Shown picture={props.picture} place={props.place} count={props.count} />
      </div>
      <figcaption>
        <Steps {...props} />
        {children}
        <Caption picture={props.picture} zone={props.zone} />
      </figcaption>
    </figure>
  );
}

/** A picture. A later URL of it is only used if the first one can no longer be loaded. */
function Shown({ picture, place, count }: Pick<FrameProps, 'picture' | 'place' | 'count'>) {
  const [shown, setShown] = useState(picture);
  const [failed, setFailed] = useState<string>();
  useEffect(() => {
    if (picture?.id !== shown?.id || failed === shown?.url) setShown(picture);
  }, [picture, shown, failed]);
  if (!picture) return null;
  if (failed !== undefined && failed === picture.url) return <p class="problem">{texts.notShown}</p>;
  const url = picture.id === shown?.id ? shown.url : picture.url;
  return (
    <img
      key={picture.id}
      src={url}
      width={picture.width}
      height={picture.height}
      alt={[texts.place(place + 1, count), picture.caption ?? picture.name].filter(Boolean).join(': ')}
      draggable={false}
      onError={() => setFailed(url)}
    />
  );
}

/** At an end, a button stays where the focus is. */
function Steps({ place, count, onMove }: FrameProps) {
  return (
    <>
      <button
        type="button"
        class="quiet"
        aria-label={texts.newer}
        aria-disabled={place === 0}
        onClick={() => onMove(-1)}
      >
        <ChevronLeft aria-hidden="true" />
      </button>
      <span role="status">{count > 0 && texts.place(place + 1, count)}</span>
      <button
        type="button"
        class="quiet"
        aria-label={texts.older}
        aria-disabled={place + 1 >= count}
        onClick={() => onMove(1)}
      >
        <ChevronRight aria-hidden="true" />
      </button>
    </>
  );
}

function Caption({ picture, zone }: Pick<FrameProps, 'picture' | 'zone'>) {
  if (!picture) return <span class="muted">{common.reading}</span>;
  const { caption, name, taken_at, created_at } = picture;
  return (
    <span class="muted">
      {caption ?? name} <Instant at={taken_at ?? created_at} zone={zone} />
    </span>
  );
}

const ZOOMS = [1, 2, 4] as const;

/** How far an arrow key scrolls a zoomed picture, in pixels. */
const SCROLLS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-120, 0],
  ArrowRight: [120, 0],
  ArrowUp: [0, -120],
  ArrowDown: [0, 120],
};

interface EnlargedProps extends FrameProps {
  readonly onClose: () => void;
}

/** A picture over the whole screen. It is zoomed by buttons, by + and −, and then scrolled. */
function Enlarged({ onClose, ...props }: EnlargedProps) {
  const [level, setLevel] = useState(0);
  const view = useRef<HTMLDivElement>(null);
  const { picture, onMove } = props;
  const moves = useMoves((step) => {
    setLevel(0);
    onMove(step);
  }, level === 0);
  const zoom = (step: number) => setLevel((it) => Math.min(Math.max(it + step, 0), ZOOMS.length - 1));
  const press = (event: KeyboardEvent) => {
    if (event.key === '+' || event.key === '=') zoom(1);
    else if (event.key === '-') zoom(-1);
    else if (level > 0 && SCROLLS[event.key]) {
      event.preventDefault();
      view.current?.scrollBy(...(SCROLLS[event.key] ?? [0, 0]));
    } else moves.onKeyDown(event);
  };
  return (
    <figure class="enlarged" {...moves} onKeyDown={press}>
      <div class="enlarged-picture" data-zoom={ZOOMS[level]} ref={view}>
        <Shown picture={picture} place={props.place} count={props.count} />
      </div>
      <div class="enlarged-bar">
        <Steps {...props} />
        <button
          type="button"
          class="quiet"
          aria-label={texts.zoomIn}
          aria-disabled={level === ZOOMS.length - 1}
          onClick={() => zoom(1)}
        >
          <ZoomIn aria-hidden="true" />
        </button>
        <button
          type="button"
          class="quiet"
          aria-label={texts.zoomOut}
          aria-disabled={level === 0}
          onClick={() => zoom(-1)}
        >
          <ZoomOut aria-hidden="true" />
        </button>
        <Caption picture={picture} zone={props.zone} />
        <button type="button" onClick={onClose}>
          {common.close}
        </button>
      </div>
    </figure>
  );
}

const TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const;

/** Sends a file: two requests, as for a device. */
function AddPicture({ alertId }: { readonly alertId: string }) {
  const { guard } = useConsole();
  const [said, say] = useState('');
  const [problem, setProblem] = useState('');
  async function add(file: File) {
    const content_type = TYPES.find((it) => it === file.type);
    setProblem('');
    if (!content_type || file.size > limits.PictureInput.bytes.most || file.size === 0) {
      setProblem(texts.wrongFile);
      return;
    }
    say(texts.adding);
    try {
      const { upload } = await guard.alerts.addPicture(alertId, { content_type, bytes: file.size });
      const { method, url, headers } = upload;
      const sent = await fetch(url, { method, headers, body: file });
      if (!sent.ok) throw new Error(texts.notSent);
      say(texts.added);
    } catch (error) {
      say('');
      setProblem(
        error instanceof Error && error.message === texts.notSent ? texts.notSent : problemText(error),
      );
    }
  }
  return (
    <div class="add-picture">
      <label class="button">
        <ImagePlus aria-hidden="true" /> {texts.add}
        <input
          type="file"
          accept={TYPES.join(',')}
          onChange={({ currentTarget }) => {
            const [file] = currentTarget.files ?? [];
            if (file) void add(file);
            currentTarget.value = '';
          }}
        />
      </label>
      <p class="muted" role="status">
        {said}
      </p>
      <p class="problem" role="alert">
        {problem}
      </p>
    </div>
  );
}
