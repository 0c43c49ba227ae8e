import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { authorizerTrigger } from '../../functions/jobs/authorizer.ts';
import { routes as declaredRoutes } from '../../functions/routes.ts';
import { triggersOf } from '../../functions/triggers.ts';
import { methodsOf } from '../../shared/http/route.ts';
import { BARE, PROD } from './stages-with-options.ts';
import { FEW_ROUTES, type StageContext, type Synthesis, synthesize } from './synthesis.ts';

/** The limit of all inline policies of a role (AWS, "IAM and AWS STS quotas"). */
const ROLE_POLICIES_MAXIMUM_CHARACTERS = 10_240;

const arnOf = z.object({ 'Fn::GetAtt': z.tuple([z.string(), z.literal('Arn')]) });
const functionSchema = z.union([
  arnOf.transform((it) => it['Fn::GetAtt'][0]),
  z.object({ Ref: z.string() }).transform(({ Ref }) => Ref), // of an alias: its ARN
]);
const roleSchema = z.object({
  AssumeRolePolicyDocument: z.unknown(),
  ManagedPolicyArns: z.undefined().optional(),
  Policies: z.tuple([
    z.object({
      PolicyDocument: z.object({
        Statement: z.tuple([
          z.strictObject({
            Effect: z.literal('Allow'),
            Action: z.literal('lambda:InvokeFunction'),
            Resource: z.union([z.array(functionSchema), functionSchema.transform((it) => [it])]),
          }),
        ]),
      }),
    }),
  ]),
});
const methodSchema = z.object({
  Integration: z.object({ Type: z.string(), Uri: z.unknown().optional(), Credentials: arnOf.optional() }),
});

type Reading = Pick<Synthesis, 'template' | 'properties'>;

function authorizerOf({ properties }: Pick<Reading, 'properties'>) {
  const [authorizer] = properties(
    'AWS::ApiGateway::Authorizer',
    z.object({ AuthorizerCredentials: arnOf, AuthorizerUri: z.unknown() }),
  ).values();
  return { uri: authorizer?.AuthorizerUri, roleId: authorizer?.AuthorizerCredentials['Fn::GetAtt'][0] ?? '' };
}

/** The functions that API Gateway calls, with their roles: of each method, and the authorizer. */
function callsOf({ properties }: Pick<Reading, 'properties'>): { uri: unknown; roleId: string }[] {
  const methods = [...properties('AWS::ApiGateway::Method', methodSchema).values()];
  return [
    authorizerOf({ properties }),
    ...methods
      .filter(({ Integration }) => Integration.Type !== 'MOCK') // preflights and redirects run nothing
      .map(({ Integration }) => ({
        uri: Integration.Uri,
        roleId: Integration.Credentials?.['Fn::GetAtt'][0] ?? 'no role',
      })),
  ];
}

describe.each([
  ['in_place', BARE, 'AWS::Lambda::Function', FEW_ROUTES],
  ['all_at_once', { ...PROD, release: 'all_at_once' }, 'AWS::Lambda::Alias', FEW_ROUTES],
  ['canary', PROD, 'AWS::Lambda::Alias', declaredRoutes],
] as const)('API Gateway, in a release %s,', (_, context, invoked, routes) => {
  const { template, properties } = synthesize(context, { routes });
  const calls = callsOf({ properties });
  const invocableOf = (roleId: string) => {
    const role = roleSchema.parse(template.findResources('AWS::IAM::Role')[roleId]?.['Properties']);
    return role.Policies[0].PolicyDocument.Statement[0].Resource;
  };
  const roleIds = [...new Set(calls.map(({ roleId }) => roleId))];

  test('API Gateway calls all functions of one resource, such as sites, with the same role', () => {
    expect(calls).toHaveLength(routes.flatMap(methodsOf).length + 1); // the authorizer
    expect(roleIds).toHaveLength(
      new Set([...routes, authorizerTrigger].map(({ resource }) => resource)).size,
    );
    for (const roleId of roleIds) {
      const role = roleSchema.parse(template.findResources('AWS::IAM::Role')[roleId]?.['Properties']);
      expect(role.AssumeRolePolicyDocument).toMatchObject({
        Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } }],
      });
    }
  });

  test.each(roleIds)(
    'The role %s allows API Gateway to call exactly the functions that API Gateway calls with this role',
    (roleId) => {
      const called = JSON.stringify(calls.filter((it) => it.roleId === roleId));
      const expected = Object.keys(template.findResources(invoked)).filter((id) =>
        called.includes(`"${id}"`),
      );
      expect(expected.length).toBeGreaterThan(0);
      expect([...invocableOf(roleId)].sort()).toEqual(expected.sort());
    },
  );

  test('The role policies that let API Gateway call functions stay within IAM’s size limit, even with the longest names', () => {
    const longestArn = `arn:aws-us-gov:lambda:ap-southeast-99:${'0'.repeat(12)}:function:${'x'.repeat(64)}:live`;
    for (const roleId of roleIds) {
      const { Policies } = roleSchema.parse(template.findResources('AWS::IAM::Role')[roleId]?.['Properties']);
      const policy = JSON.stringify(Policies[0].PolicyDocument, (key, value) =>
        key === 'Resource' ? invocableOf(roleId).map(() => longestArn) : value,
      );
      expect(policy.length).toBeLessThan(ROLE_POLICIES_MAXIMUM_CHARACTERS);
    }
  });
});

test('If a stage changes from calling functions to calling aliases, or back, API Gateway gets new roles', () => {
  const rolesOf = (context: StageContext) =>
    new Set(callsOf(synthesize(context)).map(({ roleId }) => roleId));
  expect(rolesOf(PROD).intersection(rolesOf(BARE))).toEqual(new Set());
});

test('Only functions with a schedule or a WebSocket route get Lambda permission resources', () => {
  const { properties } = synthesize({ stage: 'prod' });
  const permissions = properties('AWS::Lambda::Permission', z.object({ Principal: z.string() }));
  // The schedules and the routes of the WebSocket API.
  expect([...permissions.values()].map(({ Principal }) => Principal).sort()).toEqual([
    ...triggersOf('socket').map(() => 'apigateway.amazonaws.com'),
    ...triggersOf('schedule').map(() => 'events.amazonaws.com'),
  ]);
});
