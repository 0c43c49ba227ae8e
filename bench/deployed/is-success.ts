/** Whether an endpoint answered 200, or the authorizer allowed the request. */
// biome-ignore lint/suspicious/noExplicitAny: the result of any function
export function isSuccess(answer: any): boolean {
  return answer?.statusCode === 200 || answer?.policyDocument?.Statement[0].Effect === 'Allow';
}
