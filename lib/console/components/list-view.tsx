import type { ComponentChildren } from 'preact';
import { useId, useMemo, useState } from 'preact/hooks';
import type { List } from '../hooks/use-list.ts';
import { problemText } from '../services/problem.ts';
import { common } from '../texts/common.ts';
import { desk } from '../texts/desk.ts';
import { formatNumber } from '../texts/language.ts';
import { type Column, type Grouping, Table } from './table.tsx';

/** The number of rows that are drawn at first, and with each further step. */
const STEP = 200;

export interface ListViewProps<T> {
  readonly caption: string;
  readonly list: List<T>;
  readonly columns: readonly Column<T>[];
  /** The words of a row that the search finds; without it there is no search. */
  readonly searched?: (row: T) => string;
  readonly grouping?: Grouping<T>;
  /** Filters that the API applies, and buttons. A phone shows them on demand. */
  readonly children?: ComponentChildren;
  /** Further buttons below the table. */
  readonly foot?: ComponentChildren;
  /** Shown instead of the table while the list is empty. */
  readonly empty: ComponentChildren;
}

/** A list of the service: search in what is loaded, the table, and the buttons that load more. */
export function ListView<T extends { readonly id: string | number }>({
  caption,
  list,
  columns,
  searched,
  grouping,
  children,
  foot,
  empty,
}: ListViewProps<T>) {
  const [search, setSearch] = useState('');
  const [most, setMost] = useState(STEP);
  const [areFiltersOpen, openFilters] = useState(false);
  const id = useId();
  const { items, hasMore, isLoading, error } = list;
  const found = useMemo(() => {
    const words = search.normalize('NFC').toLocaleLowerCase().split(/\s+/).filter(Boolean);
    if (!items || !searched || words.length === 0) return items;
    return items.filter((row) => {
      const text = searched(row).normalize('NFC').toLocaleLowerCase();
      return words.every((word) => text.includes(word));
    });
  }, [items, searched, search]);
  const drawn = found?.slice(0, most);
  return (
    <div class="list-view">
      <div class="list-bar">
        {searched && (
          <input
            type="search"
            aria-label={common.search}
            placeholder={common.search}
            title={common.searchesLoaded}
            value={search}
            onInput={({ currentTarget: { value } }) => setSearch(value)}
          />
        )}
        {children && (
          <>
            <button
              type="button"
              class="quiet filter-toggle"
              aria-expanded={areFiltersOpen}
              aria-controls={id}
              onClick={() => openFilters(!areFiltersOpen)}
            >
              {desk.list.filters}
            </button>
            <div class={areFiltersOpen ? 'list-filters' : 'list-filters filters-shut'} id={id}>
              {children}
            </div>
          </>
        )}
        <span class="muted count" role="status">
          {items && found && search.trim() !== '' && common.found(formatNumber(found.length))}
          {items && hasMore && search.trim() === '' && common.loaded(formatNumber(items.length))}
        </span>
      </div>
      {error !== undefined && (
        <p class="notice" role="alert">
          {problemText(error)}{' '}
          <button type="button" onClick={items ? list.more : list.again}>
            {common.tryAgain}
          </button>
        </p>
      )}
      {!items && error === undefined && <p class="empty">{common.reading}</p>}
      {items?.length === 0 && !hasMore && <div class="empty">{empty}</div>}
      {items && items.length > 0 && found?.length === 0 && <p class="empty">{common.nothingFound}</p>}
      {drawn && drawn.length > 0 && (
        <Table caption={caption} columns={columns} rows={drawn} grouping={grouping} />
      )}
      <div class="buttons">
        {found && drawn && found.length > drawn.length && (
          <button type="button" onClick={() => setMost(most + STEP)}>
            {common.showMore}
          </button>
        )}
        {hasMore && (
          <>
            <button type="button" aria-disabled={isLoading} onClick={list.more}>
              {isLoading ? common.reading : common.more}
            </button>
            <button type="button" aria-disabled={isLoading} onClick={list.all}>
              {common.all}
            </button>
          </>
        )}
        {foot}
      </div>
    </div>
  );
}
