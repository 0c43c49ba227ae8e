import type { StageContext } from './synthesis.ts';

/** A domain of the operator's own, with its record in Route 53. */
export const DOMAIN = {
  domainName: 'guard.example.com',
  liveDomainName: 'live.guard.example.com',
  certificateArn: 'arn:aws:acm:eu-west-1:123456789012:certificate/12345678-1234-1234-1234-123456789012',
} as const;

export const HOSTED_ZONE = { hostedZoneId: 'Z0123456789ABCDEFGHIJ', hostedZoneName: 'example.com' } as const;

export const BACKUP_COPY = {
  backupCopyVaultArn: 'arn:aws:backup:eu-west-3:210987654321:backup-vault:guard-prod',
} as const;

/** A table that a backup was restored to, with the stream that was made for it. */
export const RESTORED_TABLE = {
  restoredTableName: 'guard-prod-20261121-1015',
  restoredTableStreamArn:
    'arn:aws:dynamodb:eu-west-1:123456789012:table/guard-prod-20261121-1015/stream/2026-11-21T10:20:00.000',
} as const;

export const MAIL = { mailFrom: 'guard@mail.example.com', mailConfigurationSet: 'guard-mail' } as const;

export const SMS = { smsFrom: 'GUARD', smsCountries: 'DE AT' } as const;

/** The receiver of alarm panels. */
export const PANELS = { panels: 'on' } as const;
/** MQTT by AWS IoT Core. */
export const MQTT = { mqtt: 'on' } as const;
/** Mail of cameras, by the receiver and by Amazon SES. */
export const MAIL_IN = { mailReceiver: 'on', inboundMailDomain: 'in.example.com' } as const;
/** What of these needs no server. */
export const MAIL_BY_SES = { inboundMailDomain: MAIL_IN.inboundMailDomain } as const;
export const PANEL_HOST = { panelHost: 'panels.example.com' } as const;

const WARM = { warmReadUnits: '20000', warmWriteUnits: '8000' } as const;

/** Every option on, and other values than the defaults. */
export const EVERY_OPTION: StageContext = {
  ...DOMAIN,
  ...HOSTED_ZONE,
  ...BACKUP_COPY,
  commit: '4f9c2b7',
  alarmEmail: 'on-call@example.com',
  alarmUrl: 'https://events.example.com/integration/1234/enqueue',
  alarmSlackChannel: 'T0123ABCD/C0123ABCD',
  ticketEmail: 'tickets@example.com',
  corsOrigin: 'https://app.example.com',
  logLevel: 'DEBUG',
  ...MAIL,
  ...SMS,
  ...PANELS,
  ...PANEL_HOST,
  ...MQTT,
  ...MAIL_IN,
  tableKey: 'own',
  auditBucket: 'example-audit-copies',
  loginRequestsPerAddressPerMinute: '1000',
  monthlyBudgetUsd: '1234.5',
  accountConcurrency: '3000',
  reservedConcurrency: '500',
  ...WARM,
};

// Test files share these stages: each synthesis takes two seconds.
export const DEV: StageContext = { stage: 'dev' };
export const PROD: StageContext = { stage: 'prod' };
export const FULL: StageContext = { ...PROD, ...EVERY_OPTION };
/** The certificate and all of mail are the stage's own, in its hosted zone. */
export const HOSTED: StageContext = {
  ...PROD,
  ...HOSTED_ZONE,
  domainName: DOMAIN.domainName,
  liveDomainName: DOMAIN.liveDomainName,
  mailFrom: 'alarm@guard.example.com',
};
/** The alarms and the dashboard, which `dev` has only if asked. */
export const MONITORING = { monitoring: 'true' } as const;
/** Pages without a separate address for tickets, too. */
export const ON_RESTORED_TABLE: StageContext = {
  ...PROD,
  ...RESTORED_TABLE,
  ...BACKUP_COPY,
  ...WARM,
  alarmEmail: EVERY_OPTION['alarmEmail'] ?? '',
  tableKey: 'own',
};
/** Tickets without pages, and a stricter limit of logins. */
export const TICKETS_ONLY: StageContext = {
  ...DEV,
  ...MONITORING,
  ticketEmail: EVERY_OPTION['ticketEmail'] ?? '',
  loginRequestsPerAddressPerMinute: '7',
};
export const BARE: StageContext = {
  stage: 'test',
  firewall: 'false',
  release: 'in_place',
  retainsData: 'false',
  configuresGatewayLogging: 'false',
  corsOrigin: 'none',
  monthlyBudgetUsd: '0',
};

/** Stages that between them have every option on and off. */
export const STAGES_WITH_OPTIONS: readonly (readonly [string, StageContext])[] = [
  ['dev', DEV],
  ['prod', PROD],
  ['prod with every option', FULL],
  ['prod in a hosted zone', HOSTED],
  ['a stage with every option off', BARE],
];
