import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { AlertsSnapshot, WatchConnection } from '../../client/index.ts';
import { timeOfDay } from '../components/instant.tsx';
import type { Watched } from '../hooks/use-watch.ts';
import { desk } from '../texts/desk.ts';

/** Says in a word how fresh the screen is. */
export function Connection({
  connection = 'connecting',
}: {
  readonly connection: WatchConnection | undefined | 'connecting';
}) {
  return <span class={`connection connection-${connection}`}>{desk.connection[connection]}</span>;
}

interface ConnectionNoticeProps extends Pick<Watched<AlertsSnapshot>, 'offlineSince'> {
  readonly isLate: boolean;
}

/** Warns that the screen may be out of date. */
export function ConnectionNotice({ offlineSince, isLate }: ConnectionNoticeProps) {
  const band = useRef<HTMLDivElement>(null);
  useBand(band);
  return (
    <div role="alert" class="band" ref={band}>
      {offlineSince && (
        <p class="offline-notice">
          <strong>{desk.connection.offline}</strong> {desk.connection.since(timeOfDay(offlineSince))}
        </p>
      )}
      {isLate && !offlineSince && (
        <p class="late-notice">
          <strong>{desk.connection.late}</strong> {desk.connection.lateText}
        </p>
      )}
    </div>
  );
}

/** Tells the style how high the band is: it stays in view, and what else stays is below it. */
function useBand(band: RefObject<HTMLElement | null>): void {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() =>
      style.setProperty('--band', String(band.current?.offsetHeight ?? 0)),
    );
    if (band.current) observer.observe(band.current);
    return () => {
      observer.disconnect();
      style.removeProperty('--band');
    };
  }, [band]);
}
