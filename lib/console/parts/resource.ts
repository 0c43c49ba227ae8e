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
export interface Filling<P> extends Given {
  readonly parts: P;
  readonly fields: readonly Field[];
  readonly values: Values;
  readonly filled: Values | undefined;
  /** Fills in values, such as a generated password. */
  readonly fill: (values: Values) => void;
}

/** An item that a person has opened. */
export interface Opened<T, P> extends Given {
  readonly id: string;
  readonly item: Versioned<T>;
  readonly parts: P;
  readonly read: (signal?: AbortSignal) => Promise<Versioned<T>>;
  /** Shows the item that a change has returned. */
  readonly show: (item: Versioned<T>) => void;
  readonly again: () => void;
}

export type Create<P> = (filling: Filling<P>, values: Values, repeatKey: string) => Promise<Created>;

/** A kind of thing, as its page describes it. `P` is what its forms need besides: sites to choose from, people. */
export type Resource<T extends Thing, P> = Described<T, P> &
  (
    | { readonly create: Create<P>; readonly form?: undefined }
    /** A form of a new item that depends on more than its values. */
    | { readonly create?: undefined; readonly form: (props: NewProps) => ComponentChildren }
  );

interface Described<T extends Thing, P> {
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
    props: Given & { readonly parts: P | undefined; readonly again: () => void },
  ) => readonly Column<T>[];
  /** What the search finds besides the name; `false` for no search. */
  readonly searched?: ((item: T) => string) | false;
  readonly filters?: (props: Given) => readonly ListFilter[];
  /** The number of rows of a page of the list. */
  readonly limit?: number;
  readonly readParts?: (props: Given, signal: AbortSignal) => Promise<P>;
  /** Whether the list shows parts, too. */
  readonly listsParts?: boolean;
  /** What the list's page says above it. */
  readonly above?: (props: Given, parts: P | undefined) => ComponentChildren;
  readonly mayCreate?: (props: Given) => boolean;
  /** Buttons of the list, before the one that creates. */
  readonly listActions?: (props: Given) => ComponentChildren;
  readonly mayChange?: (props: Given, item: T) => boolean;
  /** The fields of an item, or of a new one. */
  readonly fields: (props: Given, parts: P, item?: T) => readonly Field[];
  readonly controls?: (parts: P) => FormProps['controls'];
  /** The values of a new item. */
  readonly initial?: (props: Given, parts: P) => Readonly<Record<string, unknown>>;
  /** What a person may begin with, by its name, where the parts suffice for it. */
  readonly examples?: (parts: P) => Readonly<Record<string, Values>>;
  /** What stands below the fields of a new item. */
  readonly extra?: (filling: Filling<P>) => ComponentChildren;
  /** What the values of the form will do, beside it. */
  readonly preview?: (filling: Omit<Filling<P>, 'filled' | 'fill'>) => ComponentChildren;
  /** Buttons in the head of an item. */
  readonly actions?: (opened: Opened<T, P>) => ComponentChildren;
  /** What an item shows above its form, in the form's panel, and below it. */
  readonly head?: (opened: Opened<T, P>) => ComponentChildren;
  readonly intro?: (opened: Opened<T, P>) => ComponentChildren;
  readonly tail?: (opened: Opened<T, P>) => ComponentChildren;
  /** What an item shows in place of all these, or where the caller may not change it. */
  readonly body?: (opened: Opened<T, P>) => ComponentChildren;
  readonly shown?: (opened: Opened<T, P>) => ComponentChildren;
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
