import { ageText } from '../state/age.ts';

const FULL = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const OF_DAY = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium' });

/** An instant in the reader's own time zone. */
export function Instant({ at }: { readonly at: string }) {
  return <time dateTime={at}>{FULL.format(new Date(at))}</time>;
}

/** How long ago an instant was; pointing at it tells the instant. */
export function Age({ since, now }: { readonly since: string; readonly now: number }) {
  return (
    <time dateTime={since} title={FULL.format(new Date(since))}>
      {ageText(since, now)}
    </time>
  );
}

export function timeOfDay(at: Date): string {
  return OF_DAY.format(at);
}
