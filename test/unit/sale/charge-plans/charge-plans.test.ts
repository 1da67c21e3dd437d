import { describe, expect, test } from 'vitest';
import { type ChargePlansDependencies, chargePlans } from '../../../../functions/sale/charge-plans/charge-plans.ts';
import { CHARGE_RUN_MS } from '../../../../functions/sale/charge-plans/take-card.ts';
import { StoreUnavailable, UnreadableRow } from '../../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../../shared/ports/vault.ts';
import { scene } from './plan-scene.ts';

/** A run over the plan of a scene whose engine is another one. */
const runOver = async (engine: Partial<ChargePlansDependencies['plans']>, runMs = 120_000) => {
  const made = await scene();
  const worker = made.worker();
  const run = chargePlans({ ...worker, plans: { ...worker.plans, ...engine } });
  return { ...made, report: await run({ plans: [made.due] }, made.clock.now() + runMs) };
};

describe('A run over due plans', () => {
  test('does not even read a plan when no charge can begin any more', async () => {
    const open = async () => expect.unreachable('it is not read');
    expect((await runOver({ open }, CHARGE_RUN_MS - 1)).report).toEqual({ 'no-time': 1 });
    expect((await runOver({}, CHARGE_RUN_MS)).report).toEqual({ paid: 1 });
  });

  const failures = [
    ['a row that cannot be read', new UnreadableRow('payment plan', 'x'), 'unread', 1],
    ['a vault that does not open', new VaultUnavailable('TimeoutError'), 'failing', 1],
    ['a store that fails', new StoreUnavailable('unknown', 'TimeoutError'), 'failing', 0],
  ] as const;
  test.each(failures)('%s is counted and logged by its name', async (_what, error, kind, times) => {
    const putOff: number[] = [];
    const { report, log, clock } = await runOver({
      open: () => Promise.reject(error),
      putOffUnread: async (_due, untilMs) => void putOff.push(untilMs(1), untilMs(2)),
    });
    expect(report).toEqual({ [kind]: 1 });
    const fields = { dealerCode: 'D1', errorName: error.name };
    expect(log.lines).toEqual([{ level: 'error', event: 'payment plan not charged', fields }]);
    // A store that fails says nothing about the plan: it stays due. Any other one comes back after growing pauses.
    expect(putOff).toHaveLength(times * 2);
    const [first = clock.now() + 1, second = first + 1] = putOff;
    expect(first).toBeGreaterThan(clock.now());
    expect(second).toBeGreaterThanOrEqual(first);
  });

  test('a plan that cannot even be put off is logged, and ends no other', async () => {
    const { report, log } = await runOver({
      open: () => Promise.reject(new UnreadableRow('payment plan', 'x')),
      putOffUnread: () => Promise.reject(new StoreUnavailable('not-applied', 'Throttled')),
    });
    expect(report).toEqual({ unread: 1 });
    expect(log.lines[1]).toEqual({
      level: 'error',
      event: 'payment plan not put off',
      fields: { errorName: 'StoreUnavailable' },
    });
  });

  test.each(['', 'D 1', 'D1\n', 'x'.repeat(33), '#D1'])(
    'refuses a plan of a dealer called "%s"',
    async (dealerCode) => {
      const { worker, due } = await scene();
      await expect(chargePlans(worker())({ plans: [{ ...due, dealerCode }] }, 0)).rejects.toThrow();
    },
  );
});

describe('The payment that a card of a plan is charged for', () => {
  const descriptionOf = async (description: string | undefined) => {
    const { look, table, plan } = await scene({ sale: { description } as object });
    expect(await look(1, plan)).toEqual([{ paid: 1 }]);
    return table.rows().find(({ sk }) => sk === '1#PAYMENT')?.description;
  };

  test('has the description of its sale, but none that holds a card number (rule 32)', async () => {
    expect(await descriptionOf('Aylık üyelik')).toBe('Aylık üyelik');
    expect(await descriptionOf('kart 4111111111111111')).toBeUndefined();
    expect(await descriptionOf('')).toBeUndefined();
    expect(await descriptionOf(undefined)).toBeUndefined();
  });

  test('is no pool payment where the dealer need not make such', async () => {
    const { look, table } = await scene({ dealer: { pool: 'allowed' } });
    await look();
    expect(table.rows().find(({ sk }) => sk === '1#PAYMENT')).not.toHaveProperty('pooled', true);
  });

  test('is that of the try: the second try of a plan has a payment of its own', async () => {
    const { worker, due, clock, table, charged } = await scene({
      answers: [
        { kind: 'declined', code: '002', procReturnCode: '51' },
        { kind: 'declined', code: '002', procReturnCode: '51' },
      ],
    });
    const run = () => chargePlans(worker())({ plans: [due] }, clock.now() + 120_000);
    await run();
    clock.advance(6 * 3_600_000);
    const before = charged.length;
    await run();
    const tried = table.rows().filter(({ sk }) => sk === '1#PAYMENT');
    expect([before, charged.length, tried.length]).toEqual([2, 3, 2]);
    expect(tried.map(({ plan }) => (plan as { try?: number } | undefined)?.try)).toEqual([1, 2]);
  });
});
