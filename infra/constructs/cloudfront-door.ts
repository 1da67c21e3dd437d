import { CfnOutput, Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Certificate } from 'aws-cdk-lib/aws-certificatemanager';
import {
  AllowedMethods,
  CachePolicy,
  Distribution,
  HttpVersion,
  OriginProtocolPolicy,
  OriginRequestCookieBehavior,
  OriginRequestHeaderBehavior,
  OriginRequestPolicy,
  OriginRequestQueryStringBehavior,
  OriginSslPolicy,
  SecurityPolicyProtocol,
  ViewerProtocolPolicy,
} from 'aws-cdk-lib/aws-cloudfront';
import { HttpOrigin } from 'aws-cdk-lib/aws-cloudfront-origins';
import { CfnDelivery, CfnDeliveryDestination, CfnDeliverySource, LogGroup } from 'aws-cdk-lib/aws-logs';
import type { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { EDGE_SECRET_HEADER } from '../../shared/http/behind-edge.ts';
import type { EdgeSettings } from '../settings/address-settings.ts';

/** One door of a stage through CloudFront: the names that lead to it, and the name of the API behind it. */
export interface CloudFrontDoorProps {
  /** What the ids of its constructs begin with: nothing for the payers' and dealers' door. */
  readonly prefix: '' | 'Desk';
  /** Name of what is named in the account, such as `payment-link-production`. */
  readonly name: string;
  readonly comment: string;
  readonly names: readonly string[];
  readonly certificateArn: string;
  readonly originName: string;
  readonly secrets: EdgeSettings['secrets'];
  /** All others stay outside. */
  readonly cookies: readonly string[];
  readonly firewall: CfnWebACL;
  readonly retentionDays: number;
}

/** Answers that CloudFront would keep for ten seconds by itself. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * What the functions read. Nothing else of a caller's headers goes on. Forms need their type, and the desk and the demo shop
 * refuse what another page posts. A gate that is asked for a payer gets that payer's User-Agent.
 */
const PASSED_HEADERS = [
  'Accept',
  'Accept-Language',
  'CloudFront-Viewer-Address',
  'Content-Type',
  'Origin',
  'Sec-Fetch-Dest',
  'User-Agent',
];

/** No path, query, Referer or cookie, and no address of a caller (rule 30). */
const LOGGED_FIELDS = [
  'date',
  'time',
  'x-edge-location',
  'x-edge-request-id',
  'x-edge-result-type',
  'cs-method',
  'sc-status',
  'sc-bytes',
  'time-taken',
];

/** A distribution with its log. It keeps nothing of what passes: no cache, no path in a log. */
export const cloudFrontDoor = (scope: Construct, props: CloudFrontDoorProps): Distribution => {
  const { prefix } = props;
  const distribution = new Distribution(scope, `${prefix}Distribution`, {
    comment: props.comment,
    domainNames: [...props.names],
    certificate: Certificate.fromCertificateArn(scope, `${prefix}Certificate`, props.certificateArn),
    minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
    httpVersion: HttpVersion.HTTP2_AND_3,
    webAclId: props.firewall.attrArn,
    defaultBehavior: {
      origin: originOf(props),
      allowedMethods: AllowedMethods.ALLOW_ALL,
      viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
      cachePolicy: CachePolicy.CACHING_DISABLED,
      originRequestPolicy: passedOn(scope, props),
      compress: false,
    },
    errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
  });
  Validations.of(distribution).acknowledge(
    { id: 'AwsSolutions-CFR1', reason: 'Payers and dealers may be anywhere.' },
    { id: 'AwsSolutions-CFR3', reason: 'Standard logs hold paths, and a path holds the token of a link (rule 30).' },
  );
  logTo(scope, distribution, props);
  tellTarget(scope, distribution, props);
  return distribution;
};

const passedOn = (scope: Construct, { prefix, name, cookies }: CloudFrontDoorProps): OriginRequestPolicy =>
  new OriginRequestPolicy(scope, `${prefix}PassedOn`, {
    originRequestPolicyName: name,
    headerBehavior: OriginRequestHeaderBehavior.allowList(...PASSED_HEADERS),
    queryStringBehavior: OriginRequestQueryStringBehavior.all(),
    cookieBehavior: OriginRequestCookieBehavior.allowList(...cookies),
  });

const originOf = ({ originName, secrets: [secret] }: CloudFrontDoorProps): HttpOrigin => {
  if (secret === undefined) throw new Error('an edge has a secret');
  return new HttpOrigin(originName, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // Longer than a function and the API take.
    readTimeout: Duration.seconds(60),
    customHeaders: { [EDGE_SECRET_HEADER]: `{{resolve:secretsmanager:${secret.name}}}` },
  });
};

const logTo = (scope: Construct, distribution: Distribution, props: CloudFrontDoorProps): CfnDelivery => {
  const { prefix, retentionDays } = props;
  const name = `${props.name}-edge`;
  const group = new LogGroup(scope, `${prefix}Logs`, {
    // CloudWatch lets its own services write here without a policy for each group.
    logGroupName: `/aws/vendedlogs/${name}`,
    retention: retentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
  const source = new CfnDeliverySource(scope, `${prefix}LogSource`, {
    name,
    logType: 'ACCESS_LOGS',
    resourceArn: distribution.distributionArn,
  });
  const destination = new CfnDeliveryDestination(scope, `${prefix}LogDestination`, {
    name,
    outputFormat: 'json',
    destinationResourceArn: group.logGroupArn,
  });
  const delivery = new CfnDelivery(scope, `${prefix}LogDelivery`, {
    deliverySourceName: source.name,
    deliveryDestinationArn: destination.attrArn,
    recordFields: LOGGED_FIELDS,
  });
  delivery.addResourceDependency(source);
  return delivery;
};

const tellTarget = (
  scope: Construct,
  { distributionDomainName: value }: Distribution,
  { prefix }: CloudFrontDoorProps,
) =>
  new CfnOutput(scope, `${prefix}Target`, {
    description: `Where the names of the ${prefix === 'Desk' ? 'desk' : 'stage'} point`,
    value,
  });
