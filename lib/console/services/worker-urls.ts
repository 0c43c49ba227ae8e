/** The scripts of the console that run beside its page. Their names stay the same in all releases. */
const URLS = {
  /** The service worker. */
  worker: 'console/assets/worker.js',
  timer: 'console/assets/timer.js',
} as const;

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(name: string): string },
  ): { createScriptURL(name: string): string };
}

const urlOf = (name: string): string => URLS[name as keyof typeof URLS] ?? '';

const { trustedTypes } = globalThis as { readonly trustedTypes?: TrustedTypes };
// The only policy that the page allows, and it returns no other URL.
const policy = trustedTypes?.createPolicy('worker', { createScriptURL: urlOf });

export function workerUrl(name: keyof typeof URLS): string {
  return policy?.createScriptURL(name) ?? urlOf(name);
}
