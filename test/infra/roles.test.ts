import { describe, expect, test } from 'vitest';
import { grantsOf, keyNames, lambda, roleSchema, templates } from './role-grants.ts';

/** Operations that charge are called by their alias. */
const isLiveOperation = (name: string) =>
  ['make-direct-payment', 'start-3d-payment', 'capture-payment', 'void-payment'].includes(name);

const called = (name: string) => (isLiveOperation(name) ? `${lambda(name)}:live` : lambda(name));

/** All roles but the one that releases new versions, which gradual-deployments.test.ts looks at. */
const rolesOfFunctions = () =>
  templates.resources('AWS::IAM::Role').filter(({ logicalId }) => !logicalId.startsWith('GradualRole'));

/** The functions that dealers call, of both stacks. */
const operations = [
  'create-payment-request',
  'get-payment-request',
  'cancel-payment-request',
  'resend-payment-request',
  'start-mobile-3d',
  'make-direct-payment',
  'start-3d-payment',
  'get-payment-detail',
  'capture-payment',
  'void-payment',
  'refund-payment',
  'approve-pool-payment',
  'undo-pool-approval',
  'get-dealer',
  'get-statements',
  'create-reusable-link',
  'get-reusable-link',
  'list-reusable-links',
  'update-reusable-link',
  'get-link-funnel',
  'list-transfers',
  'get-bank-card',
  'calculate-payment-amount',
  'calculate-payment-table',
  'get-sale',
  'get-customer',
  'list-payments',
  'list-transactions',
  'update-payment',
  'update-payment-shares',
  'add-customer',
  'update-customer',
  'list-customers',
  'remove-customer',
  'add-customer-with-card',
  'add-card',
  'update-card',
  'get-card',
  'list-cards',
  'remove-card',
  'add-sale',
  'update-sale',
  'delete-sale',
  'list-sales',
  'add-payment-plan',
  'update-payment-plan',
  'delete-payment-plan',
  'get-payment-plan',
  'list-payment-plans',
  'list-plan-tries',
  'report-payment-plans',
  'add-product',
  'delete-product',
  'list-products',
  'add-schedule',
  'update-schedule',
  'get-schedule',
  'list-schedules',
  'delete-schedule',
];

describe('Every role', () => {
  test('the table’s key, the vault’s and that of card hashes are three keys', () => {
    expect([...keyNames.values()].toSorted()).toEqual(['CardHashKey', 'TableKey', 'VaultKey']);
  });

  test('handle-unmatched-path invokes the POST operations and touches no data', () => {
    const [grant = '', ...others] = grantsOf('HandleUnmatchedPath');
    expect(others).toEqual([]);
    const [right, invoked = ''] = grant.split(' on ');
    expect(right).toBe('Allow lambda:InvokeFunction');
    expect(invoked.split(' ').toSorted()).toEqual(operations.map(called).toSorted());
  });

  test('every function has a role of its own, and there are no other roles', () => {
    const functions = templates.resources('AWS::Lambda::Function');
    const roles = functions.map(({ properties }) => properties.Role);
    expect(new Set(roles).size).toBe(functions.length);
    expect(rolesOfFunctions()).toHaveLength(functions.length);
    expect(templates.resources('AWS::IAM::Policy')).toEqual([]);
    expect(templates.resources('AWS::IAM::ManagedPolicy')).toEqual([]);
  });

  test('no role holds a wildcard, a managed policy or another trust than Lambda', () => {
    for (const { properties } of rolesOfFunctions()) {
      expect(properties.ManagedPolicyArns).toBeUndefined();
      expect(JSON.stringify(properties.Policies)).not.toContain('*');
      expect(JSON.stringify(properties.AssumeRolePolicyDocument)).toContain('"Service":"lambda.amazonaws.com"');
      for (const { PolicyDocument } of roleSchema.parse(properties).Policies) {
        const logs = PolicyDocument.Statement.filter(({ Sid }) => Sid === 'WriteOwnLogs');
        expect(logs.map(({ Action }) => Action)).toEqual([['logs:CreateLogStream', 'logs:PutLogEvents']]);
      }
    }
  });
});
