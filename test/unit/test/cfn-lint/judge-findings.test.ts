import { expect, test } from 'vitest';
import { type Finding, judgeFindings } from '../../../cfn-lint/judge-findings.ts';

const FILE = 'a.template.json';
const TEMPLATES = new Map([
  [
    FILE,
    JSON.stringify({
      Resources: { One: { Type: 'AWS::Lambda::Function' }, Two: { Type: 'AWS::IAM::Role' } },
    }),
  ],
]);

const finding = (Id: string, ...Path: (string | number)[]): Finding => ({
  Filename: FILE,
  Message: 'is wrong',
  Rule: { Id },
  Location: { Path },
});
const IGNORED = { rule: 'W3005', resourceType: 'AWS::Lambda::Function', reason: 'a reason' };

test('An accepted cfn-lint finding covers only resources of the type that the acceptance names', () => {
  const explained = finding('W3005', 'Resources', 'One', 'DependsOn', 0);
  expect(judgeFindings([explained], [IGNORED], TEMPLATES)).toEqual([]);
  const other = finding('W3005', 'Resources', 'Two', 'DependsOn', 0);
  expect(judgeFindings([explained, other], [IGNORED], TEMPLATES)).toEqual([
    'a.template.json Resources/Two/DependsOn/0: W3005 is wrong',
  ]);
});

test('Every cfn-lint finding without an acceptance is reported, for a resource, for an output and for the whole template', () => {
  const findings = [
    finding('E3002', 'Resources', 'One'),
    finding('E0000'),
    finding('W3005', 'Outputs', 'One'),
  ];
  expect(judgeFindings(findings, [], TEMPLATES)).toHaveLength(3);
});

test('An accepted cfn-lint finding that does not occur any more is reported', () => {
  expect(judgeFindings([], [IGNORED], TEMPLATES)).toEqual([
    'W3005 is ignored for AWS::Lambda::Function, where it is not found',
  ]);
});
