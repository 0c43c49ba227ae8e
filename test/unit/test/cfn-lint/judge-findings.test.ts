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

test('An explanation of a cfn-lint finding covers resources of its type only', () => {
  const explained = finding('W3005', 'Resources', 'One', 'DependsOn', 0);
  expect(judgeFindings([explained], [IGNORED], TEMPLATES)).toEqual([]);
  const other = finding('W3005', 'Resources', 'Two', 'DependsOn', 0);
  expect(judgeFindings([explained, other], [IGNORED], TEMPLATES)).toEqual([
    'a.template.json Resources/Two/DependsOn/0: W3005 is wrong',
  ]);
});

test('An explanation of a cfn-lint finding covers no finding of another rule or of the template itself', () => {
  const findings = [
    finding('E3002', 'Resources', 'One'),
    finding('E0000'),
    finding('W3005', 'Outputs', 'One'),
  ];
  expect(judgeFindings(findings, [], TEMPLATES)).toHaveLength(3);
});

test('An explanation of a cfn-lint finding that is not used is reported', () => {
  expect(judgeFindings([], [IGNORED], TEMPLATES)).toEqual([
    'W3005 is ignored for AWS::Lambda::Function, where it is not found',
  ]);
});
