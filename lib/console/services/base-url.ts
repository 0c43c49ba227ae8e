/** Where the API is: where the page came from, its stage included, without a slash at the end. */
export function baseUrlOf(pageUrl: string): string {
  return new URL('.', pageUrl).href.replace(/\/$/, '');
}
