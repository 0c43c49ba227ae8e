import type { ComponentChildren } from 'preact';
import type { SiteInTrouble } from '../../../client/index.ts';
import { PLACE_ICONS } from '../../components/place-mark.tsx';
import { SeverityShape } from '../../components/severity.tsx';
import { ageText } from '../../state/age.ts';
import { SEVERITIES } from '../../state/severities.ts';
import { severityLabel } from '../../state/words.ts';
import { formatNumber } from '../../texts/language.ts';
import { texts as supervision } from '../sites/supervision-texts.ts';
import { countAt, countLooks, lookOf, type TileLook, worseAcknowledged } from './overview-state.ts';
import { texts } from './overview-texts.ts';
import { clockText } from './overview-times.ts';

/** A shape and a word, for eyes without colours. */
function Look({ look, children }: { readonly look: TileLook; readonly children?: ComponentChildren }) {
  const severity = SEVERITIES.find((it) => it === look);
  const Icon = severity ? undefined : PLACE_ICONS[look as keyof typeof PLACE_ICONS];
  return (
    <span class="look">
      {severity && <SeverityShape severity={severity} />}
      {Icon && <Icon aria-hidden="true" />}
      {children}
    </span>
  );
}

const wordOf = (look: TileLook): string =>
  look in PLACE_ICONS
    ? texts.states[look as keyof typeof texts.states]
    : severityLabel(look as (typeof SEVERITIES)[number]);

/** How many tiles there are of each look, in the order of the tiles: also their legend. */
export function LookCounts({ sites }: { readonly sites: readonly SiteInTrouble[] }) {
  return (
    <ul class="look-counts">
      {[...countLooks(sites)].map(([look, count]) => (
        <li key={look} class={`look-${look}`}>
          <Look look={look}>
            <strong>{formatNumber(count)}</strong> {wordOf(look)}
          </Look>
        </li>
      ))}
    </ul>
  );
}

/** What a tile says: the site, its worst state and since when, and how many alerts or devices that is. */
export function TileText({ site, now }: { readonly site: SiteInTrouble; readonly now: number }) {
  const look = lookOf(site);
  const count = countAt(site);
  const hidden = worseAcknowledged(site);
  const isAboutDevices = site.state === 'silent' || site.state === 'never_heard';
  return (
    <>
      <span class="tile-name">{site.name ?? texts.deletedSite}</span>
      <span class="tile-state">
        <Look look={look}>{wordOf(look)}</Look>
        {count > 1 && (
          <span class="tile-count">
            <span aria-hidden="true">×{formatNumber(count)}</span>
            <span class="unseen"> {isAboutDevices ? texts.devices(count) : texts.alerts(count)}</span>
          </span>
        )}
        {hidden && (
          <span class="tile-hidden">
            {severityLabel(hidden)} · {texts.states.acknowledged}
          </span>
        )}
        {site.opening !== 'unknown' && <span class="tile-hidden">{supervision.states[site.opening]}</span>}
        <span class="tile-since">
          {site.state === 'on_test' && site.test_ends_at !== null
            ? texts.until(clockText(site.test_ends_at))
            : site.since !== null && ageText(site.since, now, 1)}
        </span>
      </span>
    </>
  );
}

export const tileClass = (site: SiteInTrouble): string => `tile look-${lookOf(site)}`;
