import { useEffect, useState } from 'preact/hooks';
import type { OverrideDialog, OverrideDialogProps } from './override-dialog.tsx';

/** The dialog that resolves an alert with an incomplete plan, which is loaded when it is needed. */
export function LazyOverride(props: OverrideDialogProps) {
  const [View, setView] = useState<typeof OverrideDialog>();
  useEffect(() => {
    import('./override-dialog.tsx').then(
      (loaded) => setView(() => loaded.OverrideDialog),
      props.actions.stopOverride, // the report says what is missing
    );
  }, [props.actions.stopOverride]);
  return View ? <View {...props} /> : null;
}
