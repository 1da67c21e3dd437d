import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { functionsOf } from '../../infra/functions/all-functions.ts';
import type { EdgeSettings } from '../../infra/settings/address-settings.ts';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { appOf, contextOf, settingsOf, templatesOf } from './stage-templates.ts';

const certificateOf = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000001`;
const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex');

const domain = { name: 'pay.example.com', certificateArn: certificateOf('eu-central-1') };
const former = { name: 'old.example.com', certificateArn: certificateOf('eu-central-1') };
const edge: EdgeSettings = {
  origin: { name: 'origin.example.com', certificateArn: certificateOf('eu-central-1') },
  certificateArn: certificateOf('us-east-1'),
  secrets: [
    { name: 'payment-link/production/edge-2', sha256: hashOf('second') },
    { name: 'payment-link/production/edge-1', sha256: hashOf('first') },
  ],
};
const settings = { ...settingsOf('production'), domain, formerDomains: [former], edge };
const built = appOf(settings);
afterAll(() => rmSync(built.app.outdir, { recursive: true, force: true }));
if (built.edge === undefined) throw new Error('the stage has no edge');
const stack = built.edge;
const template = Template.fromStack(stack);

const only = (type: string) => {
  const [found, ...others] = Object.values(template.findResources(type));
  expect(others).toEqual([]);
  return found?.Properties;
};

describe('The edge of a stage (rule 44)', () => {
  const { DistributionConfig: config } = only('AWS::CloudFront::Distribution');

  test('stands in us-east-1, where CloudFront takes firewalls from, and cannot be deleted by one command', () => {
    expect([stack.region, stack.terminationProtection]).toEqual(['us-east-1', true]);
  });

  test('answers at the domain and at the former ones, over TLS alone', () => {
    expect(config.Aliases).toEqual(['pay.example.com', 'old.example.com']);
    expect(config.ViewerCertificate).toMatchObject({
      AcmCertificateArn: certificateOf('us-east-1'),
      MinimumProtocolVersion: 'TLSv1.2_2021',
    });
    expect(config.DefaultCacheBehavior).toMatchObject({ ViewerProtocolPolicy: 'https-only' });
    expect(config.DefaultCacheBehavior.AllowedMethods).toContain('POST');
  });

  test('sends the first secret, which the template names and does not hold', () => {
    const [origin] = config.Origins;
    expect(origin.DomainName).toBe('origin.example.com');
    expect(origin.CustomOriginConfig).toMatchObject({
      OriginProtocolPolicy: 'https-only',
      OriginSSLProtocols: ['TLSv1.2'],
    });
    expect(origin.OriginCustomHeaders).toEqual([
      { HeaderName: 'x-origin-secret', HeaderValue: '{{resolve:secretsmanager:payment-link/production/edge-2}}' },
    ]);
  });

  test('caches nothing, errors neither', () => {
    // CachingDisabled, which AWS manages.
    expect(config.DefaultCacheBehavior.CachePolicyId).toBe('4135ea2d-6df8-44a3-9df3-4b5a84be39ad');
    for (const { ErrorCachingMinTTL } of config.CustomErrorResponses) expect(ErrorCachingMinTTL).toBe(0);
    const statuses = config.CustomErrorResponses.map(({ ErrorCode }: { ErrorCode: number }) => ErrorCode);
    expect(statuses).toEqual([400, 403, 404, 405, 414, 416, 500, 501, 502, 503, 504]);
  });

  test('passes on the address of the caller, and of the headers only what functions read', () => {
    const policy = only('AWS::CloudFront::OriginRequestPolicy').OriginRequestPolicyConfig;
    expect(policy.HeadersConfig).toEqual({
      HeaderBehavior: 'whitelist',
      Headers: [
        'Accept',
        'Accept-Language',
        'CloudFront-Viewer-Address',
        'Content-Type',
        'Origin',
        'Sec-Fetch-Dest',
        'User-Agent',
      ],
    });
    // Those of reusable links alone (rule 52): no other page has one.
    expect(policy.CookiesConfig).toEqual({ CookieBehavior: 'whitelist', Cookies: ['link-browser', 'link-request'] });
    expect(policy.QueryStringsConfig).toEqual({ QueryStringBehavior: 'all' });
  });

  test('logs no path, query, Referer, cookie or address (rule 30), and keeps no sample of a request', () => {
    expect(config.Logging).toBeUndefined();
    expect(only('AWS::Logs::Delivery').RecordFields).toEqual([
      'date',
      'time',
      'x-edge-location',
      'x-edge-request-id',
      'x-edge-result-type',
      'cs-method',
      'sc-status',
      'sc-bytes',
      'time-taken',
    ]);
    expect(JSON.stringify(template.toJSON())).not.toContain('"SampledRequestsEnabled":true');
  });

  test('passes the rules of cdk-nag but those with a reason', () => {
    const { violations } = new AwsSolutionsChecks(built.app).validateScope(built.app);
    const found = violations.flatMap(({ ruleName, violatingResources }) =>
      violatingResources.map(({ constructPath }) => `${ruleName} ${constructPath}`),
    );
    expect(found).toEqual([]);
  });
});

describe('Functions behind an edge', () => {
  const templates = templatesOf(settings);
  const variablesOf = (variable: string) =>
    templates.resources('AWS::Lambda::Function').flatMap(({ properties }) => {
      const environment = z.object({ Variables: z.record(z.string(), z.string()) }).parse(properties.Environment);
      const value = environment.Variables[variable];
      return value === undefined ? [] : [[environment.Variables.POWERTOOLS_SERVICE_NAME, value] as const];
    });

  test('know the SHA-256 of both secrets, each that a route leads to and the catch-all, and no other', () => {
    const routed = functionsOf('production').filter(
      ({ routes, answersUnmatchedPaths }) => routes.length > 0 || answersUnmatchedPaths === true,
    );
    const known = new Map(variablesOf('EDGE_SECRET_HASHES'));
    expect(new Set(known.keys())).toEqual(new Set(routed.map(({ name }) => name)));
    expect(new Set(known.values())).toEqual(new Set([`${hashOf('second')},${hashOf('first')}`]));
  });

  test('still have room for their variables: AWS takes 4 kB of them', () => {
    for (const { properties } of templates.resources('AWS::Lambda::Function')) {
      const { Variables } = z.object({ Variables: z.record(z.string(), z.string()) }).parse(properties.Environment);
      expect(Buffer.byteLength(Object.entries(Variables).flat().join(''))).toBeLessThan(4096);
    }
  });

  test('are reached by the name of the origin alone, and never call it as a webhook', () => {
    const names = Object.values(templates.api.findResources('AWS::ApiGatewayV2::DomainName'));
    expect(names.map(({ Properties }) => Properties.DomainName)).toEqual(['origin.example.com']);
    expect(new Map(variablesOf('OWN_HOSTS')).get('deliver')).toBe('old.example.com,origin.example.com,api.example');
    expect(new Set(variablesOf('BASE_URL').map(([, value]) => value))).toEqual(new Set(['https://pay.example.com']));
  });
});

describe('Settings of an edge', () => {
  const withEdge =
    (change: Record<string, unknown>, others: Record<string, unknown> = { domain }) =>
    () => {
      const stages = z.record(z.string(), z.record(z.string(), z.unknown())).parse(contextOf('production').stages);
      const production = { ...stages.production, ...others, edge: { ...edge, ...change } };
      return stageSettings({ stage: 'production', stages: { ...stages, production } });
    };

  test.each([
    ['without a domain', withEdge({}, {}), /no domain that leads to it/],
    ['without a secret', withEdge({ secrets: [] }), /edge\.secrets/],
    ['with three secrets', withEdge({ secrets: [...edge.secrets, ...edge.secrets] }), /edge\.secrets/],
    ['with a secret in place of its hash', withEdge({ secrets: [{ name: 'one', sha256: 'secret' }] }), /sha256/],
    ['with a certificate of another region', withEdge({ certificateArn: domain.certificateArn }), /us-east-1/],
    ['with the domain as its origin', withEdge({ origin: domain }), /"pay\.example\.com" twice/],
  ])('are refused %s', (_how, settled, sentence) => {
    expect(settled).toThrow(sentence);
  });
});

/** A request as the firewall sees it. */
interface Seen {
  readonly path: string;
  readonly userAgent?: string;
  readonly body?: string;
  /** The rule of AWS's list of addresses that knows the caller's. */
  readonly listed?: string;
}

interface Statement {
  readonly AndStatement?: { readonly Statements: readonly Statement[] };
  readonly OrStatement?: { readonly Statements: readonly Statement[] };
  readonly ByteMatchStatement?: { readonly SearchString: string };
  readonly LabelMatchStatement?: { readonly Key: string; readonly Scope: string };
}

/** What a managed group would say of a request: the refusals that dealers' programs meet, as AWS documents them. */
const labelsOf = (group: string, { userAgent, body = '', listed }: Seen): readonly string[] => {
  if (group === 'AWSManagedRulesAmazonIpReputationList') {
    return listed === undefined ? [] : [`awswaf:managed:aws:amazon-ip-list:${listed}`];
  }
  return group === 'AWSManagedRulesCommonRuleSet'
    ? [
        ...(userAgent === undefined ? ['awswaf:managed:aws:core-rule-set:NoUserAgent_Header'] : []),
        ...(body.length > 8192 ? ['awswaf:managed:aws:core-rule-set:SizeRestrictions_Body'] : []),
        ...(/https?:\/\//.test(body) ? ['awswaf:managed:aws:core-rule-set:GenericRFI_Body'] : []),
      ]
    : [];
};

const holds = (statement: Statement, seen: Seen, labels: readonly string[]): boolean => {
  const { AndStatement, OrStatement, ByteMatchStatement, LabelMatchStatement } = statement;
  if (AndStatement !== undefined) return AndStatement.Statements.every((one) => holds(one, seen, labels));
  if (OrStatement !== undefined) return OrStatement.Statements.some((one) => holds(one, seen, labels));
  if (ByteMatchStatement !== undefined) return seen.path.startsWith(ByteMatchStatement.SearchString);
  if (LabelMatchStatement !== undefined) {
    const { Key, Scope } = LabelMatchStatement;
    return labels.some((label) => (Scope === 'LABEL' ? label === Key : label.startsWith(Key)));
  }
  throw new Error(`unknown statement ${JSON.stringify(statement)}`);
};

describe('The firewall', () => {
  const { Rules, DefaultAction, Scope } = only('AWS::WAFv2::WebACL');

  /** What becomes of a request, rule by rule. */
  const verdictOn = (seen: Seen): string => {
    const labels: string[] = [];
    for (const { Statement, Action, OverrideAction } of Rules) {
      if (Statement.ManagedRuleGroupStatement !== undefined) {
        const found = labelsOf(Statement.ManagedRuleGroupStatement.Name, seen);
        labels.push(...found);
        if (found.length > 0 && OverrideAction.Count === undefined) return 'refused';
      } else if (holds(Statement, seen, labels)) {
        return Action.Block === undefined ? JSON.stringify(Action) : 'refused';
      }
    }
    return DefaultAction.Allow === undefined ? 'refused' : 'let through';
  };

  test('is CloudFront’s, and challenges nobody', () => {
    expect(Scope).toBe('CLOUDFRONT');
    expect(JSON.stringify(Rules)).not.toMatch(/Challenge|Captcha/);
  });

  test.each([
    ['a program without User-Agent', { path: '/PaymentDealer/DoDirectPayment', body: '{}' }],
    ['200 kB of JSON', { path: '/PaymentDealer/DoDirectPayment', userAgent: 'shop', body: 'x'.repeat(200_000) }],
    [
      'an address in JSON',
      { path: '/PaymentUserPos/CreateUserPosPayment', userAgent: 'shop', body: '"https://shop.example/"' },
    ],
    [
      'all three with a doubled slash',
      { path: '//PaymentUserPos/CreateUserPosPayment', body: `https://a${'x'.repeat(200_000)}` },
    ],
    ['the bank’s callback', { path: '/3d/AAAA', userAgent: 'browser', body: 'okUrl=https://pay.example.com/3d/AAAA' }],
    ['a payer', { path: '/pay/AAAA', userAgent: 'browser', body: 'cardNumber=1' }],
    [
      'a payer of a network that took part in a flood',
      { path: '/pay/AAAA', userAgent: 'a', listed: 'AWSManagedIPDDoSList' },
    ],
  ])('lets %s through', (_who, seen) => {
    expect(verdictOn(seen)).toBe('let through');
  });

  test.each([
    ['a program on a payer’s page', { path: '/pay/AAAA' }],
    ['an attacker’s address there', { path: '/pay/AAAA', userAgent: 'a', listed: 'AWSManagedIPReputationList' }],
    ['a body on a payer’s page that no form has', { path: '/box/AAAA', userAgent: 'browser', body: 'x'.repeat(9000) }],
  ])('refuses %s', (_who, seen) => {
    expect(verdictOn(seen)).toBe('refused');
  });
});
