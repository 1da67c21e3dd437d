import { expect, test } from 'vitest';
import { HAND_OUT_MS } from '../../../../shared/domain/sale/hand-out.ts';
import { approving } from '../../../bench/noon-plans.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { setNoonScene } from '../../../faults/plan/noon-scene.ts';
import { NOON_MS } from '../../../faults/plan/noon-simulation.ts';
import { noonWorker } from '../../../faults/plan/noon-worker.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

test('batches that share an instance look at no more plans side by side than one batch does', async () => {
  const gateways = ['https://one.example'];
  const scene = await setNoonScene(new MemoryTable(), { plans: 1, dealers: 1, gateways, noonMs: NOON_MS });
  const [first, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let [reading, most] = [0, 0];
  const never = (): never => expect.unreachable('no plan is found');
  const read = async () => {
    reading += 1;
    most = Math.max(most, reading);
    if (reading === 40) first.resolve();
    await release.promise;
    reading -= 1;
    return [];
  };
  const clock = new FakeClock(NOON_MS);
  const worker = noonWorker({
    table: { get: never, getMany: read, query: never, list: never, due: never, increment: never, transact: never },
    scene,
    clock,
    bank: approving(never),
    metrics: { charged: () => undefined },
  });
  const batch = (number: number) => ({
    plans: Array.from({ length: 40 }, (_, index) => ({
      shard: 0,
      position: 'x',
      dealerCode: 'D0',
      dealerSaleId: 1 + number * 100 + index,
      dealerPaymentPlanId: 1,
    })),
    beginUntilMs: NOON_MS + HAND_OUT_MS,
    chargesAtOnce: 1,
  });
  const runs = [1, 2, 3].map((number) => worker(batch(number), NOON_MS + 95_000));
  await first.promise;
  release.resolve();
  await Promise.all(runs);
  expect(most).toBe(40);
});
