import type { ChannelInput } from '../../../client/index.ts';
import type { Preferences } from '../../services/preferences.ts';
import { workerUrl } from '../../services/worker-urls.ts';
import { subscribeFor } from './subscribe-for.ts';

/** Why this browser cannot be notified. */
export type PushProblem = 'denied' | 'unsupported';

type PushInput = Extract<ChannelInput, { readonly kind: 'push' }>;

/** The scope of the service worker: the page of the console. */
const SCOPE = 'console';

/** Subscribes this browser to the pushes of the installation, for one user. */
export async function subscribeToPush(
  pushKey: string,
  userId: string,
  preferences: Pick<Preferences, 'read' | 'write'>,
): Promise<PushInput | PushProblem> {
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) {
    return 'unsupported';
  }
  if ((await Notification.requestPermission()) !== 'granted') return 'denied';
  const registration = await navigator.serviceWorker.register(workerUrl('worker'), { scope: SCOPE });
  await activeIn(registration);
  const subscription = await subscribeFor(userId, pushKey, registration.pushManager, preferences);
  const { endpoint = '', keys } = subscription.toJSON();
  return {
    kind: 'push',
    subscription: { endpoint, keys: { p256dh: keys?.['p256dh'] ?? '', auth: keys?.['auth'] ?? '' } },
  };
}

/** A new worker is installed first. */
function activeIn({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const coming = installing ?? waiting;
  if (active || !coming) return Promise.resolve();
  return new Promise((resolve) => {
    coming.addEventListener('statechange', () => {
      if (coming.state === 'activated') resolve();
    });
  });
}
