import { rmSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, test } from 'vitest';
import { deskBehindEdge, deskNames, edge, nameOf, variablesOf, withDesk } from './desk-settings.ts';
import { appOf, templatesOf } from './stage-templates.ts';

describe('The desk behind an edge (rule 44)', () => {
  const settings = withDesk(deskBehindEdge, { domain: nameOf('pay.example.com'), edge });
  const built = appOf(settings);
  afterAll(() => rmSync(built.app.outdir, { recursive: true, force: true }));
  const template = Template.fromStack(built.edge ?? expect.unreachable('the stage has no edge'));
  const byName = (type: string, name: string) =>
    Object.values(template.findResources(type)).find(({ Properties }) => Properties.Name === name)?.Properties;

  test('has a distribution of its own, which leads to its own API and passes on its cookies alone', () => {
    const distributions = Object.values(template.findResources('AWS::CloudFront::Distribution')).map(
      ({ Properties }) => Properties.DistributionConfig,
    );
    expect(distributions.map(({ Aliases }) => Aliases)).toEqual([['pay.example.com'], ['desk.example.com']]);
    expect(distributions.map(({ Origins: [{ DomainName }] }) => DomainName)).toEqual([
      'origin.example.com',
      'desk-origin.example.com',
    ]);
    const policies = Object.values(template.findResources('AWS::CloudFront::OriginRequestPolicy'));
    const cookies = policies.map(({ Properties }) => Properties.OriginRequestPolicyConfig.CookiesConfig.Cookies);
    expect(cookies).toContainEqual(['__Host-desk', '__Host-desk-sign-in', '__Host-desk-device', '__Host-desk-visitor']);
  });

  test('counts tries to sign in by address, apart from the firewall that payers pass', () => {
    const { Rules: rules } = byName('AWS::WAFv2::WebACL', 'payment-link-production-desk');
    expect(rules.map(({ Name }: { Name: string }) => Name)).toEqual([
      'RefuseOtherNetworks',
      'LimitSignIn',
      'LimitAddress',
      'AWSManagedRulesAmazonIpReputationList',
      'AWSManagedRulesCommonRuleSet',
      'AWSManagedRulesKnownBadInputsRuleSet',
      'RefuseOnDesk',
    ]);
    expect(rules.map(({ Priority }: { Priority: number }) => Priority)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    // A password is posted below the settings too; a picture to one path alone.
    const refusing = JSON.stringify(rules.at(-1).Statement);
    expect(refusing.match(/\/desk[^"]*/g)).toEqual(['/desk/settings/looks']);
    const { RateBasedStatement: limit } = rules[1].Statement;
    expect(limit).toMatchObject({ Limit: 100, EvaluationWindowSec: 300, AggregateKeyType: 'IP' });
    expect(JSON.stringify(limit.ScopeDownStatement)).toContain('/desk/sign-in');
    expect(rules[1].Action).toEqual({ Block: {} });
    const { Rules: payers } = byName('AWS::WAFv2::WebACL', 'payment-link-production');
    expect(JSON.stringify(payers)).not.toContain('/desk');
  });

  test('refuses all networks but those that the stage allows, each family in a set of its own', () => {
    expect(byName('AWS::WAFv2::IPSet', 'payment-link-production-desk-ipv4')?.Addresses).toEqual([
      '192.0.2.7/32',
      '198.51.100.0/24',
    ]);
    expect(byName('AWS::WAFv2::IPSet', 'payment-link-production-desk-ipv6')?.Addresses).toEqual(['2001:db8::/32']);
    const { Rules: rules } = byName('AWS::WAFv2::WebACL', 'payment-link-production-desk');
    const { AndStatement: both } = rules[0].Statement;
    expect(both.Statements).toHaveLength(2);
    for (const one of both.Statements)
      expect(Object.keys(one.NotStatement.Statement)).toEqual(['IPSetReferenceStatement']);
    expect(rules[0].Action).toEqual({ Block: {} });
  });

  test('answers nobody who comes around the edge, and is mapped to the edge’s way alone', () => {
    const templates = templatesOf(settings);
    for (const name of deskNames) expect(variablesOf(templates, name).EDGE_SECRET_HASHES).toBe('a'.repeat(64));
    const domains = Object.values(templates.desk.findResources('AWS::ApiGatewayV2::DomainName'));
    expect(domains.map(({ Properties }) => Properties.DomainName)).toEqual(['desk-origin.example.com']);
  });

  test('needs no secret of the edge where it has no name: then its API’s own address leads to it', () => {
    const templates = templatesOf(withDesk({}, { domain: nameOf('pay.example.com'), edge }));
    for (const name of deskNames) expect(variablesOf(templates, name).EDGE_SECRET_HASHES).toBeUndefined();
    expect(variablesOf(templates, 'create-payment-request').EDGE_SECRET_HASHES).toBe('a'.repeat(64));
  });

  test('passes the rules of cdk-nag but those with a reason', () => {
    const { violations } = new AwsSolutionsChecks(built.app).validateScope(built.app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
    expect(found).toEqual([]);
  });
});
