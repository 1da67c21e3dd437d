import { describe, expect, test } from 'vitest';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/app/api-event.ts';

const RESERVE_MS = 1000;

test('a page whose work takes the whole invocation is the failure page, in time, and is accounted for once', async () => {
  const [log, metrics] = [new FakeLog(), new FakeMetrics()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const handler = pageHandler({
    name: 'slow-page',
    serviceName: 'Test',
    sandbox: true,
    edgeSecretHashes: [],
    show: async ({ frame }) => {
      await promise;
      return { statusCode: 404, page: unknownLinkPage(frame) };
    },
    clock: { now: () => 0 },
    log,
    metrics,
  });
  const event = apiEvent({ headers: { 'accept-language': 'en' } });
  const response = await handler(event, { ...lambdaContext, getRemainingTimeInMillis: () => RESERVE_MS });
  expect(response.statusCode).toBe(500);
  expect(response.body).toContain('Try again in a moment.');
  const told = JSON.stringify([log, metrics]);
  expect(told).toContain('DeadlineReached');
  resolve();
  await promise;
  await new Promise(setImmediate);
  expect(metrics.answers).toHaveLength(1);
  expect(JSON.stringify([log, metrics])).toBe(told);
});

describe('An answer that moves the browser on', () => {
  const moving = (location: string) =>
    pageHandler({
      name: 'moving',
      serviceName: 'Test',
      sandbox: true,
      edgeSecretHashes: [],
      show: async () => ({ location }),
      clock: { now: () => 0 },
      log: new FakeLog(),
      metrics: new FakeMetrics(),
    });

  test.each([undefined, 'gzip'])(
    'is a bare 303 that nobody keeps and no other site hears of (gzip: %s)',
    async (gzip) => {
      const headers = { 'accept-language': 'en', ...(gzip === undefined ? {} : { 'accept-encoding': gzip }) };
      const location = 'https://pay.example/pay/abc?lang=en';
      expect(await moving(location)(apiEvent({ headers }), lambdaContext)).toEqual({
        statusCode: 303,
        headers: { location, 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' },
        body: '',
      });
    },
  );
});
