import type { ComponentChildren } from 'preact';
import type { GuardClient, GuardList, Versioned } from '../../client/index.ts';
import type { Console } from '../hooks/use-console.ts';
import type { Field, Option, Values } from '../state/fields.ts';
import type { FormProps } from './form.tsx';
import type { PageProps } from './page-props.ts';
import type { Column } from './table.tsx';

/** What the page of a kind gives its description. */
export interface Given extends PageProps, Console {}

/** What a list shows, and a page opens. */
export interface Thing {
  readonly id: string;
}

/** The part of the client about one kind of thing. `GuardClient` offers most kinds like this. */
interface ResourceApi<T> {
  list(
    query: Readonly<Record<string, string | number | undefined>>,
    options: { readonly signal: AbortSignal },
  ): GuardList<T>;
  get(id: string, options: { readonly signal?: AbortSignal | undefined }): Promise<Versioned<T>>;
  update(
    id: string,
    changes: Record<string, unknown>,
    options: { readonly ifMatch: Versioned<T> },
  ): Promise<Versioned<T>>;
  delete(id: string): Promise<void>;
}

/** What was created. The page opens it, or first shows what is never shown again. */
export interface Created {
  readonly id: string | undefined;
  readonly title?: string;
  readonly view?: (onDone: () => void) => ComponentChildren;
}

/** A form that a person fills in, with what the page has read for it. */
export interface Filling<N> extends Given {
  readonly needed: N;
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly filled: Values | undefined;
  /** Fills in values, such as a generated password. */
  readonly fill: (values: Values) => void;
}

/** An item that a person has opened. */
export interface Opened<T, N> extends Given {
  readonly id: string;
  readonly item: Versioned<T>;
  readonly needed: N;
  readonly read: (signal?: AbortSignal) => Promise<Versioned<T>>;
  /** Shows the item that a change has returned. */
  readonly show: (item: Versioned<T>) => void;
  readonly again: () => void;
}

export type Create<N> = (filling: Filling<N>, values: Values, repeatKey: string) => Promise<Created>;

/** A kind of thing, as its page describes it. `N` is what its forms need besides: sites to choose from, people. */
export type Resource<T extends Thing, N> = Described<T, N> &
  (
    | { readonly create: Create<N>; readonly form?: undefined }
    /** A form of a new item that depends on more than its values. */
    | { readonly create?: undefined; readonly form: (props: NewProps) => ComponentChildren }
  );

interface Described<T extends Thing, N> {
  readonly texts: {
    readonly create: string;
    readonly none: string;
    readonly about?: string | undefined;
    /** The heading above the form of an item. */
    readonly details?: string;
    /** The question before an item is deleted. Without it, the page of an item deletes nothing. */
    readonly deleteTitle?: (name: string) => string;
    readonly deleteText?: string;
    /** The verb; `Delete` by default. */
    readonly delete?: string;
  };
  readonly api: (guard: GuardClient) => ResourceApi<T>;
  /** The name of the page in the URL, if it can be the first page of a role, which a URL need not name. */
  readonly view?: string;
  /** The title of the first column, which links to the item; `Name` by default. */
  readonly nameTitle?: string;
  readonly nameOf: (item: T) => string;
  /** The columns after the name. */
  readonly columns: (
    props: Given & { readonly needed: N | undefined; readonly again: () => void },
  ) => readonly Column<T>[];
  /** What the search finds besides the name; `false` for no search. */
  readonly searched?: ((item: T) => string) | false;
  readonly filters?: (props: Given) => readonly ListFilter[];
  /** The number of rows of a page of the list. */
  readonly limit?: number;
  readonly readNeeded?: (props: Given, signal: AbortSignal) => Promise<N>;
  /** Whether the list needs it, too. */
  readonly isNeededInList?: boolean;
  /** What the list's page says above it. */
  readonly above?: (props: Given, needed: N | undefined) => ComponentChildren;
  readonly mayCreate?: (props: Given) => boolean;
  /** Buttons of the list, before the one that creates. */
  readonly listActions?: (props: Given) => ComponentChildren;
  readonly mayChange?: (props: Given, item: T) => boolean;
  /** The fields of an item, or of a new one. */
  readonly fields: (props: Given, needed: N, item?: T) => readonly Field[];
  readonly controls?: (needed: N) => FormProps['controls'];
  /** The values of a new item. */
  readonly initial?: (props: Given, needed: N) => Readonly<Record<string, unknown>>;
  /** What a person may begin with, by its name, where what it needs is there. */
  readonly examples?: (needed: N) => Readonly<Record<string, Values>>;
  /** What stands below the fields of a new item. */
  readonly extra?: (filling: Filling<N>) => ComponentChildren;
  /** What the values of the form will do, beside it. */
  readonly preview?: (filling: Omit<Filling<N>, 'filled' | 'fill'>) => ComponentChildren;
  /** Buttons in the head of an item. */
  readonly actions?: (opened: Opened<T, N>) => ComponentChildren;
  /** What an item shows above its form, in the form's panel, and below it. */
  readonly head?: (opened: Opened<T, N>) => ComponentChildren;
  readonly intro?: (opened: Opened<T, N>) => ComponentChildren;
  readonly tail?: (opened: Opened<T, N>) => ComponentChildren;
  /** What an item shows in place of all these, or where the caller may not change it. */
  readonly body?: (opened: Opened<T, N>) => ComponentChildren;
  readonly shown?: (opened: Opened<T, N>) => ComponentChildren;
}

/** A choice by which the API filters a list. */
interface ListFilter {
  /** The parameter of the API. */
  readonly name: string;
  readonly label: string;
  /** The text of the choice that filters nothing. */
  readonly all: string;
  readonly options: readonly Option[];
}

export interface NewProps extends Given {
  readonly onCreated: (created: Created) => void;
  readonly onCancel: () => void;
}
