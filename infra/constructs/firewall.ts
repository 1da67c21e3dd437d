import { CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';

/** Paths that payers' browsers ask for. All others are those of dealers' programs and of banks' callbacks. */
const PAGE_PATHS = ['/pay/', '/link/', '/result/', '/box/'];

/** Groups of rules that AWS keeps. */
const MANAGED_GROUPS = [
  'AWSManagedRulesAmazonIpReputationList',
  'AWSManagedRulesCommonRuleSet',
  'AWSManagedRulesKnownBadInputsRuleSet',
];

/**
 * The labels of rules that refuse by themselves. The list of addresses has a third rule that only counts, of addresses that
 * took part in floods: a mobile network has thousands of payers behind such a one.
 */
const REFUSED_LABELS = [
  { scope: 'LABEL', key: 'awswaf:managed:aws:amazon-ip-list:AWSManagedIPReputationList' },
  { scope: 'LABEL', key: 'awswaf:managed:aws:amazon-ip-list:AWSManagedReconnaissanceList' },
  { scope: 'NAMESPACE', key: 'awswaf:managed:aws:core-rule-set:' },
  { scope: 'NAMESPACE', key: 'awswaf:managed:aws:known-bad-inputs:' },
];

/**
 * A firewall that looks at everything and refuses on payers' pages alone. What these rules refuse, dealers legally send: no
 * User-Agent, large JSON bodies, addresses inside them. So there they only count (rule 44), and nowhere is a challenge.
 */
export const firewall = (scope: Construct, stage: string): CfnWebACL => {
  const looking = MANAGED_GROUPS.map((name, priority): CfnWebACL.RuleProperty => {
    return {
      name,
      priority,
      statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
      overrideAction: { count: {} },
      visibilityConfig: counted(name),
    };
  });
  const refusing: CfnWebACL.RuleProperty = {
    name: 'RefuseOnPages',
    priority: looking.length,
    statement: { andStatement: { statements: [isPage, isLabelled] } },
    action: { block: {} },
    visibilityConfig: counted('RefuseOnPages'),
  };
  return new CfnWebACL(scope, 'Firewall', {
    name: `payment-link-${stage}`,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    rules: [...looking, refusing],
    visibilityConfig: counted(`payment-link-${stage}`),
  });
};

const isPage: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: PAGE_PATHS.map((searchString) => ({
      byteMatchStatement: {
        searchString,
        fieldToMatch: { uriPath: {} },
        positionalConstraint: 'STARTS_WITH',
        textTransformations: [{ priority: 0, type: 'NONE' }],
      },
    })),
  },
};

const isLabelled: CfnWebACL.StatementProperty = {
  orStatement: {
    statements: REFUSED_LABELS.map((labelMatchStatement) => ({ labelMatchStatement })),
  },
};

/** A sampled request holds its path and its headers. */
const counted = (metricName: string): CfnWebACL.VisibilityConfigProperty => ({
  cloudWatchMetricsEnabled: true,
  sampledRequestsEnabled: false,
  metricName,
});
