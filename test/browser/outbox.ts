import { expect } from 'vitest';
import * as z from 'zod';

const itemsSchema = z.array(
  z.object({ channel: z.string(), to: z.string(), text: z.string(), at: z.string() }),
);

/** The messages that the local server would have sent to an address, oldest first. */
export async function sentTo(baseUrl: string, address: string): Promise<z.infer<typeof itemsSchema>> {
  const response = await fetch(`${baseUrl}/outbox.json`);
  return itemsSchema.parse(await response.json()).filter(({ to }) => to === address);
}

/** The link of the newest mail to an address, as soon as there is one. */
export async function linkTo(baseUrl: string, address: string): Promise<string> {
  const find = async () => {
    const { text = '' } = (await sentTo(baseUrl, address)).findLast((it) => it.text.includes('token=')) ?? {};
    return /http\S+token=\S+/.exec(text)?.[0] ?? '';
  };
  await expect.poll(find).not.toBe('');
  return find();
}

/** The newest code that was sent to an address. */
export async function codeFor(baseUrl: string, address: string): Promise<string> {
  const [code] = /\b\d{6}\b/.exec((await sentTo(baseUrl, address)).at(-1)?.text ?? '') ?? [];
  if (!code) throw new Error('No code was sent.');
  return code;
}
