import { createDevice } from '../../shared/devices/create-device.ts';
import type { Device } from '../../shared/devices/device.ts';
import { createAuditedEndpoint } from '../../shared/http/audited-endpoint.ts';
import { newId } from '../../shared/ids.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { formatTimestamp } from '../../shared/time.ts';
import { createDeviceRoute } from './create-device.route.ts';

export const createHandler = createAuditedEndpoint(
  createDeviceRoute,
  async ({ target, body, now, baseUrl, remember }, { table, randomBytes }) => {
    const answer = (device: Device) => ({
      body: device,
      headers: { Location: `${baseUrl}/api/v1/devices/${device.id}` },
    });
    const origin = { id: newId(now, randomBytes), at: formatTimestamp(now) };
    return answer(
      await createDevice(
        table,
        target.entity,
        body,
        origin,
        remember && ((device) => remember(answer(device))),
      ),
    );
  },
);

export const handler = createHandler(lambdaRuntime);
