import { readFileSync, writeFileSync } from 'node:fs';
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';
import * as z from 'zod';
import { stageTextsSchema } from './stage-templates.ts';

/** The stages of the baseline. MiniStack can deploy the last one, which has its address in place of `EMULATOR`. */
const STAGE_NAMES = [
  'dev',
  'prod',
  'prod with every option',
  'prod in a hosted zone',
  'dev on the emulator',
] as const;
export const EMULATOR = 'http://emulator.invalid';

const baselineSchema = z.object({
  version: z.string(),
  stages: z.record(z.enum(STAGE_NAMES), stageTextsSchema),
});
/** The templates of the last release. */
export type Baseline = z.infer<typeof baselineSchema>;

const FILE = new URL('baseline.json.br', import.meta.url);

export const readBaseline = (): Baseline =>
  baselineSchema.parse(JSON.parse(brotliDecompressSync(readFileSync(FILE)).toString()));

/** The hashes of code and of templates change with every release, and decide nothing. */
export const withoutHashes = (text: string) => text.replaceAll(/[0-9a-f]{64}/g, '0'.repeat(64));

/** Writes the same file for the same templates. Returns its size in bytes. */
export function writeBaseline(baseline: Baseline): number {
  const text = withoutHashes(JSON.stringify(baseline));
  const { BROTLI_PARAM_QUALITY: quality, BROTLI_PARAM_LGWIN: window } = constants;
  // The best quality takes thirty times as long for 12 %. The window is larger than a stage, so that the next one refers to it.
  const file = brotliCompressSync(text, {
    params: { [quality]: 9, [window]: constants.BROTLI_MAX_WINDOW_BITS },
  });
  writeFileSync(FILE, file);
  return file.length;
}
