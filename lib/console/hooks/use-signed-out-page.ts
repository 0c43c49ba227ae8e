import { useEffect, useState } from 'preact/hooks';
import { readSignedOutPage, type SignedOutPage } from '../state/signed-out-page.ts';

/** The page that the URL names, if it is for people who are not signed in. */
export function useSignedOutPage(): SignedOutPage | undefined {
  const [page, setPage] = useState(takePage);
  useEffect(() => {
    const follow = () => setPage(takePage());
    addEventListener('hashchange', follow);
    return () => removeEventListener('hashchange', follow);
  }, []);
  return page;
}

/** Removes the token from the address bar and the history, which others may see. */
function takePage(): SignedOutPage | undefined {
  const { hash, pathname, search } = location;
  const page = readSignedOutPage(hash, search);
  if (page?.token)
    history.replaceState(null, '', `${pathname}${page.view === 'sso' ? '' : search}#/${page.view}`);
  return page;
}
