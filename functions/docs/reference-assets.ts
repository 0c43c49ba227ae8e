import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };

/** A file of Swagger UI that the page loads. */
export interface ReferenceAsset {
  /** Contains the version of the package, so that the file never changes under its name. */
  readonly name: string;
  /** The path of the file in `node_modules`, which is deployed with the function. */
  readonly file: string;
  readonly contentType: string;
}

export const REFERENCE_SCRIPT: ReferenceAsset = {
  name: `swagger-ui-${swaggerUi.version}.js`,
  file: 'swagger-ui-dist/swagger-ui-bundle.js',
  contentType: 'text/javascript; charset=utf-8',
};

export const REFERENCE_STYLES: ReferenceAsset = {
  name: `swagger-ui-${swaggerUi.version}.css`,
  file: 'swagger-ui-dist/swagger-ui.css',
  contentType: 'text/css; charset=utf-8',
};

export const REFERENCE_ASSETS: readonly ReferenceAsset[] = [REFERENCE_SCRIPT, REFERENCE_STYLES];

const texts = new Map<string, Promise<string>>();

/** The text of an asset, read once per process. */
export function readReferenceAsset({ file }: ReferenceAsset): Promise<string> {
  const text = texts.get(file) ?? readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  texts.set(file, text);
  return text;
}
