import * as z from 'zod';
import type { User } from '../../shared/users/user.ts';
import { signInRequest } from '../guard-under-test.ts';
import type { RecordingGuard } from './recording-guard.ts';

const sessionSchema = z.object({ token: z.string() });

/** Signs a user in, and gives the token. */
export async function signIn(guard: RecordingGuard, user: User): Promise<string> {
  const { body } = await guard.run(signInRequest(user));
  return sessionSchema.parse(JSON.parse(body)).token;
}

/** Signs a user in, and gives a function that posts as them and gives the answer. */
export async function signInToPost(
  guard: RecordingGuard,
  user: User,
): Promise<(path: string, json?: object) => Promise<unknown>> {
  const token = await signIn(guard, user);
  return async (path, json) => {
    const { body } = await guard.run({ method: 'POST', path: `/api/v1${path}`, token, json });
    return JSON.parse(body);
  };
}
