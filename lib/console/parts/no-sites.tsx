import type { Role } from '../../client/index.ts';
import { noSitesText } from '../state/words.ts';

/** Says why nothing can be shown, who can change that, and how. */
export function NoSites({ role }: { readonly role: Role }) {
  return (
    <div class="empty">
      <p>{noSitesText(role)}</p>
      <p>
        How: <a href="docs/api">API reference</a>
      </p>
    </div>
  );
}
