import { useEffect, useState } from 'preact/hooks';
import type { ExportAlerts, ExportAlertsProps } from './export-alerts.tsx';

/** The export of alerts, which is loaded after the desk. */
export function LazyExport(props: ExportAlertsProps) {
  const [View, setView] = useState<typeof ExportAlerts>();
  useEffect(() => {
    import('./export-alerts.tsx').then(
      (loaded) => setView(() => loaded.ExportAlerts),
      () => undefined, // the desk works without it
    );
  }, []);
  return View ? <View {...props} /> : null;
}
