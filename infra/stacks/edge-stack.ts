import { CfnOutput, Duration, RemovalPolicy, Stack, type StackProps, Validations } from 'aws-cdk-lib';
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
import type { Construct } from 'constructs';
import { EDGE_SECRET_HEADER } from '../../shared/http/behind-edge.ts';
import { linkCookieNames } from '../../shared/http/link-cookies.ts';
import { firewall } from '../constructs/firewall.ts';
import type { EdgeSettings } from '../settings/address-settings.ts';

/** Inputs: the stage, its edge, and the names that lead to it. */
export interface EdgeStackProps extends StackProps {
  readonly stage: string;
  readonly edge: EdgeSettings;
  readonly names: readonly string[];
  readonly retentionDays: number;
}

/** Answers that CloudFront would keep for ten seconds by itself. */
const ERROR_STATUSES = [400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504];

/**
 * What the functions read. Nothing else of a caller's headers goes on, and no cookie. Forms need their type, and the demo shop
 * of a sandbox stage refuses what another page posts. A gate that is asked for a payer gets that payer's User-Agent.
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

/**
 * CloudFront and a firewall in front of a stage (rule 44). It keeps nothing of what passes: no cache, no path in a log. Its
 * secret stands in Secrets Manager, and CloudFormation reads it when it deploys: no template holds it.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { stage, edge, names } = props;
    const distribution = new Distribution(this, 'Distribution', {
      comment: `Payment links (${stage})`,
      domainNames: [...names],
      certificate: Certificate.fromCertificateArn(this, 'Certificate', edge.certificateArn),
      minimumProtocolVersion: SecurityPolicyProtocol.TLS_V1_2_2021,
      httpVersion: HttpVersion.HTTP2_AND_3,
      webAclId: firewall(this, stage).attrArn,
      defaultBehavior: {
        origin: originOf(edge),
        allowedMethods: AllowedMethods.ALLOW_ALL,
        viewerProtocolPolicy: ViewerProtocolPolicy.HTTPS_ONLY,
        cachePolicy: CachePolicy.CACHING_DISABLED,
        originRequestPolicy: this.#passedOn(stage),
        compress: false,
      },
      errorResponses: ERROR_STATUSES.map((httpStatus) => ({ httpStatus, ttl: Duration.seconds(0) })),
    });
    Validations.of(distribution).acknowledge(
      { id: 'AwsSolutions-CFR1', reason: 'Payers may be anywhere.' },
      { id: 'AwsSolutions-CFR3', reason: 'Standard logs hold paths, and a path holds the token of a link (rule 30).' },
    );
    this.#logs(distribution, props);
    tellTarget(this, distribution);
  }

  #passedOn(stage: string): OriginRequestPolicy {
    return new OriginRequestPolicy(this, 'PassedOn', {
      originRequestPolicyName: `payment-link-${stage}`,
      headerBehavior: OriginRequestHeaderBehavior.allowList(...PASSED_HEADERS),
      queryStringBehavior: OriginRequestQueryStringBehavior.all(),
      cookieBehavior: OriginRequestCookieBehavior.allowList(...linkCookieNames),
    });
  }

  #logs(distribution: Distribution, { stage, retentionDays }: EdgeStackProps): CfnDelivery {
    const name = `payment-link-${stage}-edge`;
    const group = new LogGroup(this, 'Logs', {
      // CloudWatch lets its own services write here without a policy for each group.
      logGroupName: `/aws/vendedlogs/${name}`,
      retention: retentionDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const source = new CfnDeliverySource(this, 'LogSource', {
      name,
      logType: 'ACCESS_LOGS',
      resourceArn: distribution.distributionArn,
    });
    const destination = new CfnDeliveryDestination(this, 'LogDestination', {
      name,
      outputFormat: 'json',
      destinationResourceArn: group.logGroupArn,
    });
    const delivery = new CfnDelivery(this, 'LogDelivery', {
      deliverySourceName: source.name,
      deliveryDestinationArn: destination.attrArn,
      recordFields: LOGGED_FIELDS,
    });
    delivery.addResourceDependency(source);
    return delivery;
  }
}

const originOf = ({ origin, secrets: [secret] }: EdgeSettings): HttpOrigin => {
  if (secret === undefined) throw new Error('an edge has a secret');
  return new HttpOrigin(origin.name, {
    protocolPolicy: OriginProtocolPolicy.HTTPS_ONLY,
    originSslProtocols: [OriginSslPolicy.TLS_V1_2],
    // Longer than a function and the API take.
    readTimeout: Duration.seconds(60),
    customHeaders: { [EDGE_SECRET_HEADER]: `{{resolve:secretsmanager:${secret.name}}}` },
  });
};

const tellTarget = (stack: Stack, { distributionDomainName: value }: Distribution): CfnOutput =>
  new CfnOutput(stack, 'Target', { description: 'Where the names of the stage point', value });
