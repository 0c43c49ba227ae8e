import type { StageContext } from './synthesis.ts';

/** A domain of the operator's own, whose record Route 53 keeps. */
export const DOMAIN = {
  domainName: 'guard.example.com',
  liveDomainName: 'live.guard.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
} as const;

export const HOSTED_ZONE = { hostedZoneId: 'Z0123456789ABCDEFGHIJ' } as const;

export const BACKUP_COPY = {
  backupCopyVaultArn: 'arn:aws:backup:eu-west-3:210987654321:backup-vault:guard-prod',
} as const;

/** A table that a backup was restored to, with the stream that was made for it. */
export const RESTORED_TABLE = {
  restoredTableName: 'guard-prod-20261121-1015',
  restoredTableStreamArn:
    'arn:aws:dynamodb:eu-west-1:123456789012:table/guard-prod-20261121-1015/stream/2026-11-21T10:20:00.000',
} as const;

/** What a stage has only if it says so. */
export const EVERY_OPTION: StageContext = {
  ...DOMAIN,
  ...HOSTED_ZONE,
  ...BACKUP_COPY,
  alarmEmail: 'operations@example.com',
  ticketEmail: 'tickets@example.com',
};

/** Stages that between them have every option on and off. */
export const STAGES_WITH_OPTIONS: readonly (readonly [string, StageContext])[] = [
  ['dev', { stage: 'dev' }],
  ['prod', { stage: 'prod' }],
  ['prod with every option', { stage: 'prod', ...EVERY_OPTION }],
  [
    'a stage with every option off',
    { stage: 'test', firewall: 'false', release: 'in_place', configuresGatewayLogging: 'false' },
  ],
];
