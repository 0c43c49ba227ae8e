import { useEffect, useState } from 'preact/hooks';
import type { AlertPlanProps, AlertPlanView } from './alert-plan.tsx';

/** The action plan of an alert, which is loaded when the first alert with a plan is opened. */
export function LazyPlan(props: AlertPlanProps) {
  const [View, setView] = useState<typeof AlertPlanView>();
  useEffect(() => {
    import('./alert-plan.tsx').then(
      (loaded) => setView(() => loaded.AlertPlanView),
      () => undefined, // the rest of the desk works without it
    );
  }, []);
  return View ? <View {...props} /> : null;
}
