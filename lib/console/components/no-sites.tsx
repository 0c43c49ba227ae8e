import { isPermitted } from '../../../shared/base/access.ts';
import type { Role } from '../../client/index.ts';
import { noSitesText } from '../state/words.ts';
import { desk } from '../texts/desk.ts';

/** Says why nothing can be shown, and who can change that. */
export function NoSites({ role }: { readonly role: Role }) {
  return (
    <div class="empty">
      <p>{noSitesText(role)}</p>
      {isPermitted(role, 'sites:create') && (
        <p>
          <a href="#/sites/new">{desk.noSites.create}</a>
        </p>
      )}
    </div>
  );
}
