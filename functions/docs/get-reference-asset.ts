import { ApiError } from '../../shared/errors.ts';
import { createEndpoint } from '../../shared/http/endpoint.ts';
import { lambdaRuntime } from '../../shared/lambda/runtime.ts';
import { getReferenceAssetRoute } from './get-reference-asset.route.ts';
import { REFERENCE_ASSETS, readReferenceAsset } from './reference-assets.ts';

export const createHandler = createEndpoint(getReferenceAssetRoute, async ({ path }) => {
  const asset = REFERENCE_ASSETS.find(({ name }) => name === path.asset);
  if (!asset) throw new ApiError('not_found');
  return { body: await readReferenceAsset(asset), headers: { 'Content-Type': asset.contentType } };
});

export const handler = createHandler(lambdaRuntime);
