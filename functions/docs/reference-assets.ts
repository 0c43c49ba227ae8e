import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import swaggerUi from 'swagger-ui-dist/package.json' with { type: 'json' };

/** A file of Swagger UI as the page loads it. */
export interface ReferenceAsset {
  /** What never changes under this name: it holds the version of the package, whose files are final. */
  readonly name: string;
  /** The file in the package, which lies beside the function's code. */
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

/** The text of an asset, read once in the life of a function. */
export function readReferenceAsset({ file }: ReferenceAsset): Promise<string> {
  const text = texts.get(file) ?? readFile(createRequire(import.meta.url).resolve(file), 'utf8');
  texts.set(file, text);
  return text;
}
