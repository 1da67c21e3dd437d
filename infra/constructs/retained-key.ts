import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import { CfnKey, Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Construct } from 'constructs';
import { underlying } from './underlying.ts';

/**
 * A customer-managed key that outlives its stack: rotated every year, kept when the stack goes, and given 30 days to
 * change one's mind when somebody schedules its deletion. Its logical id is fixed, since a renamed key is a new key and
 * nothing encrypted under the old one opens with it.
 */
export const retainedKey = (scope: Construct, logicalId: string, description: string): Key => {
  const key = new Key(scope, logicalId, {
    description,
    enableKeyRotation: true,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN,
  });
  underlying(key, CfnKey).overrideLogicalId(logicalId);
  return key;
};

/**
 * A key that makes keyed hashes and never leaves KMS, kept like the others. KMS does not rotate such keys: under another
 * one nothing that was hashed would be found again.
 */
export const retainedMacKey = (scope: Construct, logicalId: string, description: string): Key => {
  const key = new Key(scope, logicalId, {
    description,
    keySpec: KeySpec.HMAC_256,
    keyUsage: KeyUsage.GENERATE_VERIFY_MAC,
    pendingWindow: Duration.days(30),
    removalPolicy: RemovalPolicy.RETAIN,
  });
  underlying(key, CfnKey).overrideLogicalId(logicalId);
  return key;
};
