import type { Table } from '../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoDuePlans } from '../../shared/adapters/dynamodb/sale/due-plans.ts';
import { HAND_OUT_MS } from '../../shared/domain/sale/hand-out.ts';
import type { BankGateway } from '../../shared/ports/bank-gateway.ts';
import type { PosOrder } from '../../shared/ports/bank-order.ts';
import { FakeClock } from '../fakes/clock.ts';
import { setNoonScene } from '../faults/plan/noon-scene.ts';
import { NOON_MS } from '../faults/plan/noon-simulation.ts';
import { noonWorker } from '../faults/plan/noon-worker.ts';

/** An invocation of `charge-plans` lasts no longer. */
export const WORKER_LIFE_MS = 95_000;
/** Whose plans they are. */
export const SCENE_OF_NOON = { dealers: 2, gateways: ['https://one.example'] } as const;
const REFERENCES = { authCode: '123456', hostReference: '600100000001', transactionId: 'T-1' } as const;

const notAsked = (): never => {
  throw new Error('only charges are measured');
};

/** A bank that approves every charge, once it has heard of it. */
export const approving = (heard: (order: PosOrder) => Promise<void>): BankGateway => ({
  charge: async (_account, order) => {
    await heard(order);
    return { kind: 'approved', references: REFERENCES };
  },
  provision: notAsked,
  start3D: notAsked,
  startOnServer: notAsked,
  verifyCallback: notAsked,
  inquire: notAsked,
  inquireHistory: notAsked,
  followUp: notAsked,
});

/** Plans of two dealers that are due at noon, and a worker that charges one of them over `worked`. */
export const noonOn = async (direct: Table, worked: Table, plans: number) => {
  const clock = new FakeClock(NOON_MS + 1000);
  const scene = await setNoonScene(direct, { ...SCENE_OF_NOON, plans, noonMs: NOON_MS });
  const bank = approving(async () => undefined);
  const worker = noonWorker({ table: worked, scene, clock, bank, metrics: { charged: () => undefined } });
  const duePlans = dynamoDuePlans(direct);
  const rows = await Promise.all(
    Array.from({ length: duePlans.shards }, (_, shard) => duePlans.due(shard, { nowMs: clock.now(), limit: plans })),
  );
  const due = rows.flat().map(({ dueAtMs: _dueAtMs, ...plan }) => plan);
  const charge = async (plan: (typeof due)[number]): Promise<void> => {
    const event = { plans: [plan], beginUntilMs: clock.now() + HAND_OUT_MS, chargesAtOnce: 1 };
    const report = await worker(event, clock.now() + WORKER_LIFE_MS);
    if (report.paid !== 1) throw new Error(`a plan was not paid: ${JSON.stringify(report)}`);
  };
  const [one] = scene.dealers;
  return { due, charge, isOfFirst: ({ dealerCode }: (typeof due)[number]) => dealerCode === one?.dealerCode };
};
