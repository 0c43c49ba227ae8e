import { type Device, type GuardClient, GuardError } from '../../../client/index.ts';
import { useRead } from '../../hooks/use-read.ts';

interface DeviceWithAddress<A> {
  readonly device: Device;
  /** Null: the device has none. */
  readonly address: A | null;
}

/** Reads a device and its address for messages or mail. `readAddress` must stay the same function. */
export function useDeviceAddress<A>(
  guard: GuardClient,
  deviceId: string,
  readAddress: (guard: GuardClient, deviceId: string, signal: AbortSignal) => Promise<A>,
) {
  return useRead(
    async (signal): Promise<DeviceWithAddress<A>> => {
      const [device, address] = await Promise.all([
        guard.devices.get(deviceId, { signal }),
        readAddress(guard, deviceId, signal).catch((error: unknown) => {
          if (error instanceof GuardError && error.status === 404) return null;
          throw error;
        }),
      ]);
      return { device, address };
    },
    [guard, deviceId, readAddress],
  );
}
