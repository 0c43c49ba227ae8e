import { useEffect, useId, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { isPermitted } from '../../../shared/base/access.ts';
import type { GuardList } from '../../client/index.ts';
import { FoundList } from '../components/combobox.tsx';
import type { PageProps } from '../components/page-props.ts';
import { useConsole } from '../hooks/use-console.ts';
import { ACCOUNT, foundPages } from '../pages/pages.tsx';
import { type Findable, foundEntries } from '../state/found-entries.ts';
import type { Screen } from '../state/screen.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';

interface Entry extends Findable {
  readonly id: string;
  /** What kind of thing it is, and where. */
  readonly about: string;
  readonly to: Partial<Screen>;
}

export interface PaletteProps extends Pick<PageProps, 'alerts'> {
  readonly onClose: () => void;
}

/** More entries than these are no help. */
const MOST_FOUND = 12;

/** Finds pages, open alerts, sites, devices and people, and opens them. */
export function Palette(props: PaletteProps) {
  const { change } = useConsole();
  const { onClose } = props;
  const dialog = useRef<HTMLDialogElement>(null);
  const [search, setSearch] = useState('');
  const [place, setPlace] = useState(0);
  const id = useId();
  useLayoutEffect(() => dialog.current?.showModal(), []);
  const { entries, isLoading } = useEntries(props);
  const found = useMemo(() => foundEntries(entries, search, MOST_FOUND), [entries, search]);
  const chosen = Math.min(place, found.length - 1);

  function open(entry: Entry | undefined) {
    if (!entry) return;
    dialog.current?.close();
    change(entry.to);
  }

  function press(event: KeyboardEvent) {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && found.length > 0) setPlace((chosen + step + found.length) % found.length);
    else if (event.key === 'Enter') open(found[chosen]);
    else return;
    event.preventDefault();
  }

  return (
    <dialog ref={dialog} class="palette" aria-label={desk.palette.title} onClose={onClose}>
      <input
        type="search"
        // biome-ignore lint/a11y/noRedundantRoles: it has no `list`, which only the types of Preact ask for
        role="combobox"
        list={undefined}
        aria-label={desk.palette.title}
        aria-expanded="true"
        aria-controls={`${id}-list`}
        aria-activedescendant={found[chosen] && `${id}-${chosen}`}
        placeholder={desk.palette.placeholder}
        value={search}
        onInput={({ currentTarget: { value } }) => {
          setSearch(value);
          setPlace(0);
        }}
        onKeyDown={press}
      />
      <FoundList id={id} found={found} place={chosen} onChoose={open} />
      <p class="muted" role="status">
        {isLoading ? common.reading : found.length === 0 && common.nothingFound}
      </p>
    </dialog>
  );
}

/** How many pages of each list are read: a palette that reads 10,000 devices would use up the person's requests. */
const MOST_PAGES = 5;
const PAGE = 100;

/** Everything that can be found. The lists of the service are read when the palette opens. */
function useEntries({ alerts }: PaletteProps) {
  const { guard, user, tenantId } = useConsole();
  const hasTenant = user.role !== 'platform_admin' || tenantId !== undefined;
  const [listed, setListed] = useState<readonly Entry[]>([]);
  const [waiting, setWaiting] = useState(0);
  useEffect(() => {
    const ending = new AbortController();
    const { signal } = ending;
    const filters = { limit: PAGE, tenant_id: tenantId };
    async function add<T extends { readonly id: string; readonly name: string }>(
      list: GuardList<T>,
      entriesOf: (item: T) => readonly Omit<Entry, 'id'>[],
    ) {
      setWaiting((count) => count + 1);
      try {
        let cursor: string | null | undefined;
        for (let page = 0; page < MOST_PAGES && cursor !== null; page++) {
          const { data, meta } = await list.page(cursor);
          if (signal.aborted) return;
          setListed((before) => [
            ...before,
            ...data.flatMap((it) =>
              entriesOf(it).map((entry, place) => ({ ...entry, id: `${it.id}-${place}` })),
            ),
          ]);
          cursor = meta.next_cursor;
        }
      } catch {
        // What the service does not answer is not found. The pages say why.
      }
      setWaiting((count) => count - 1);
    }
    const view = (name: string, itemId: string) => ({ view: name, itemId, alertId: undefined });
    if (!hasTenant) {
      void add(guard.tenants.list({ limit: PAGE }, { signal }), ({ id, name: text }) => [
        { text, about: desk.palette.tenant, to: { view: 'alerts', itemId: undefined, tenantId: id } },
      ]);
    } else {
      void add(guard.sites.list(filters, { signal }), ({ id, name: text, address }) => {
        const site = {
          text,
          about: [common.site, address].filter(Boolean).join(' · '),
          to: view('sites', id),
        };
        if (!isPermitted(user.role, 'tests:create')) return [site];
        const to = { ...view('sites', id), tab: 'test' };
        return [site, { text: desk.onTest.putSite(text), about: desk.palette.action, to }];
      });
      void add(guard.devices.list(filters, { signal }), ({ id, name: text, serial }) => [
        { text, about: [common.device, serial].filter(Boolean).join(' · '), to: view('devices', id) },
      ]);
      if (isPermitted(user.role, 'users:create')) {
        void add(guard.users.list(filters, { signal }), ({ id, name: text, email }) => [
          { text, about: [desk.palette.person, email].join(' · '), to: view('people', id) },
        ]);
      }
    }
    return () => ending.abort();
  }, [guard, user.role, tenantId, hasTenant]);
  const entries = useMemo(
    () => [
      ...[...foundPages(user.role, hasTenant), ACCOUNT].map(({ name, title }) => ({
        id: name,
        text: title,
        about: desk.palette.page,
        to: { view: name, itemId: undefined, alertId: undefined },
      })),
      ...alerts.map(({ id, message, site_name }) => ({
        id,
        text: message,
        about: [desk.detail.alert, site_name].filter(Boolean).join(' · '),
        to: { view: 'alerts', itemId: undefined, alertId: id },
      })),
      ...listed,
    ],
    [user.role, hasTenant, alerts, listed],
  );
  return { entries, isLoading: waiting > 0 };
}
