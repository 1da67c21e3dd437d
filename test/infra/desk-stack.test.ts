import { rmSync } from 'node:fs';
import { Template } from 'aws-cdk-lib/assertions';
import { AwsSolutionsChecks } from 'cdk-nag';
import { afterAll, describe, expect, test } from 'vitest';
import * as z from 'zod';
import { allRouteKeys, deskRouteKeys, functionsOfDesk, routeList } from '../../infra/functions/all-functions.ts';
import type { DeskSettings } from '../../infra/settings/desk-settings.ts';
import { type StageSettings, stageSettings } from '../../infra/settings/stage-config.ts';
import { listOf, roleSchema } from './role-grants.ts';
import { appOf, contextOf, settingsOf, templatesOf } from './stage-templates.ts';

const certificateOf = (region: string) =>
  `arn:aws:acm:${region}:111122223333:certificate/0a1b2c3d-0000-4000-8000-000000000001`;
const nameOf = (name: string) => ({ name, certificateArn: certificateOf('eu-central-1') });
const withDesk = (desk: DeskSettings, more: Partial<StageSettings> = {}): StageSettings => ({
  ...settingsOf('production'),
  ...more,
  desk,
});

const plain = templatesOf(withDesk({}));
const named = templatesOf(
  withDesk({ domain: nameOf('desk.example.com'), allowedNetworks: ['192.0.2.0/24', '2001:db8::7'] }),
);

const functionSchema = z.object({
  FunctionName: z.string(),
  Environment: z.object({ Variables: z.record(z.string(), z.string()) }),
});
const variablesOf = (templates: typeof plain, name: string): Readonly<Record<string, string>> => {
  const functions = templates
    .resources('AWS::Lambda::Function')
    .map(({ properties }) => functionSchema.parse(properties));
  const found = functions.find(({ FunctionName }) => FunctionName === `payment-link-production-${name}`);
  return (found ?? expect.unreachable(name)).Environment.Variables;
};
const deskNames = functionsOfDesk().map(({ name }) => name);

describe('A stage without the setting "desk" (rule 55)', () => {
  const without = templatesOf(settingsOf('production'));

  test('has no stack, no function and no route of the desk', () => {
    expect(settingsOf('production').desk).toBeUndefined();
    const { app, desk } = appOf(settingsOf('production'));
    rmSync(app.outdir, { recursive: true, force: true });
    expect(desk).toBeUndefined();
    expect(without.stacks.map(({ name }) => name).filter((name) => name.endsWith('-desk'))).toEqual([]);
    const text = JSON.stringify(without.stacks);
    for (const name of deskNames) expect(text).not.toContain(`payment-link-production-${name}`);
    expect(text).not.toContain('/desk');
    expect(text).not.toContain('DESK_URL');
  });

  test('is production and sandbox as cdk.json has them: only the machine’s own stage has a desk', () => {
    expect(settingsOf('sandbox').desk).toBeUndefined();
    expect(settingsOf('local').desk).toEqual({});
  });
});

describe('The stack of the desk', () => {
  test('has the four functions and their routes, and nothing that answers other paths', () => {
    expect(deskNames.toSorted()).toEqual(['act-at-desk', 'change-desk-account', 'show-desk', 'sign-in-at-desk']);
    const routes = Object.values(plain.desk.findResources('AWS::ApiGatewayV2::Route'));
    expect(routes.map(({ Properties }) => String(Properties.RouteKey)).toSorted()).toEqual(deskRouteKeys().toSorted());
    expect(deskRouteKeys().every((key) => /^(?:GET|POST) \/desk(?:\/|$)/.test(key))).toBe(true);
  });

  test('does not touch the other door: no route of one API leads to a function of the other', () => {
    const atApi = Object.values(plain.api.findResources('AWS::ApiGatewayV2::Route')).map(({ Properties }) =>
      String(Properties.RouteKey),
    );
    expect(atApi.toSorted()).toEqual(allRouteKeys('production').toSorted());
    expect(atApi.filter((key) => deskRouteKeys().includes(key))).toEqual([]);
    for (const name of deskNames) {
      expect(JSON.stringify(plain.api)).not.toContain(`payment-link-production-${name}`);
      expect(JSON.stringify(plain.records)).not.toContain(`payment-link-production-${name}`);
    }
    // Nor does the catch-all pass a path with "//" on to a page of the desk.
    expect(JSON.stringify(routeList())).not.toContain('/desk');
  });

  test('has an access log of its own, of which the alarm RequestsThrottled hears, and a throttle for each route', () => {
    const groups = plain.resources('AWS::Logs::LogGroup').map(({ properties }) => properties.LogGroupName);
    expect(groups).toContain('/aws/vendedlogs/payment-link-production-desk-access');
    const filters = Object.values(plain.desk.findResources('AWS::Logs::MetricFilter'));
    expect(JSON.stringify(filters)).toContain('production-throttled-requests');
    const [stage, ...others] = Object.values(plain.desk.findResources('AWS::ApiGatewayV2::Stage'));
    expect(others).toEqual([]);
    const { RouteSettings: throttles } = stage?.Properties ?? {};
    expect(Object.keys(throttles).toSorted()).toEqual(deskRouteKeys().toSorted());
    expect(throttles['POST /desk/sign-in']).toEqual({ ThrottlingRateLimit: 10, ThrottlingBurstLimit: 20 });
    const { Format } = stage?.Properties.AccessLogSettings ?? {};
    expect(Object.keys(JSON.parse(Format))).toEqual([
      'requestId',
      'routeKey',
      'status',
      'integrationStatus',
      'latencyMs',
    ]);
  });

  test('has new versions take over at once, and their failures counted with those of all functions', () => {
    expect(plain.desk.findResources('AWS::Lambda::Alias')).toEqual({});
    const filters = Object.values(plain.desk.findResources('AWS::Logs::MetricFilter'));
    const counted = JSON.stringify(filters);
    expect(counted.split('"production-failures"')).toHaveLength(deskNames.length + 1);
  });

  test('cannot be deleted by one command in production', () => {
    const { app, desk } = appOf(withDesk({}));
    rmSync(app.outdir, { recursive: true, force: true });
    expect(desk?.terminationProtection).toBe(true);
  });
});

describe('The address of the desk', () => {
  test('is that of its own API, and open to any address, where the settings say nothing', () => {
    for (const name of deskNames) {
      const { DESK_URL, DESK_NETWORKS } = variablesOf(plain, name);
      expect([DESK_URL, DESK_NETWORKS]).toEqual(['https://api.example', undefined]);
    }
    const [api] = Object.values(plain.desk.findResources('AWS::ApiGatewayV2::Api'));
    expect(api?.Properties.DisableExecuteApiEndpoint).toBeUndefined();
  });

  test('is its domain where it has one, and then the API’s own address answers nobody', () => {
    for (const name of deskNames) {
      const { DESK_URL, DESK_NETWORKS } = variablesOf(named, name);
      expect([DESK_URL, DESK_NETWORKS]).toEqual(['https://desk.example.com', '192.0.2.0/24,2001:db8::7']);
    }
    const [api] = Object.values(named.desk.findResources('AWS::ApiGatewayV2::Api'));
    expect(api?.Properties.DisableExecuteApiEndpoint).toBe(true);
    const [domain] = Object.values(named.desk.findResources('AWS::ApiGatewayV2::DomainName'));
    expect(domain?.Properties.DomainName).toBe('desk.example.com');
  });

  test('is known to what sends mail, which leads people there; the operators’ function knows a domain alone', () => {
    const knowing = (templates: typeof plain) =>
      templates
        .resources('AWS::Lambda::Function')
        .map(({ properties }) => functionSchema.parse(properties))
        .filter(({ Environment }) => Environment.Variables.DESK_URL !== undefined)
        .map(({ FunctionName }) => FunctionName.replace('payment-link-production-', ''))
        .toSorted();
    expect(knowing(plain)).toEqual([...deskNames, 'deliver'].toSorted());
    expect(knowing(named)).toEqual([...deskNames, 'deliver', 'operate'].toSorted());
    expect(variablesOf(named, 'operate').DESK_URL).toBe('https://desk.example.com');
  });

  test('is not where links lead: payers open the stage’s own address', () => {
    const templates = templatesOf(
      withDesk({ domain: nameOf('desk.example.com') }, { domain: nameOf('pay.example.com') }),
    );
    expect(variablesOf(templates, 'act-at-desk')).toMatchObject({
      BASE_URL: 'https://pay.example.com',
      DESK_URL: 'https://desk.example.com',
    });
  });
});

const WRITING = ['dynamodb:DeleteItem', 'dynamodb:PutItem', 'dynamodb:UpdateItem'];

/** Each statement of the role about the table: which actions, and on which partitions. */
const tableRights = (role: string) => {
  const found = plain.resources('AWS::IAM::Role').filter(({ logicalId }) => logicalId.startsWith(`${role}Role`));
  expect(found).toHaveLength(1);
  const statements = roleSchema
    .parse(found[0]?.properties)
    .Policies.flatMap(({ PolicyDocument }) => PolicyDocument.Statement);
  return statements
    .map(({ Effect, Action, Condition }) => ({
      effect: Effect,
      actions: listOf(Action).toSorted(),
      condition: Condition,
    }))
    .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')));
};

/** Partitions that a role may write; "all" where no condition limits them. */
const writable = (role: string): readonly string[] | 'all' => {
  const writing = tableRights(role).filter(
    ({ effect, actions }) => effect === 'Allow' && actions.some((action) => WRITING.includes(action)),
  );
  expect(writing).toHaveLength(1);
  const condition = writing[0]?.condition;
  if (condition === undefined) return 'all';
  // A request that names no partition would pass the first condition alone.
  expect(condition).toMatchObject({ Null: { 'dynamodb:LeadingKeys': 'false' } });
  const { 'ForAllValues:StringLike': keys } = z
    .object({
      'ForAllValues:StringLike': z.object({ 'dynamodb:LeadingKeys': z.union([z.string(), z.array(z.string())]) }),
    })
    .parse(condition);
  return listOf(keys['dynamodb:LeadingKeys']);
};

describe('The roles of the desk (rule 55)', () => {
  test('what shows pages writes sessions alone', () => {
    expect(writable('ShowDesk')).toEqual(['DESK-SESSION#*']);
    const writing = tableRights('ShowDesk')
      .filter(({ effect }) => effect === 'Allow')
      .flatMap(({ actions }) => actions.filter((one) => WRITING.includes(one)));
    expect(writing).toEqual(['dynamodb:UpdateItem']);
  });

  const matches = (patterns: readonly string[], key: string) =>
    patterns.some((pattern) => new RegExp(`^${pattern.replaceAll('*', '.*')}$`).test(key));

  const deniedTo = (role: string) =>
    tableRights(role)
      .filter(({ effect }) => effect === 'Deny')
      .map(({ actions, condition }) => ({
        actions,
        keys: z
          .object({ 'ForAnyValue:StringLike': z.object({ 'dynamodb:LeadingKeys': z.array(z.string()) }) })
          .parse(condition)['ForAnyValue:StringLike']['dynamodb:LeadingKeys'],
      }));

  test.each(['SignInAtDesk', 'ChangeDeskAccount'])('%s writes users, and neither reads nor writes payments', (role) => {
    const patterns = writable(role);
    if (patterns === 'all') return expect.unreachable('it may write all partitions');
    for (const key of ['DESK-USER#u', 'DESK-SESSION#s', 'DEALER#1001#DESK', 'OUTBOX#3']) {
      expect(matches(patterns, key), key).toBe(true);
    }
    for (const key of ['ORDER#o', 'MOVED#1001#2026-01-01', 'LINK#l']) expect(matches(patterns, key), key).toBe(false);
    const [denied, ...others] = deniedTo(role);
    expect(others).toEqual([]);
    expect(denied?.actions).toEqual(
      tableRights(role)
        .filter(({ effect }) => effect === 'Allow')
        .flatMap(({ actions }) => actions)
        .toSorted(),
    );
    const closed = denied?.keys ?? [];
    const ofPayers = ['PAYMENT#5', 'CARD#t', 'CARD-HASH#h', 'CUSTOMER#5', 'CUSTOMER-CODE#h', 'SALE#5', 'PLAN#5'];
    const ofDealers = ['WEBHOOKS', 'VIRTUAL-POS', 'SUB-DEALERS', 'DEFINITIONS', 'LIMIT#day', 'LINK#5', 'STATEMENT#5'];
    for (const key of ['PAY#p', ...[...ofPayers, ...ofDealers].map((one) => `DEALER#1001#${one}`)]) {
      expect(matches(closed, key), key).toBe(true);
    }
    for (const key of ['DEALER#1001', 'DEALER#1001#LOOKS', 'DEALER#1001#DESK', 'DESK-USER#u']) {
      expect(matches(closed, key), key).toBe(false);
    }
    return undefined;
  });

  test('only what acts may write a payment; it deletes nothing, and makes nobody a user', () => {
    expect(writable('ActAtDesk')).toBe('all');
    expect(deniedTo('ActAtDesk').at(-1)).toEqual({
      actions: ['dynamodb:PutItem', 'dynamodb:UpdateItem'],
      keys: ['DESK-USER#*', 'DEALER#*#DESK'],
    });
  });

  test('every action on the table that a role has is one that its work needs', () => {
    const allowed = (role: string) =>
      tableRights(role)
        .filter(({ effect }) => effect === 'Allow')
        .flatMap(({ actions }) => actions.map((one) => one.slice('dynamodb:'.length)))
        .toSorted();
    expect(allowed('SignInAtDesk')).toEqual(['DeleteItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
    // Pages ask the listing as well.
    expect(allowed('ShowDesk')).toEqual(['BatchGetItem', 'GetItem', 'Query', 'Query', 'UpdateItem']);
    expect(allowed('ActAtDesk')).toEqual(['BatchGetItem', 'GetItem', 'PutItem', 'Query', 'UpdateItem']);
    expect(allowed('ChangeDeskAccount')).toEqual([
      'BatchGetItem',
      'ConditionCheckItem',
      'DeleteItem',
      'GetItem',
      'PutItem',
      'Query',
      'UpdateItem',
    ]);
  });

  test.each(['ShowDesk', 'ActAtDesk'])('%s touches no mailed link, no mail and no sign-in', (role) => {
    const [closed] = deniedTo(role);
    expect(closed?.keys).toEqual(['DESK-LINK#*', 'DESK-MAIL#*', 'DESK-SIGN-IN#*']);
    expect(closed?.actions).toEqual(expect.arrayContaining(['dynamodb:GetItem', 'dynamodb:UpdateItem']));
  });

  test('only what acts calls banks and opens merchants’ keys, and what shows opens nothing', () => {
    const opening = (name: string) => functionsOfDesk().find((one) => one.name === name)?.opens;
    expect(
      functionsOfDesk()
        .filter(({ callsBanks }) => callsBanks === true)
        .map(({ name }) => name),
    ).toEqual(['act-at-desk']);
    expect(opening('act-at-desk')).toEqual(['merchant-key']);
    expect(opening('show-desk')).toEqual([]);
    for (const { name, boxes } of functionsOfDesk()) expect(boxes, name).toBeUndefined();
  });
});

const edge = {
  origin: nameOf('origin.example.com'),
  certificateArn: certificateOf('us-east-1'),
  secrets: [{ name: 'payment-link/production/edge-1', sha256: 'a'.repeat(64) }],
};
const deskBehindEdge: DeskSettings = {
  domain: nameOf('desk.example.com'),
  allowedNetworks: ['192.0.2.7', '198.51.100.0/24', '2001:db8::/32'],
  edge: { origin: nameOf('desk-origin.example.com'), certificateArn: certificateOf('us-east-1') },
};

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

describe('Settings of the desk', () => {
  const refusal = (desk: unknown, more: Record<string, unknown> = {}): string => {
    const { stage, stages } = contextOf('production');
    const production = {
      ...z.record(z.string(), z.record(z.string(), z.unknown())).parse(stages).production,
      ...more,
      desk,
    };
    try {
      stageSettings({ stage, stages: { production } });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'taken';
  };
  const domain = nameOf('desk.example.com');
  const behind = { domain: nameOf('pay.example.com'), edge };
  const way = deskBehindEdge.edge;

  test.each([
    ['everything', deskBehindEdge, behind],
    ['nothing', {}, {}],
    ['a domain and no edge', { domain }, {}],
    ['an edge in front of the API alone', {}, behind],
    [
      'a throttle of its route',
      {},
      { throttling: { ratePerSecond: 9, burst: 9, routes: { 'POST /desk/sign-in': { ratePerSecond: 1, burst: 1 } } } },
    ],
  ])('are taken with %s', (_case, desk, more) => {
    expect(refusal(desk, more)).toBe('taken');
  });

  const notABlock = 'desk.allowedNetworks.0: must be an IP address or a CIDR block, as 192.0.2.0/24';
  const refused: readonly {
    readonly desk: unknown;
    readonly beside?: Record<string, unknown>;
    readonly says: string;
  }[] = [
    {
      desk: { allowedNetworks: [] },
      says: 'desk.allowedNetworks: must name a network, or be left out: nobody could open the desk',
    },
    { desk: { allowedNetworks: ['192.0.2.4/24'] }, says: notABlock },
    { desk: { allowedNetworks: ['office.example.com'] }, says: notABlock },
    { desk: { networks: ['192.0.2.0/24'] }, says: 'desk: Unrecognized key: "networks"' },
    {
      desk: { domain: { ...domain, name: 'https://desk.example.com' } },
      says: 'desk.domain.name: must be a host name without scheme or path',
    },
    { desk: { domain, edge: way }, says: 'desk.edge is set, and the stage has no edge.' },
    { desk: { edge: way }, beside: behind, says: 'desk.edge is set, and there is no desk.domain that leads to it.' },
    {
      desk: { domain },
      beside: behind,
      says: 'the stage has an edge, and desk.domain would lead around it: set desk.edge.',
    },
    {
      desk: { domain, edge: { ...way, certificateArn: certificateOf('eu-central-1') } },
      beside: behind,
      says: 'desk.edge.certificateArn: must be of us-east-1',
    },
    {
      desk: { domain: behind.domain, edge: way },
      beside: behind,
      says: 'desk names "pay.example.com", which leads elsewhere.',
    },
    {
      desk: { domain, edge: { ...way, origin: edge.origin } },
      beside: behind,
      says: 'desk names "origin.example.com", which leads elsewhere.',
    },
    {
      desk: { domain, edge: { ...way, origin: domain } },
      beside: behind,
      says: 'desk names "desk.example.com", which leads elsewhere.',
    },
  ];
  test.each(refused)('that contradict are refused: $says', ({ desk, beside, says }) => {
    expect(refusal(desk, beside)).toBe(`Stage "production" is not valid: ${says}`);
  });

  test('name no throttle of a page in a stage that has none', () => {
    const throttling = { ratePerSecond: 9, burst: 9, routes: { 'POST /desk/sign-in': { ratePerSecond: 1, burst: 1 } } };
    expect(refusal(undefined, { throttling })).toContain('throttling.routes: "POST /desk/sign-in" is none of');
  });
});
