import { CfnIPSet, type CfnWebACL } from 'aws-cdk-lib/aws-wafv2';
import type { Construct } from 'constructs';
import { type FirewallRule, isLabelled, looking, pathStarts, refusing, webAcl } from './firewall.ts';

/** Posts here are tries of a secret: a password, a code, a mailed link. */
const SIGN_IN_PATHS = ['/desk/sign-in', '/desk/reset', '/desk/invitation', '/desk/password', '/desk/dealer'];
/** Who posts here is signed in and may send a picture, which rules about bodies would refuse. */
const PICTURE_PATHS = ['/desk/settings/looks'];

/** Five minutes, in which an office with one address signs in fewer times, and reads fewer pages. */
const WINDOW_SECONDS = 300;
const MOST_TRIES = 100;
const MOST_REQUESTS = 3_000;

/**
 * The firewall in front of the desk, apart from the one that payers pass (rule 44): a flood at one door closes no other. It counts
 * by address: tries to sign in, and all requests. Where the stage names networks, it refuses all others; so do the functions.
 */
export const deskFirewall = (
  scope: Construct,
  { stage, allowedNetworks }: { readonly stage: string; readonly allowedNetworks: readonly string[] | undefined },
): CfnWebACL =>
  webAcl(scope, {
    id: 'DeskFirewall',
    name: `payment-link-${stage}-desk`,
    rules: [
      ...(allowedNetworks === undefined ? [] : [otherNetworks(scope, { stage, allowedNetworks })]),
      limited('LimitSignIn', MOST_TRIES, { andStatement: { statements: [isPost, pathStarts(SIGN_IN_PATHS)] } }),
      limited('LimitAddress', MOST_REQUESTS),
      ...looking,
      refusing('RefuseOnDesk', {
        andStatement: { statements: [{ notStatement: { statement: pathStarts(PICTURE_PATHS) } }, isLabelled] },
      }),
    ],
  });

const limited = (name: string, limit: number, scopeDownStatement?: CfnWebACL.StatementProperty): FirewallRule =>
  refusing(name, {
    rateBasedStatement: {
      limit,
      evaluationWindowSec: WINDOW_SECONDS,
      aggregateKeyType: 'IP',
      ...(scopeDownStatement === undefined ? {} : { scopeDownStatement }),
    },
  });

const isPost: CfnWebACL.StatementProperty = {
  byteMatchStatement: {
    searchString: 'POST',
    fieldToMatch: { method: {} },
    positionalConstraint: 'EXACTLY',
    textTransformations: [{ priority: 0, type: 'NONE' }],
  },
};

/** An IP set takes blocks alone, of one family. */
const otherNetworks = (
  scope: Construct,
  { stage, allowedNetworks }: { readonly stage: string; readonly allowedNetworks: readonly string[] },
): FirewallRule => {
  const sets = (['IPV4', 'IPV6'] as const).flatMap((version) => {
    const addresses = allowedNetworks.filter((one) => one.includes(':') === (version === 'IPV6')).map(blockOf);
    if (addresses.length === 0) return [];
    const name = `payment-link-${stage}-desk-${version.toLowerCase()}`;
    return [new CfnIPSet(scope, `Desk${version}`, { name, scope: 'CLOUDFRONT', ipAddressVersion: version, addresses })];
  });
  const allowed = sets.map(({ attrArn: arn }) => ({
    notStatement: { statement: { ipSetReferenceStatement: { arn } } },
  }));
  const [only] = allowed;
  const isOther = only !== undefined && allowed.length === 1 ? only : { andStatement: { statements: allowed } };
  return refusing('RefuseOtherNetworks', isOther);
};

const blockOf = (network: string): string => {
  if (network.includes('/')) return network;
  return `${network}/${network.includes(':') ? 128 : 32}`;
};
