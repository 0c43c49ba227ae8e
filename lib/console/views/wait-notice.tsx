import { useEffect, useState } from 'preact/hooks';
import { listedWaits, type Waiting, waitText } from '../state/waits.ts';

const SECOND_MS = 1_000;

/** Says what waits, why and for how long. Screen readers announce it once, not every second. */
export function WaitNotice({ waits }: { readonly waits: readonly Waiting[] }) {
  const [now, setNow] = useState(() => performance.now());
  const isWaiting = waits.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    setNow(performance.now());
    const timer = setInterval(() => setNow(performance.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, [isWaiting]);
  const listed = listedWaits(waits);
  const [announcement, announce] = useState('');
  useEffect(() => {
    announce(
      listedWaits(waits)
        .map((wait) => waitText(wait, performance.now()))
        .join(' '),
    );
  }, [waits]);
  return (
    <div class="waits">
      <p class="unseen" role="status">
        {announcement}
      </p>
      {listed.map((wait) => (
        <p key={wait.operation} aria-hidden="true">
          {waitText(wait, now)}
        </p>
      ))}
    </div>
  );
}
