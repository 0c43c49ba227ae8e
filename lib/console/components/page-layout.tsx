import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { problemText } from '../services/problem.ts';
import { common } from '../texts/common.ts';

interface PageLayoutProps {
  readonly title: string;
  /** The way back to the list, above the title of an item. */
  readonly back?: ComponentChildren;
  /** The buttons of the page, next to its title. */
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** The frame of every page except the alert desk. */
export function PageLayout({ title, back, actions, children }: PageLayoutProps) {
  const page = useRef<HTMLElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  // The link that opened the page may be gone. The first field of a form has the focus already.
  useLayoutEffect(() => {
    if (!page.current?.contains(document.activeElement)) heading.current?.focus();
  }, []);
  return (
    <main class="page" ref={page}>
      {back && <p class="back">{back}</p>}
      <header class="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions && <div class="buttons">{actions}</div>}
      </header>
      {children}
    </main>
  );
}

/** A part of a page with a heading. */
export function Panel({
  title,
  actions,
  children,
}: {
  readonly title?: string;
  readonly actions?: ComponentChildren;
  readonly children: ComponentChildren;
}) {
  return (
    <section class="panel">
      {title && (
        <header class="page-head">
          <h2>{title}</h2>
          {actions && <div class="buttons">{actions}</div>}
        </header>
      )}
      {children}
    </section>
  );
}

/** Facts about a thing, each with its name. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [string, ComponentChildren])[] }) => (
  <dl class="facts">
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);

/** Shows that an item is being read, or why it could not be. */
export function Reading({ error, again }: { readonly error: unknown; readonly again: () => void }) {
  if (error === undefined) return <p class="empty">{common.reading}</p>;
  return (
    <p class="empty" role="alert">
      {problemText(error)}{' '}
      <button type="button" onClick={again}>
        {common.tryAgain}
      </button>
    </p>
  );
}
