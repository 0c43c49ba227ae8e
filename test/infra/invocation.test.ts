import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../functions/routes.ts';
import { type Synthesis, synthesize } from './synthesis.ts';

/** Of all inline policies of a role together (AWS, "IAM and AWS STS quotas"). */
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
            Resource: z.array(functionSchema),
          }),
        ]),
      }),
    }),
  ]),
});
const methodSchema = z.object({
  Integration: z.object({ Type: z.string(), Credentials: arnOf.optional() }),
});

function authorizerOf({ properties }: Pick<Synthesis, 'properties'>) {
  const [authorizer] = properties(
    'AWS::ApiGateway::Authorizer',
    z.object({ AuthorizerCredentials: arnOf, AuthorizerUri: z.unknown() }),
  ).values();
  return { authorizer, roleId: authorizer?.AuthorizerCredentials['Fn::GetAtt'][0] ?? 'no role' };
}

describe.each([
  ['in_place', 'AWS::Lambda::Function'],
  ['all_at_once', 'AWS::Lambda::Alias'],
  ['canary', 'AWS::Lambda::Alias'],
] as const)('API Gateway, in a release %s,', (release, invoked) => {
  const { template, properties } = synthesize({ stage: 'prod', release });
  const { authorizer, roleId } = authorizerOf({ properties });
  const role = roleSchema.parse(template.findResources('AWS::IAM::Role')[roleId]?.['Properties']);
  const { Resource: invocable } = role.Policies[0].PolicyDocument.Statement[0];

  test('calls every function and the authorizer in one role, which is its own', () => {
    const methods = [...properties('AWS::ApiGateway::Method', methodSchema).values()];
    const roles = methods
      .filter(({ Integration }) => Integration.Type !== 'MOCK') // preflights and redirects run nothing
      .map(({ Integration }) => Integration.Credentials?.['Fn::GetAtt'][0]);
    expect(roles).toEqual(routes.map(() => roleId));
    expect(role.AssumeRolePolicyDocument).toMatchObject({
      Statement: [{ Action: 'sts:AssumeRole', Principal: { Service: 'apigateway.amazonaws.com' } }],
    });
  });

  test('may invoke exactly what it calls', () => {
    const called = JSON.stringify([
      authorizer?.AuthorizerUri,
      ...properties('AWS::ApiGateway::Method', z.unknown()).values(),
    ]);
    const expected = Object.keys(template.findResources(invoked)).filter((id) => called.includes(`"${id}"`));
    expect(expected).toHaveLength(routes.length + 1); // the authorizer
    expect([...invocable].sort()).toEqual(expected.sort());
  });

  test('is given a policy that IAM takes, however long names the functions get', () => {
    const longestArn = `arn:aws-us-gov:lambda:ap-southeast-99:${'0'.repeat(12)}:function:${'x'.repeat(64)}:live`;
    const policy = JSON.stringify(role.Policies[0].PolicyDocument, (key, value) =>
      key === 'Resource' ? invocable.map(() => longestArn) : value,
    );
    expect(policy.length).toBeLessThan(ROLE_POLICIES_MAXIMUM_CHARACTERS);
  });
});

test('a stage that goes over to aliases, or back, gets another role, and keeps the old until nobody calls in it', () => {
  const roleOf = (release: string) => authorizerOf(synthesize({ stage: 'prod', release })).roleId;
  expect(roleOf('canary')).not.toBe(roleOf('in_place'));
});

test('nobody else may invoke a function of the API: no function’s own policy names one', () => {
  const { properties } = synthesize({ stage: 'prod' });
  const permissions = properties('AWS::Lambda::Permission', z.object({ Principal: z.string() }));
  // The schedule, for the one function that it runs.
  expect([...permissions.values()].map(({ Principal }) => Principal)).toEqual(['events.amazonaws.com']);
});
