import type { SettingName } from '../../shared/lambda/settings.ts';
import { PANEL_PORT } from '../../shared/panels/panel-port.ts';
import type { TableUse } from '../../shared/table/table-use.ts';

/**
 * The ports of a receiver: that of panels, over TCP and UDP, where a load balancer asks over HTTP whether it is well,
 * and those of mail without TLS and with it.
 */
export const PORTS = { panels: PANEL_PORT, health: 3062, mail: 3025, mailTls: 3465 } as const;

/** What the role of a stage's receiver may do with the table, and the settings that it is given, as functions declare theirs. */
export const RECEIVER: {
  readonly name: string;
  readonly table: TableUse;
  readonly settings: readonly SettingName[];
} = {
  name: 'receiver',
  table: {
    actions: [
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ],
    indexes: ['timer'],
  },
  settings: ['TABLE_NAME', 'GUARD_STAGE', 'GUARD_PANEL_DECRYPTION_KEY', 'GUARD_ALERT_RETENTION_DAYS'],
};
