import { useEffect, useState } from 'preact/hooks';
import type { Draft, Drafts } from '../state/drafts.ts';

/** The draft for an alert, as it changes. */
export function useDraft(drafts: Drafts, alertId: string): Draft {
  const [, redraw] = useState({});
  useEffect(() => drafts.subscribe(() => redraw({})), [drafts]);
  return drafts.of(alertId);
}
