import { createEndpoint } from '../../shared/http/endpoint.ts';
import { withoutSlash } from '../../shared/http/redirect.ts';
import { lambdaRuntime, type RuntimeSource } from '../../shared/lambda/runtime.ts';
import { isMailOn } from '../../shared/mail/mail-settings.ts';
import { consoleHeaders, consolePage } from './console-page.ts';
import { getConsoleRoute } from './get-console.route.ts';

const createPage = createEndpoint(getConsoleRoute, (_, { settings }) => ({
  body: consolePage(isMailOn(settings)),
  headers: consoleHeaders(settings.liveUrl),
}));

export const createHandler = (source: RuntimeSource) => withoutSlash(createPage(source));

export const handler = createHandler(lambdaRuntime);
