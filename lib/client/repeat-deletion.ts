import { GuardError } from './errors.ts';

/**
 * Attempts of a deletion. A failed attempt may have deleted the item, so that the next one finds nothing: its result is then
 * `done`. After a 429 nothing was deleted, so a missing item did not exist before.
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
