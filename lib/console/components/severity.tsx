import type { AlertSeverity } from '../../client/index.ts';
import { severityLabel } from '../state/words.ts';

/** Each severity has a shape, so that nobody needs to distinguish colours. */
const SHAPES: Readonly<Record<AlertSeverity, string>> = {
  critical: 'M5 1h6l4 4v6l-4 4H5l-4-4V5z',
  high: 'M8 1l7.5 13.5H.5z',
  medium: 'M8 .5L15.5 8 8 15.5.5 8z',
  low: 'M2 2h12v12H2z',
  info: 'M8 1a7 7 0 110 14A7 7 0 018 1zm0 1.8a5.2 5.2 0 100 10.4A5.2 5.2 0 008 2.8z',
};

interface SeverityProps {
  readonly severity: AlertSeverity;
}

export function SeverityShape({ severity }: SeverityProps) {
  return (
    <svg viewBox="0 0 16 16" aria-hidden="true">
      <path d={SHAPES[severity] ?? SHAPES.info} />
    </svg>
  );
}

export function Severity({ severity }: SeverityProps) {
  return (
    <span class={`severity severity-${severity}`}>
      <SeverityShape severity={severity} />
      {severityLabel(severity)}
    </span>
  );
}
