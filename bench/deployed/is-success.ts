/** Whether an endpoint answered 200, or the authorizer let somebody in. */
// biome-ignore lint/suspicious/noExplicitAny: of either
export function isSuccess(answer: any): boolean {
  return answer?.statusCode === 200 || answer?.policyDocument?.Statement[0].Effect === 'Allow';
}
