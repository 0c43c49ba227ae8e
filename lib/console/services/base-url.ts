/** The base URL of the API: the URL of the page's stage, without a trailing slash. */
export function baseUrlOf(pageUrl: string): string {
  return new URL('.', pageUrl).href.replace(/\/$/, '');
}
