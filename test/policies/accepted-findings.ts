/** Findings of checkov and zizmor that are no faults. The run fails if an accepted finding no longer occurs. */
export interface AcceptedFinding {
  /** The id of the check: of checkov `CKV_…`, of zizmor a name. */
  readonly check: string;
  /** The type of the resource for checkov; the file for zizmor and for Dockerfiles. */
  readonly where: string;
  readonly reason: string;
}

export const ACCEPTED_FINDINGS: readonly AcceptedFinding[] = [
  {
    check: 'CKV_AWS_115',
    where: 'AWS::Lambda::Function',
    reason: 'Reserved concurrency is taken from all others. The throttles of API Gateway limit each method.',
  },
  {
    check: 'CKV_AWS_116',
    where: 'AWS::Lambda::Function',
    reason:
      'API Gateway calls the functions and waits. Those of streams and queues have failure destinations and dead letters.',
  },
  {
    check: 'CKV_AWS_117',
    where: 'AWS::Lambda::Function',
    reason:
      'The functions call services of AWS over TLS by IAM; in a VPC they would need a gateway to reach webhooks.',
  },
  {
    check: 'CKV_AWS_173',
    where: 'AWS::Lambda::Function',
    reason: 'The variables name settings and resources; there is no secret among them.',
  },
  {
    check: 'CKV_AWS_120',
    where: 'AWS::ApiGateway::Stage',
    reason: 'Responses belong to a user, and must be current.',
  },
  {
    check: 'CKV_AWS_59',
    where: 'AWS::ApiGateway::Method',
    reason:
      'These routes are declared open to anyone: they come before a token, or hold nothing of a tenant.',
  },
  {
    check: 'CKV_AWS_158',
    where: 'AWS::Logs::LogGroup',
    reason: 'CloudWatch encrypts all logs with its own keys. The logs hold no secrets.',
  },
  {
    check: 'CKV_AWS_18',
    where: 'AWS::S3::Bucket',
    reason: 'Only Lambda writes to the bucket of failed changes, and only when it gives up changes.',
  },
  {
    check: 'CKV_AWS_21',
    where: 'AWS::S3::Bucket',
    reason: 'Nobody overwrites a file of failed changes, and each is deleted after 14 days.',
  },
  {
    check: 'CKV_AWS_26',
    where: 'AWS::SNS::Topic',
    reason:
      'The topics carry alarms and receipts of SMS, and keep nothing: their subscribers get the texts in mails.',
  },
  {
    check: 'CKV_AWS_27',
    where: 'AWS::SQS::Queue',
    reason:
      'SQS encrypts each queue with its own keys unless a template turns that off (AWS, "Encryption at rest in Amazon SQS").',
  },
  {
    check: 'CKV_AWS_33',
    where: 'AWS::KMS::Key',
    reason:
      'Any principal of the account, and only through DynamoDB: the conditions of the statement say so.',
  },
  {
    check: 'CKV_AWS_65',
    where: 'AWS::ECS::Cluster',
    reason: 'Its metrics cost more than the tasks; the receivers and the load balancer have their own.',
  },
  {
    check: 'CKV_AWS_91',
    where: 'AWS::ElasticLoadBalancingV2::LoadBalancer',
    reason:
      'A Network Load Balancer logs accesses by TLS only (AWS, "Access logs for your Network Load Balancer").',
  },
  {
    check: 'CKV_DOCKER_2',
    where: 'lib/receiver/Dockerfile',
    reason: 'ECS does not read it. The load balancer checks the tasks.',
  },
  {
    check: 'self-repository',
    where: '.github/workflows/deploy.yml',
    reason: 'A called workflow that is named by `./` comes from the same commit.',
  },
];
