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
export const firewall = (scope: Construct, stage: string): CfnWebACL =>
  webAcl(scope, {
    id: 'Firewall',
    name: `payment-link-${stage}`,
    rules: [...looking, refusing('RefuseOnPages', { andStatement: { statements: [isPage, isLabelled] } })],
  });

/** Rules of groups that AWS keeps, each of which only counts and labels. */
export const looking: readonly FirewallRule[] = MANAGED_GROUPS.map((name) => ({
  name,
  statement: { managedRuleGroupStatement: { vendorName: 'AWS', name } },
  overrideAction: { count: {} },
}));

/** A rule without its place: rules are asked in the order of their list. */
export type FirewallRule = Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>;

/** A rule that refuses what its statement says. */
export const refusing = (name: string, statement: CfnWebACL.StatementProperty): FirewallRule => ({
  name,
  statement,
  action: { block: {} },
});

/** A firewall of CloudFront with these rules, which lets through what none refuses. */
export const webAcl = (
  scope: Construct,
  { id, name, rules }: { readonly id: string; readonly name: string; readonly rules: readonly FirewallRule[] },
): CfnWebACL =>
  new CfnWebACL(scope, id, {
    name,
    scope: 'CLOUDFRONT',
    defaultAction: { allow: {} },
    rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: counted(rule.name) })),
    visibilityConfig: counted(name),
  });

/** True of a path that begins with one of these. */
export const pathStarts = (starts: readonly string[]): CfnWebACL.StatementProperty => {
  const statements = starts.map((searchString) => ({
    byteMatchStatement: {
      searchString,
      fieldToMatch: { uriPath: {} },
      positionalConstraint: 'STARTS_WITH',
      textTransformations: [{ priority: 0, type: 'NONE' }],
    },
  }));
  const [only] = statements;
  return only !== undefined && statements.length === 1 ? only : { orStatement: { statements } };
};

const isPage = pathStarts(PAGE_PATHS);

/** True where a rule of those groups would have refused. */
export const isLabelled: CfnWebACL.StatementProperty = {
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
