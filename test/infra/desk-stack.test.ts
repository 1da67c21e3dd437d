import { rmSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { allRouteKeys, deskRouteKeys, routeList } from '../../infra/functions/all-functions.ts';
import { deskNames, functionSchema, nameOf, plainDesk, variablesOf, withDesk } from './desk-settings.ts';
import { appOf, settingsOf, templatesOf } from './stage-templates.ts';

const plain = plainDesk();
const named = templatesOf(
  withDesk({ domain: nameOf('desk.example.com'), allowedNetworks: ['192.0.2.0/24', '2001:db8::7'] }),
);

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
