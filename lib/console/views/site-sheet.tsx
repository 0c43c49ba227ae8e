import type { Contact, Site } from '../../client/index.ts';
import { PhoneLink } from '../components/phone-link.tsx';
import { desk } from '../texts/desk.ts';

interface SiteSheetProps {
  readonly site: Site | undefined;
  /** Undefined for roles that may not read contacts. */
  readonly contacts: readonly Contact[] | undefined;
}

/** Shows what to do about an alert, and whom to call; nothing if the site has neither. */
export function SiteSheet({ site, contacts = [] }: SiteSheetProps) {
  const instructions = site?.instructions;
  if (!instructions && contacts.length === 0) return null;
  return (
    <section class="site-sheet" aria-labelledby="site-sheet">
      <h3 id="site-sheet">{desk.siteSheet.title}</h3>
      {instructions && <p class="note">{instructions}</p>}
      {contacts.length > 0 && (
        <ol aria-label={desk.siteSheet.contacts}>
          {contacts.map(({ id, name, role, phone, note }) => (
            <li key={id}>
              <PhoneLink phone={phone} /> <span class="event">{name}</span>, {desk.siteSheet.roles[role]}
              {note && <p class="note">{note}</p>}
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}
