import { Resolver } from 'node:dns/promises';
import type { ResolveTxt } from '../../shared/lambda/runtime.ts';

const TRY_MS = 1_500;
/** The time limit over all tries and DNS servers, because a caller waits. */
const TOTAL_MS = 5_000;

export const resolveTxtByDns: ResolveTxt = (name) => {
  const resolver = new Resolver({ timeout: TRY_MS, tries: 2 });
  AbortSignal.timeout(TOTAL_MS).addEventListener('abort', () => resolver.cancel());
  return resolver.resolveTxt(name);
};
