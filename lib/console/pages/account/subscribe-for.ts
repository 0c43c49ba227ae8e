import type { Preferences } from '../../services/preferences.ts';

interface Subscription {
  unsubscribe(): Promise<boolean>;
}

/** The subscriptions of a browser: a `PushManager`. */
interface Subscriptions<S extends Subscription> {
  getSubscription(): Promise<S | null>;
  subscribe(options: { readonly userVisibleOnly: true; readonly applicationServerKey: string }): Promise<S>;
}

/** The preference that says for which user the browser is subscribed. */
const OWNER = 'push';

/**
 * Subscribes for one user. The browser has one subscription, so the one of a former user ends first; otherwise their
 * messages would still arrive here.
 */
export async function subscribeFor<S extends Subscription>(
  userId: string,
  pushKey: string,
  subscriptions: Subscriptions<S>,
  preferences: Pick<Preferences, 'read' | 'write'>,
): Promise<S> {
  const end = async () => (await subscriptions.getSubscription())?.unsubscribe();
  if (preferences.read(OWNER) !== userId) await end();
  preferences.write(OWNER, userId);
  const options = { userVisibleOnly: true, applicationServerKey: pushKey } as const;
  return subscriptions.subscribe(options).catch(async () => {
    // It may be subscribed with the key of a former installation.
    await end();
    return subscriptions.subscribe(options);
  });
}
