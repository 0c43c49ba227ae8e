import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const stackSchema = z.object({ BaseUrl: z.url(), TableName: z.string() });

/** What a stack says of itself, from the file that `cdk deploy --outputs-file` wrote. */
export async function readOutputs(
  file: string,
  { stack, stage }: { stack: string; stage: string },
): Promise<{ tableName: string; apiId: string }> {
  const outputs = z.record(z.string(), stackSchema).parse(JSON.parse(await readFile(file, 'utf8')))[stack];
  if (!outputs) throw new Error(`${file} holds no outputs of ${stack}.`);
  const { hostname, pathname } = new URL(outputs.BaseUrl);
  if (pathname !== `/${stage}`) throw new Error(`BaseUrl does not end with the stage: ${outputs.BaseUrl}`);
  return { tableName: outputs.TableName, apiId: hostname.split('.')[0] ?? '' };
}
