import { describe, expect, test } from 'vitest';
import type { ChargedPos } from '../../../../shared/payment-flow/charge-breaker.ts';
import { DECLINED, directInMemory } from '../../../support/payment/direct-in-memory.ts';

const CODE = { OtherTrxCode: 'P-1' };

/** A scene whose breaker the test opens, with what it was asked. */
const sceneWithBreaker = async () => {
  const met = { isOpen: false, released: 0, asked: [] as ChargedPos[] };
  const scene = await directInMemory({
    changes: () => ({
      breaker: {
        read: async () => ({
          allowsStart: () => !met.isOpen,
          admits: async (charge: ChargedPos) => {
            met.asked.push(charge);
            return !met.isOpen;
          },
          release: async () => {
            met.released += 1;
          },
        }),
        note: async () => undefined,
      },
    }),
  });
  return { ...scene, met };
};

describe('A direct payment while the breaker of its bank is open (rule 46)', () => {
  test('is answered 008 without an attempt, and its code stays free', async () => {
    const { heard, attempts, bank, met } = await sceneWithBreaker();
    met.isOpen = true;
    expect([await heard(CODE), await heard()]).toEqual(['008', '008']);
    expect([attempts(), bank.charges]).toEqual([[], 0]);
    met.isOpen = false;
    expect(await heard(CODE)).toBe('paid');
  });

  test('gets the outcome of its code where the code has one', async () => {
    const { heard, met } = await sceneWithBreaker();
    await heard(CODE);
    met.isOpen = true;
    expect(await heard(CODE)).toBe('paid replayed');
  });

  test('is answered 008 where another attempt of its code would begin', async () => {
    const { heard, met, bank, clock } = await sceneWithBreaker();
    bank.charge = async () => DECLINED;
    expect(await heard(CODE)).toBe('002');
    clock.advance(60_000);
    met.isOpen = true;
    expect(await heard(CODE)).toBe('008');
    expect(bank.charges).toBe(1);
  });

  test('asks about the virtual POS of its dealer, and gives its lease back whatever became of the charge', async () => {
    const { heard, met, dealer } = await sceneWithBreaker();
    await heard(CODE);
    expect(met.asked).toMatchObject([{ dealerCode: dealer.dealerCode, pos: { gateway: 'https://bank.example' } }]);
    expect(met.released).toBe(1);
  });
});

describe('A direct payment that is late before its intent (rule 5)', () => {
  /** The hash of the card takes so long. */
  const lateBy = (ms: number) =>
    directInMemory({
      changes: ({ bins, clock }) => ({
        bins: {
          ...bins,
          find: async (bin) => {
            clock.advance(ms);
            return bins.find(bin);
          },
        },
      }),
    });

  test('is not sent to a bank that would have less than five seconds', async () => {
    const { heard, attempts, bank } = await lateBy(19_001);
    expect(await heard(CODE)).toBe('OutcomeUnknown');
    expect([attempts(), bank.charges]).toEqual([[], 0]);
  });

  test('is sent to one that has just as long', async () => {
    const { heard, bank } = await lateBy(19_000);
    expect(await heard(CODE)).toBe('paid');
    expect(bank.charges).toBe(1);
  });
});
