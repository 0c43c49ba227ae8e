import * as z from 'zod';
import { NO_MAIL } from '../../../shared/lambda/settings.ts';
import { isSmsOn } from '../../../shared/notify/sender-settings.ts';
import { budgetName } from '../monitoring/budget.ts';
import {
  BUDGET_TYPE,
  hasType,
  MAIL_EVENTS_TYPE,
  MQTT_TYPE,
  NEEDED_TYPES,
  RECEIVING_TYPE,
  SMS_TYPE,
} from '../regions.ts';
import { explainRefusal, THIS_RELEASE } from '../release/upgrade-path.ts';
import { unless } from './aws.ts';
import { type Check, fails, note, ok } from './finding.ts';

/** The CDK's default qualifier, and the version of the bootstrap that its synthesis needs. */
const BOOTSTRAP_PARAMETER = '/cdk-bootstrap/hnb659fds/version';
const BOOTSTRAP_VERSION = 6;

const parameterSchema = z.object({ Parameter: z.object({ Value: z.coerce.number() }) });
const gatewayAccountSchema = z.object({ cloudwatchRoleArn: z.string().nullish() });
const certificateSchema = z.object({
  Certificate: z.object({ Status: z.string(), SubjectAlternativeNames: z.array(z.string()).default([]) }),
});

export const bootstrapCheck: Check = {
  asks: 'the CDK’s bootstrap',
  run: async ({ aws }) => {
    const text = await aws
      .json('ssm', 'AmazonSSM.GetParameter', { Name: BOOTSTRAP_PARAMETER })
      .catch(unless('ParameterNotFound'));
    const version = text === undefined ? 0 : parameterSchema.parse(JSON.parse(text)).Parameter.Value;
    return version < BOOTSTRAP_VERSION
      ? [fails('The CDK is not bootstrapped in this account and region, or too old. Run npx cdk bootstrap.')]
      : [ok(`The CDK is bootstrapped (version ${version}).`)];
  },
};

export const stackCheck: Check = {
  asks: 'the stack',
  run: async ({ settings: { stage }, stackStatus: status }) => {
    if (status === undefined) return [ok(`The stack Guard-${stage} does not exist yet.`)];
    const name = `The stack Guard-${stage} is ${status}`;
    if (/^(ROLLBACK_COMPLETE|.*_FAILED)$/.test(status)) {
      return [fails(`${name}, and cannot be updated (docs/runbook.md).`)];
    }
    return [status.endsWith('_IN_PROGRESS') ? fails(`${name}: wait.`) : ok(`${name}.`)];
  },
};

export const releaseCheck: Check = {
  asks: 'the release that the stage runs',
  run: async ({ settings: { stage }, readRunningRelease }) => {
    const running = await readRunningRelease(stage);
    if (running === undefined) return [];
    const refusal = explainRefusal(running, stage);
    return refusal === undefined
      ? [ok(`${stage} runs Guard ${running.version}, and ${THIS_RELEASE.version} may follow.`)]
      : [fails(refusal)];
  },
};

/** Asks CloudFormation for the types that lib/cdk/regions.ts does not leave out. SMS, MQTT and receiving mail cannot do without theirs. */
export const regionCheck: Check = {
  asks: 'the resource types of the region',
  run: async ({ aws, settings }) => {
    const types = [
      [BUDGET_TYPE, settings.monthlyBudgetUsd > 0, 'Set monthlyBudgetUsd=0.'],
      [MAIL_EVENTS_TYPE, settings.mailConfigurationSet !== NO_MAIL, 'Leave out mailConfigurationSet.'],
      [SMS_TYPE, isSmsOn(settings), 'Leave out smsFrom.'],
      [MQTT_TYPE, settings.mqtt, 'Leave out mqtt.'],
      [RECEIVING_TYPE, settings.inboundMailDomain !== undefined, 'Leave out inboundMailDomain.'],
    ] as const;
    const created = types.filter(
      ([type, isUsed]) => isUsed && (NEEDED_TYPES.some((it) => it === type) || hasType(aws.region, type)),
    );
    const findings = created.map(async ([TypeName, , remedy]) => {
      const parameters = { Action: 'DescribeType', Version: '2010-05-15', Type: 'RESOURCE', TypeName };
      const found = await aws.query('cloudformation', parameters).catch(unless('TypeNotFoundException'));
      if (found !== undefined) return [];
      return [fails(`CloudFormation has no ${TypeName} in ${aws.region}, and rejects the stack. ${remedy}`)];
    });
    return (await Promise.all(findings)).flat();
  },
};

/** The stack creates the budget, or leaves it out for the operator. */
export const budgetCheck: Check = {
  asks: 'the budget',
  run: async ({ aws, settings, accountId, stackStatus }) => {
    const isLeftOut = !hasType(aws.region, BUDGET_TYPE);
    if (settings.monthlyBudgetUsd === 0 || (!isLeftOut && stackStatus !== undefined)) return [];
    const name = budgetName(settings.stage, aws.region);
    const found = await aws
      .json(
        'budgets',
        'AWSBudgetServiceGateway.DescribeBudget',
        { AccountId: accountId, BudgetName: name },
        { host: 'budgets.amazonaws.com', region: 'us-east-1' },
      )
      .catch(unless('NotFoundException'));
    if (!isLeftOut)
      return found === undefined ? [] : [fails(`A budget has the name ${name} already. Delete it.`)];
    return found === undefined
      ? [note(`The stack has no budget in ${aws.region}. Create ${name} by hand (docs/deploy.md#regions).`)]
      : [ok(`The budget ${name} exists.`)];
  },
};

export const loggingRoleCheck: Check = {
  asks: 'API Gateway’s logging role',
  run: async ({ aws, settings: { configuresGatewayLogging }, stackStatus }) => {
    const text = await aws.rest('apigateway', 'GET', '/account');
    const { cloudwatchRoleArn: role } = gatewayAccountSchema.parse(JSON.parse(text));
    if (!role && !configuresGatewayLogging) {
      return [fails('API Gateway has no logging role in this account. Set configuresGatewayLogging=true.')];
    }
    return role && configuresGatewayLogging && stackStatus === undefined
      ? [
          note(
            `The deployment replaces API Gateway’s logging role ${role}. Set configuresGatewayLogging=false if another stack sets it.`,
          ),
        ]
      : [];
  },
};

export const certificateCheck: Check = {
  asks: 'the certificate',
  run: async ({ aws, settings: { certificateArn, domainName, liveDomainName } }) => {
    if (certificateArn === undefined) return [];
    const region = certificateArn.split(':')[3];
    if (region !== aws.region) {
      return [fails(`The certificate is in ${region}, and the stage in ${aws.region}.`)];
    }
    const text = await aws
      .json('acm', 'CertificateManager.DescribeCertificate', { CertificateArn: certificateArn })
      .catch(unless('ResourceNotFoundException'));
    if (text === undefined) return [fails('The certificate does not exist in this account.')];
    const { Status, SubjectAlternativeNames: names } = certificateSchema.parse(JSON.parse(text)).Certificate;
    if (Status !== 'ISSUED') return [fails(`The certificate is ${Status}, not ISSUED.`)];
    const missing = [domainName, liveDomainName].filter(
      (it) => it !== undefined && !names.includes(it) && !names.includes(it.replace(/^[^.]+/, '*')),
    );
    return missing.length > 0
      ? [fails(`The certificate does not include ${missing.join(', ')}.`)]
      : [ok('The certificate is issued for the domain names.')];
  },
};
