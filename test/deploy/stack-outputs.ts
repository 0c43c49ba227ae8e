import { readFile } from 'node:fs/promises';
import * as z from 'zod';

const stackSchema = z.object({ BaseUrl: z.url(), LiveUrl: z.url(), TableName: z.string() });

export interface StageOutputs {
  readonly tableName: string;
  readonly apiId: string;
  /** The URL of the WebSocket API. */
  readonly liveApiId: string;
}

/** Reads the outputs of a stack from the file of `cdk deploy --outputs-file`. */
export async function readOutputs(
  file: string,
  { stack, stage }: { stack: string; stage: string },
): Promise<StageOutputs> {
  const outputs = z.record(z.string(), stackSchema).parse(JSON.parse(await readFile(file, 'utf8')))[stack];
  if (!outputs) throw new Error(`${file} holds no outputs of ${stack}.`);
  return {
    tableName: outputs.TableName,
    apiId: apiIdOf(outputs.BaseUrl, 'https:', stage),
    liveApiId: apiIdOf(outputs.LiveUrl, 'wss:', stage),
  };
}

/** The id of the API in a URL of AWS: the first label of its host. */
function apiIdOf(url: string, expected: string, stage: string): string {
  const { protocol, hostname, pathname } = new URL(url);
  if (protocol !== expected || pathname !== `/${stage}`) throw new Error(`An output is wrong: ${url}`);
  return hostname.split('.')[0] ?? '';
}
