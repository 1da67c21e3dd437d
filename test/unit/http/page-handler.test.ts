import { expect, test } from 'vitest';
import { pageHandler } from '../../../shared/http/page-handler.ts';
import { unknownLinkPage } from '../../../shared/pages/closed-link-page.ts';
import { FakeLog, FakeMetrics } from '../../fakes/log.ts';
import { apiEvent, lambdaContext } from '../../support/api-event.ts';

const RESERVE_MS = 1000;

test('a page whose work takes the whole invocation is the failure page, in time, and is accounted for once', async () => {
  const [log, metrics] = [new FakeLog(), new FakeMetrics()];
  const { promise, resolve } = Promise.withResolvers<void>();
  const handler = pageHandler({
    name: 'slow-page',
    serviceName: 'Test',
    sandbox: true,
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
  expect(response.body).toContain('Please try again in a moment.');
  const told = JSON.stringify(log);
  expect(told).toContain('DeadlineReached');
  resolve();
  await promise;
  await new Promise(setImmediate);
  expect(JSON.stringify(log)).toBe(told);
});
