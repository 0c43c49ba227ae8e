import { GuardError } from './errors.ts';

/**
 * The attempts of a deletion. One that failed may have been done all the same: then the next one finds nothing, and
 * `done` is its answer. After a 429 nothing was done, so what is not found was not there before.
 */
export function repeatDeletion<T>(attempt: () => Promise<T>, done: T): () => Promise<T> {
  let mayBeDone = false;
  return async () => {
    try {
      return await attempt();
    } catch (error) {
      const status = error instanceof GuardError ? error.status : undefined;
      if (mayBeDone && error instanceof GuardError && error.code === 'not_found') return done;
      mayBeDone ||= status !== 429;
      throw error;
    }
  };
}
