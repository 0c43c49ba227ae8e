import type { ComponentType } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { PageProps } from '../components/page-props.ts';
import { common } from '../texts/common.ts';

/** A page, or a large part of one. */
export interface Loadable<P = PageProps> {
  readonly name: string;
  readonly title: string;
  readonly load?: () => Promise<ComponentType<P>>;
}

interface LoadedPageProps<P> {
  readonly page: Loadable<P>;
  readonly props: P;
}

// biome-ignore lint/suspicious/noExplicitAny: the properties of each page
const loaded = new Map<string, ComponentType<any>>();

/** A page that is loaded when it is opened for the first time. */
export function LoadedPage<P extends object>({ page, props }: LoadedPageProps<P>) {
  const [state, setState] = useState<{ readonly name?: string; readonly isFailed?: boolean }>({});
  useEffect(() => {
    if (!page.load || loaded.has(page.name)) return;
    page.load().then(
      (View) => {
        loaded.set(page.name, View);
        setState({ name: page.name });
      },
      () => setState({ name: page.name, isFailed: true }),
    );
  }, [page]);
  const View = loaded.get(page.name);
  if (View) return <View {...props} />;
  return (
    <main class="page">
      <h1 class="unseen">{page.title}</h1>
      {state.name === page.name && state.isFailed ? (
        <p class="empty" role="alert">
          {common.pageNotLoaded}{' '}
          <button type="button" onClick={() => location.reload()}>
            {common.reload}
          </button>
        </p>
      ) : (
        <p class="empty">{common.reading}</p>
      )}
    </main>
  );
}
