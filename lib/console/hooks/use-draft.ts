import { useEffect, useState } from 'preact/hooks';
import type { Draft, Drafts } from '../state/drafts.ts';

/** The current draft for an alert. */
export function useDraft(drafts: Drafts, alertId: string): Draft {
  const [, redraw] = useState({});
  useEffect(() => drafts.subscribe(() => redraw({})), [drafts]);
  return drafts.of(alertId);
}
