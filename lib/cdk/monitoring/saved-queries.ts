import { CfnQueryDefinition } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { serviceName } from '../../../shared/lambda/metrics.ts';
import type { StageSettings } from '../stage-settings.ts';

/** A query of CloudWatch Logs Insights. The log lines that it reads are described in docs/runbook.md, "Before you begin". */
export interface SavedQuery {
  /** The name in the console, where it follows the name of the stage. */
  readonly name: string;
  /** One command per line. The console replaces `{{id}}` by a parameter. */
  readonly query: readonly string[];
  /** The descriptions of the parameters, by name. */
  readonly parameters?: Readonly<Record<string, string>>;
}

/** The queries that the runbook uses most. */
export const SAVED_QUERIES: readonly SavedQuery[] = [
  {
    name: 'find a request',
    parameters: { id: 'The request id or correlation id that the client received.' },
    query: [
      'filter request_id = "{{id}}" or correlation_id = "{{id}}" or requestId = "{{id}}"',
      'fields @timestamp, @log, @message',
      'sort @timestamp asc',
    ],
  },
  {
    name: 'server errors by route',
    query: [
      'filter message = "request" and status >= 500',
      'stats count(*) as failures by route, status, code, release',
      'sort failures desc',
    ],
  },
  {
    name: 'errors that were thrown',
    query: [
      'filter level = "ERROR"',
      'fields @timestamp, @log, release, function_version, error.name, error.message, request_id',
      'sort @timestamp desc',
      'limit 50',
    ],
  },
  {
    name: 'what no function answered',
    query: [
      'filter ispresent(gatewayResponse) and gatewayResponse != "-"',
      'stats count(*) as requests by route, status, gatewayResponse, firewall, functionError, authorizerError',
      'sort requests desc',
    ],
  },
  {
    name: 'what a user did',
    parameters: { user: 'The id of the user.' },
    query: [
      'filter message = "request" and user_id = "{{user}}"',
      'fields @timestamp, route, status, code, reason, request_id, user_agent',
      'sort @timestamp desc',
      'limit 200',
    ],
  },
  {
    name: 'what a key did',
    parameters: { key: 'The id of the key.' },
    query: [
      'filter message = "request" and key_id = "{{key}}"',
      'fields @timestamp, route, status, code, reason, request_id, user_agent',
      'sort @timestamp desc',
      'limit 200',
    ],
  },
  {
    name: 'what a tenant did',
    parameters: { tenant: 'The id of the tenant.' },
    query: [
      'filter message = "request" and tenant_id = "{{tenant}}"',
      'stats count(*) as requests, sum(read_units) as reads, sum(write_units) as writes by route, status, user_id',
      'sort requests desc',
    ],
  },
  {
    name: 'slowest routes',
    query: [
      'filter message = "request"',
      'stats pct(duration_ms, 50) as p50, pct(duration_ms, 99) as p99, max(duration_ms) as longest, count(*) as requests by route',
      'sort p99 desc',
    ],
  },
  {
    name: 'slowest requests',
    query: [
      'filter message = "request"',
      'fields @timestamp, route, status, duration_ms, table_ms, table_calls, table_retries, read_units, write_units, cold_start, tenant_id, request_id',
      'sort duration_ms desc',
      'limit 50',
    ],
  },
  {
    name: 'refused logins',
    query: [
      'filter message = "request" and route = "login" and status >= 400',
      'stats count(*) as refused by code, reason, user_agent',
      'sort refused desc',
    ],
  },
  {
    name: 'refused tokens',
    query: ['filter message = "Token refused"', 'stats count(*) as refused by reason', 'sort refused desc'],
  },
  {
    name: 'requests by address',
    query: [
      'filter ispresent(ip)',
      'stats count(*) as requests by ip, status',
      'sort requests desc',
      'limit 50',
    ],
  },
  {
    name: 'which release answers',
    query: [
      'filter message = "request"',
      'stats count(*) as requests, min(@timestamp) as first, max(@timestamp) as last by route, release, function_version',
      'sort route asc',
    ],
  },
];

/**
 * The saved queries, in the folder `guard-<stage>` of the console. They name no log groups, because a query may name 50, and
 * a stage has more. The console does not accept SOURCE with a prefix (AWS, "PutQueryDefinition"; "SOURCE"). So the person who
 * runs a query selects the log groups that begin with the name of the stack.
 */
export class SavedQueries extends Construct {
  constructor(scope: Construct, id: string, { stage }: Pick<StageSettings, 'stage'>) {
    super(scope, id);
    for (const { name, query, parameters = {} } of SAVED_QUERIES) {
      new CfnQueryDefinition(this, name.replaceAll(' ', '-'), {
        name: `${serviceName(stage)}/${name}`,
        queryString: query.join('\n| '),
        parameters: Object.entries(parameters).map(([parameter, description]) => ({
          name: parameter,
          description,
        })),
      });
    }
  }
}
