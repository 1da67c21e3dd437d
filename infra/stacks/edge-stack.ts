import { Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { passedDeskCookies } from '../../shared/desk/call/desk-cookies.ts';
import { linkCookieNames } from '../../shared/http/link-cookies.ts';
import { cloudFrontDoor } from '../constructs/cloudfront-door.ts';
import { deskFirewall } from '../constructs/desk-firewall.ts';
import { firewall } from '../constructs/firewall.ts';
import type { EdgeSettings } from '../settings/address-settings.ts';
import type { DeskEdge } from '../settings/desk-settings.ts';

/** Inputs: the stage, its edge, the names that lead to it, and the desk's own way through it. */
export interface EdgeStackProps extends StackProps {
  readonly stage: string;
  readonly edge: EdgeSettings;
  readonly names: readonly string[];
  /** Undefined where the stage has no desk, or one without a name. */
  readonly desk:
    | (DeskEdge & { readonly name: string; readonly allowedNetworks: readonly string[] | undefined })
    | undefined;
  readonly retentionDays: number;
}

/**
 * CloudFront and a firewall in front of a stage (rule 44), and others in front of its desk: an HTTP API takes no firewall itself. The
 * edge's secret stands in Secrets Manager, and CloudFormation reads it when it deploys: no template holds it.
 */
export class EdgeStack extends Stack {
  constructor(scope: Construct, id: string, props: EdgeStackProps) {
    super(scope, id, props);
    const { stage, edge, names, desk, retentionDays } = props;
    const { secrets } = edge;
    cloudFrontDoor(this, {
      prefix: '',
      name: `payment-link-${stage}`,
      comment: `Payment links (${stage})`,
      names,
      certificateArn: edge.certificateArn,
      originName: edge.origin.name,
      secrets,
      cookies: linkCookieNames,
      firewall: firewall(this, stage),
      retentionDays,
    });
    if (desk === undefined) return;
    cloudFrontDoor(this, {
      prefix: 'Desk',
      name: `payment-link-${stage}-desk`,
      comment: `Desk of payment links (${stage})`,
      names: [desk.name],
      certificateArn: desk.certificateArn,
      originName: desk.origin.name,
      secrets,
      cookies: passedDeskCookies(`https://${desk.name}`),
      firewall: deskFirewall(this, { stage, allowedNetworks: desk.allowedNetworks }),
      retentionDays,
    });
  }
}
