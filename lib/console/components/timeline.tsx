import { ageText } from '../state/age.ts';
import { formatIn } from '../state/local-time.ts';
import { type Lane, placeIn, type Stretch, ticksOf, within } from '../state/timeline.ts';
import { inLanguages, LOCALE } from '../texts/language.ts';
import { clockWithZone, Instant } from './instant.tsx';
import { Table } from './table.tsx';

const texts = inLanguages({
  en: {
    table: 'As a table',
    what: 'What',
    from: 'From',
    until: 'Until',
    lasted: 'For',
    lasts: 'still lasts',
    nothing: 'Nothing in this time.',
  },
  pt: {
    table: 'Como tabela',
    what: 'O quê',
    from: 'De',
    until: 'Até',
    lasted: 'Durante',
    lasts: 'ainda dura',
    nothing: 'Nada neste período.',
  },
  es: {
    table: 'Como tabla',
    what: 'Qué',
    from: 'Desde',
    until: 'Hasta',
    lasted: 'Durante',
    lasts: 'aún dura',
    nothing: 'Nada en este tiempo.',
  },
  de: {
    table: 'Als Tabelle',
    what: 'Was',
    from: 'Von',
    until: 'Bis',
    lasted: 'Dauer',
    lasts: 'dauert an',
    nothing: 'Nichts in dieser Zeit.',
  },
});

interface TimelineProps {
  readonly caption: string;
  readonly stretch: Stretch;
  /** The time zone of the site, whose clocks the axis shows. */
  readonly zone: string;
  readonly lanes: readonly Lane[];
}

/** The heights in the picture, in rem: the name of a lane, its track, and the axis. */
const NAME = 1.3;
const TRACK = 0.75;
const LANE = NAME + TRACK + 0.35;
const AXIS = 1.5;

/** Lanes of what happened over time, above an axis in the time zone of the site; also as a table. */
export function Timeline({ caption, stretch, zone: wanted, lanes }: TimelineProps) {
  // The service may know time zones that this browser does not.
  const zone = clockWithZone(stretch.until, wanted) === undefined ? 'UTC' : wanted;
  const shown = lanes
    .map((lane) => ({
      ...lane,
      spans: lane.spans.flatMap((span) => {
        const part = within(stretch, span.from, span.until);
        return part ? [{ ...span, part }] : [];
      }),
    }))
    .filter(({ spans, isKept }) => isKept || spans.length > 0);
  const height = shown.length * LANE;
  const rows = shown
    .flatMap(({ name, spans }) => spans.map((span) => ({ ...span, name, id: `${name} ${span.id}` })))
    .sort((one, other) => other.from - one.from);
  return (
    <figure class="timeline">
      <svg role="img" aria-label={caption} height={`${height + AXIS}rem`}>
        {ticksOf(stretch, zone).map(({ at, isDay }) => {
          const x = placeIn(stretch, at);
          return (
            <g key={at}>
              <line x1={`${x}%`} x2={`${x}%`} y1="0" y2={`${height + 0.2}rem`} opacity={isDay ? 1 : 0.4} />
              <text
                x={`${x}%`}
                y={`${height + 1.2}rem`}
                text-anchor={x < 4 ? 'start' : x > 96 ? 'end' : 'middle'}
              >
                {isDay ? dayText(at, zone) : hourText(at, zone)}
              </text>
            </g>
          );
        })}
        {shown.map(({ name, colour, spans }, place) => {
          const top = place * LANE;
          return (
            <g key={name} class={colour}>
              <rect class="track" x="0" y={`${top + NAME}rem`} width="100%" height={`${TRACK}rem`} />
              {spans.map(({ id, text, part }) => {
                const x = placeIn(stretch, part.from);
                return (
                  <rect
                    key={id}
                    class="span"
                    x={`${x}%`}
                    y={`${top + NAME}rem`}
                    width={`${placeIn(stretch, part.until) - x}%`}
                    height={`${TRACK}rem`}
                  >
                    <title>{text}</title>
                  </rect>
                );
              })}
              <text class="lane-name" x="0" y={`${top + NAME - 0.35}rem`}>
                {name}
              </text>
            </g>
          );
        })}
      </svg>
      <details>
        <summary>{texts.table}</summary>
        {rows.length === 0 ? (
          <p class="muted">{texts.nothing}</p>
        ) : (
          <Table
            caption={caption}
            rows={rows}
            columns={[
              { title: texts.what, cell: ({ name, text }) => (text === name ? name : `${name}: ${text}`) },
              { title: texts.from, cell: ({ from }) => <Instant at={iso(from)} zone={zone} /> },
              {
                title: texts.until,
                cell: ({ until }) =>
                  until === undefined ? texts.lasts : <Instant at={iso(until)} zone={zone} />,
              },
              {
                title: texts.lasted,
                cell: ({ from, until = stretch.until }) =>
                  ageText(iso(from), Math.max(until, from + SHORTEST_MS)),
              },
            ]}
          />
        )}
      </details>
    </figure>
  );
}

/** A shorter time is said as this one: the words of ages call it now. */
const SHORTEST_MS = 10_000;

const iso = (at: number) => new Date(at).toISOString();

const hourText = (at: number, zone: string) =>
  formatIn(LOCALE, zone, at, { hour: '2-digit', minute: '2-digit' });

const dayText = (at: number, zone: string) =>
  formatIn(LOCALE, zone, at, { weekday: 'short', day: 'numeric' });
