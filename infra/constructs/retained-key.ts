import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { CfnKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { underlying } from './underlying.ts';

export interface RetainedKeyOptions {
  readonly description: string;
  /** Whether it may be replicated to other regions. It cannot be changed later. */
  readonly multiRegion: boolean;
}

const keyProps = ({ description, multiRegion }: RetainedKeyOptions) => ({
  description,
  ...(multiRegion ? { multiRegion } : {}),
});

/**
 * A customer-managed key that outlives its stack (rule 39). It is rotated every year, kept when the stack is deleted (unless
 * its very creation failed), and its deletion can be cancelled for 30 days. Its logical id is fixed: a renamed key is a new
 * key, and nothing that the old one encrypted opens with it.
 */
export const retainedKey = (scope: Construct, logicalId: string, options: RetainedKeyOptions): Key => {
  const key = new Key(scope, logicalId, {
    ...keyProps(options),
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  underlying(key, CfnKey).overrideLogicalId(logicalId);
  return key;
};

/**
 * A key for keyed hashes that never leaves KMS, retained in the same way. KMS does not rotate such keys: under another
 * key no stored hash would be found again.
 */
export const retainedMacKey = (scope: Construct, logicalId: string, options: RetainedKeyOptions): Key => {
  const key = new Key(scope, logicalId, {
    ...keyProps(options),
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE,
  });
  underlying(key, CfnKey).overrideLogicalId(logicalId);
  return key;
};
