import { routes } from '../../../functions/routes.ts';
import { triggers } from '../../../functions/triggers.ts';
import { settingsOf, tableUseOf } from '../../../shared/http/route-implications.ts';
import type { SettingName } from '../../../shared/lambda/settings.ts';
import { settingsOfFunction } from '../../../shared/lambda/settings-use.ts';
import { SEND_MAIL } from '../../../shared/mail/mail-message.ts';
import type { TableUse } from '../../../shared/table/table-use.ts';

export interface LambdaFunction {
  readonly name: string;
  /** The file of `functions/` with its handler. */
  readonly file: string;
  readonly resource: string;
  /** The use of the table that its role permits. */
  readonly table: TableUse;
  /** The settings that it is given. */
  readonly settings: readonly SettingName[];
  /** Whether it gets the address of the API. */
  readonly callsApi: boolean;
  /** The functions that read the queues to which it sends. */
  readonly sendsTo: readonly string[];
  /** Whether it gets the endpoint of the WebSocket API's connections. */
  readonly postsToSockets: boolean;
  /** Whether it sends messages to people: its handler takes what connects the senders. */
  readonly sendsMessages: boolean;
}

/** Every Lambda function that is deployed. */
export const lambdaFunctions: readonly LambdaFunction[] = [
  ...routes.map((route) => ({
    name: route.name,
    file: route.file,
    resource: route.resource,
    table: tableUseOf(route),
    settings: settingsOf(route),
    callsApi: false,
    sendsTo: route.queuesMail ? [SEND_MAIL] : [],
    postsToSockets: false,
    sendsMessages: route.sendsMessages ?? false,
  })),
  ...triggers.map((it) => ({ ...it, settings: settingsOfFunction(it) })),
];
