import type { ComponentChildren } from 'preact';
import type { Site, SiteTest } from '../../client/index.ts';
import { ageText } from '../state/age.ts';
import { desk } from '../texts/desk.ts';
import { clockAtSite, timeOfDay } from './instant.tsx';

interface TestNoticeProps {
  readonly tests: readonly SiteTest[];
  readonly now: number;
  /** Finds a site: the end of a test is shown in its time zone. */
  readonly siteOf: (id: string) => Pick<Site, 'name' | 'timezone'> | undefined;
  /** Whether the page is about several sites, so that each is named. */
  readonly isNamed?: boolean;
  /** A link to where the test is changed. */
  readonly linkOf?: (test: SiteTest) => ComponentChildren;
}

/** The maximum number of named sites: in a large service, alerts must stay on the screen. */
const MOST = 3;

/** Says that sites are on test: alerts that are reported there do not come up. */
export function TestNotice({ tests, now, siteOf, isNamed = false, linkOf }: TestNoticeProps) {
  if (tests.length === 0) return null;
  const others = tests.length - MOST;
  return (
    <ul class="test-notice" aria-label={desk.onTest.title}>
      {tests.slice(0, MOST).map((test) => (
        <li key={test.id}>
          <strong>{desk.onTest.title}</strong>
          {isNamed && `: ${siteOf(test.site_id)?.name ?? desk.list.unknownSite}`}
          {partOf(test)},{' '}
          {desk.onTest.until(endOf(test, siteOf(test.site_id)?.timezone), leftUntil(test.ends_at, now))}:{' '}
          {test.reason}. {keepsRinging(test)} {linkOf?.(test)}
        </li>
      ))}
      {others > 0 && <li>{desk.onTest.others(others)}</li>}
    </ul>
  );
}

/** When a test ends, on the clocks of its site. */
const endOf = ({ ends_at }: SiteTest, zone: string | undefined) =>
  clockAtSite(Date.parse(ends_at), zone) ?? timeOfDay(new Date(ends_at));

const partOf = ({ zone_id, device_ids, types }: SiteTest) =>
  zone_id || device_ids || types ? ` (${desk.onTest.partly})` : '';

/** What a test does not silence, in words. */
export const keepsRinging = ({ types }: Pick<SiteTest, 'types'>) =>
  types === null ? desk.onTest.rings : desk.onTest.othersRing;

/** The time until an instant, in the format of ages. */
export function leftUntil(at: string, now: number): string {
  return ageText(new Date(now).toISOString(), Date.parse(at));
}
