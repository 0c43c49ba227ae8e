import { App, Duration, Stack } from 'aws-cdk-lib';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, test } from 'vitest';
import { timeoutShare } from '../../../../../lib/cdk/monitoring/function-metrics.ts';

/** Functions with these timeouts in seconds; Lambda's own where there is none. */
function functionsOf(...timeouts: readonly (number | undefined)[]) {
  const stack = new Stack(new App(), 'Test');
  return timeouts.map((seconds, place) => {
    const name = `function-${place}`;
    const properties = { code: Code.fromInline('x'), handler: 'index.handler', runtime: Runtime.NODEJS_24_X };
    const timeout = seconds === undefined ? {} : { timeout: Duration.seconds(seconds) };
    return { name, function: new LambdaFunction(stack, name, { ...properties, ...timeout }) };
  });
}

test.each([
  [[15, 30], '100 * longest / 15000'],
  [[15, undefined], '100 * longest / 3000'],
])('of functions with timeouts of %j seconds the shortest decides', (timeouts, expression) => {
  expect(timeoutShare(functionsOf(...timeouts)).expression).toBe(expression);
});
