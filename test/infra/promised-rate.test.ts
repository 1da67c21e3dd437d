import { describe, expect, test } from 'vitest';
import { dueUnits, paidLinkLoad } from '../../infra/capacity/payment-load.ts';
import {
  API_QUOTA,
  HIGHEST_PROMISED_RATE,
  NEW_TABLE,
  routesOf,
  throttleFor,
  WRITE_UNITS_OF_A_KEY,
  warmThroughputFor,
} from '../../infra/capacity/promised-rate.ts';
import { allRouteKeys, functionsOf, routeKeyOf } from '../../infra/functions/all-functions.ts';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { BOX_SHARDS, DUE_SHARDS, LINK_SHARDS, OUTBOX_SHARDS } from '../../shared/adapters/dynamodb/index-keys.ts';
import { contextOf, settingsOf, templatesOf } from './stage-templates.ts';

const production = settingsOf('production');
const at = (promisedPaymentsPerSecond: number) => templatesOf({ ...production, promisedPaymentsPerSecond });
const routeSettingsAt = (rate: number) => {
  const [stage] = at(rate).resources('AWS::ApiGatewayV2::Stage');
  return stage?.properties.RouteSettings as Record<string, { readonly ThrottlingRateLimit: number }>;
};
const tableAt = (rate: number) =>
  at(rate)
    .resources('AWS::DynamoDB::Table')
    .find(({ logicalId }) => logicalId === 'Table')?.properties;

/** Payments a second that the queue and the table are made for. */
const BUSY = 1_000;

describe('What a stage promises', () => {
  test.each([100, BUSY])('lets %d payments a second through every route, each with reloads and repeats', (rate) => {
    const routes = routeSettingsAt(rate);
    for (const [routeKey, requests] of Object.entries(routesOf(paidLinkLoad))) {
      expect(routes[routeKey]?.ThrottlingRateLimit).toBeGreaterThanOrEqual(1.5 * requests * rate);
    }
    expect(routes['POST /PaymentDealer/DoDirectPaymentMarketPlace']?.ThrottlingRateLimit).toBeGreaterThanOrEqual(rate);
    expect(routes.$default?.ThrottlingRateLimit).toBe(50);
  });

  test('counts two posts of the card form for a link: one of its first digits, one of the card', () => {
    expect(throttleFor('POST /pay/{token}', BUSY)).toEqual({ ratePerSecond: 3_000, burst: 5_000 });
    expect(routeSettingsAt(BUSY)['POST /pay/{token}']).toEqual({
      ThrottlingRateLimit: 3_000,
      ThrottlingBurstLimit: 5_000,
    });
  });

  test('names only routes that there are, and asks no route for more than an account has', () => {
    const known = allRouteKeys('production');
    expect(known).toEqual(expect.arrayContaining(Object.keys(routesOf(paidLinkLoad))));
    for (const routeKey of known) {
      const { ratePerSecond = 0, burst = 0 } = throttleFor(routeKey, HIGHEST_PROMISED_RATE) ?? {};
      expect(ratePerSecond).toBeLessThanOrEqual(API_QUOTA.ratePerSecond);
      expect(burst).toBeLessThanOrEqual(API_QUOTA.burst);
    }
  });

  test('a link asks seven times, with or without script, and each route has room for the way that asks it most', () => {
    expect(Object.values(paidLinkLoad.requests).reduce((sum, one) => sum + one, 0)).toBe(7);
    expect(routesOf(paidLinkLoad)).toEqual({ ...paidLinkLoad.requests, 'POST /pay/{token}': 2 });
  });

  test('a throttle that a stage sets for a route goes before that of the function and that of the promised rate', () => {
    const own = functionsOf('sandbox').flatMap(({ routes, throttle }) =>
      throttle === undefined ? [] : routes.slice(0, 1),
    );
    const narrowed = [...own.map(routeKeyOf), 'POST /pay/{token}'];
    expect(narrowed.length).toBeGreaterThan(2);
    const routes = Object.fromEntries(narrowed.map((routeKey) => [routeKey, { ratePerSecond: 1, burst: 2 }]));
    const sandbox = settingsOf('sandbox');
    const changed = { ...sandbox, promisedPaymentsPerSecond: BUSY, throttling: { ...sandbox.throttling, routes } };
    const [stage] = templatesOf(changed).resources('AWS::ApiGatewayV2::Stage');
    const settings = stage?.properties.RouteSettings as Record<string, object>;
    for (const routeKey of narrowed) {
      expect([routeKey, settings[routeKey]]).toEqual([routeKey, { ThrottlingRateLimit: 1, ThrottlingBurstLimit: 2 }]);
    }
  });

  test('refuses a throttle of a route that is too narrow for it', () => {
    const { stages } = contextOf('production') as { readonly stages: Record<string, object> };
    const withRoute = (ratePerSecond: number) => {
      const routes = { 'POST /pay/{token}': { ratePerSecond, burst: 100 } };
      const changed = { ...stages.production, throttling: { ratePerSecond: 1, burst: 1, routes } };
      return () => stageSettings({ stage: 'production', stages: { ...stages, production: changed } });
    };
    expect(withRoute(299)).toThrow(/"POST \/pay\/\{token\}" has 299 .* 100 payments a second need 300/);
    expect(withRoute(300)).not.toThrow();
  });

  test('is ten payments a second unless its settings say more, and never more than an account’s API carries', () => {
    const { stages } = contextOf('production') as { readonly stages: Record<string, object> };
    const promised = (promisedPaymentsPerSecond: unknown): number => {
      const changed = { ...stages.production, promisedPaymentsPerSecond };
      return stageSettings({ stage: 'production', stages: { production: changed } }).promisedPaymentsPerSecond;
    };
    expect(promised(undefined)).toBe(10);
    expect(promised(HIGHEST_PROMISED_RATE)).toBe(HIGHEST_PROMISED_RATE);
    for (const refused of [0, 2.5, HIGHEST_PROMISED_RATE + 1]) {
      expect(() => promised(refused)).toThrow(/promisedPaymentsPerSecond/);
    }
  });

  test('warms a new table and its indexes for it, and asks for nothing that they have by themselves', () => {
    expect(warmThroughputFor(10)).toEqual({ table: undefined, listing: undefined, due: undefined });
    expect(warmThroughputFor(BUSY)).toEqual({
      table: { writeUnitsPerSecond: 38_000, readUnitsPerSecond: 34_000 },
      listing: undefined,
      due: { writeUnitsPerSecond: 10_000, readUnitsPerSecond: NEW_TABLE.readUnitsPerSecond },
    });
    expect(tableAt(BUSY)).toMatchObject({
      WarmThroughput: { WriteUnitsPerSecond: 38_000, ReadUnitsPerSecond: 34_000 },
      GlobalSecondaryIndexes: [
        expect.not.objectContaining({ WarmThroughput: expect.anything() }),
        { IndexName: 'due', WarmThroughput: { WriteUnitsPerSecond: 10_000, ReadUnitsPerSecond: 12_000 } },
      ],
    });
    expect(tableAt(10)).not.toHaveProperty('WarmThroughput');
  });
});

describe('Shards of the due queue (shared/docs/data.md)', () => {
  test.each([
    ['BANK', DUE_SHARDS],
    ['OUTBOX', OUTBOX_SHARDS],
    ['LINK', LINK_SHARDS],
    ['BOX', BOX_SHARDS],
  ] as const)('%s: each takes its part of a thousand payments a second, with room', (kind, shards) => {
    expect((dueUnits[kind] * BUSY) / shards).toBeLessThan(0.8 * WRITE_UNITS_OF_A_KEY);
  });
});
