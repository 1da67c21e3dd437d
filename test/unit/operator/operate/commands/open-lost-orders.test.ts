import { describe, expect, test } from 'vitest';
import type { CommandCall } from '../../../../../functions/operator/operate/command.ts';
import { refuseUndecided } from '../../../../../functions/operator/operate/commands/lost-orders.ts';
import type { LostOrdersOfPos } from '../../../../../shared/domain/payment/lost-order.ts';
import { posWith } from '../../../../support/dealer/virtual-pos.ts';

const TABLE = 'restored';
const MARKS = { dealerCode: 'D1', posId: 'isbank', version: 4, tableName: TABLE, imported: 5 };

const refuse = (deps: object) => refuseUndecided({ deps: { tableName: TABLE, ...deps } } as unknown as CommandCall);

describe('The stage is resumed once every list is complete and every order decided on (rule 47)', () => {
  const marksOf = (changes: Partial<LostOrdersOfPos> = {}) => ({ ...MARKS, undecided: 0, complete: true, ...changes });
  /** Asks with so many dealers, whose virtual POS stand as given by dealer. */
  const ask = async (count: number, of: (index: number) => LostOrdersOfPos | undefined, more = false) => {
    const codes = Array.from({ length: count }, (_, index) => `D${String(index).padStart(6, '0')}`);
    const asked: unknown[] = [];
    let atOnce = 0;
    let most = 0;
    const deps = {
      dealerDirectory: {
        page: async (query: { readonly after?: string; readonly limit: number }) => {
          asked.push(query.after);
          const from = query.after === undefined ? 0 : Number(query.after.slice(1)) + 1;
          return codes.slice(from, from + query.limit).map((dealerCode) => ({ dealerCode }));
        },
      },
      records: {
        virtualPosList: async (dealerCode: string) => {
          atOnce += 1;
          most = Math.max(most, atOnce);
          await Promise.resolve();
          atOnce -= 1;
          return { records: [posWith({ dealerCode })], more };
        },
      },
      lostOrders: { ofPos: async (dealerCode: string) => of(Number(dealerCode.slice(1))) },
    };
    const refused = await refuse(deps).then(
      () => undefined,
      (error: { readonly sentence: string }) => error.sentence,
    );
    return { refused, asked, most };
  };

  test.each([0, 1, 99, 100, 250])('of %d dealers without an open order it is', async (count) => {
    const { refused, asked, most } = await ask(count, () => marksOf());
    expect(refused).toBeUndefined();
    expect(asked).toHaveLength(Math.floor(count / 100) + 1);
    expect(most).toBeLessThanOrEqual(20);
  });

  test('it is not while a list is missing, incomplete, of the recovery before, or undecided', async () => {
    const stands = [
      undefined,
      marksOf({ complete: false }),
      marksOf({ tableName: 'before' }),
      marksOf({ undecided: 3 }),
    ];
    const { refused } = await ask(4, (index) => stands[index]);
    const open = [0, 1, 2].map((index) => `D00000${index}/isbank (no complete list)`).join(', ');
    expect(refused).toBe(`Lost orders are open (rule 47): ${open}, D000003/isbank (3 undecided).`);
  });

  test('it is not while a dealer behind the first page has one', async () => {
    const { refused } = await ask(250, (index) => marksOf({ undecided: index === 249 ? 1 : 0 }));
    expect(refused).toBe('Lost orders are open (rule 47): D000249/isbank (1 undecided).');
  });

  test.each([
    [5, '.'],
    [6, ' and more.'],
  ])('of %d open ones five are named, and no further page is read', async (count, end) => {
    const { refused, asked } = await ask(250, (index) => marksOf({ undecided: index < count ? 1 : 0 }));
    const named = [0, 1, 2, 3, 4].map((index) => `D00000${index}/isbank (1 undecided)`).join(', ');
    expect(refused).toBe(`Lost orders are open (rule 47): ${named}${end}`);
    expect(asked).toHaveLength(1);
  });

  test('it is not while a dealer has more virtual POS than are looked at', async () => {
    expect((await ask(1, () => marksOf(), true)).refused).toBe(
      'Lost orders are open (rule 47): D000000 (more than 100 virtual POS).',
    );
  });

  test('it is not where there are more dealers than one command looks at', async () => {
    const page = Array.from({ length: 100 }, () => ({ dealerCode: 'D1' }));
    let pages = 0;
    const deps = {
      dealerDirectory: {
        page: async () => {
          pages += 1;
          return page;
        },
      },
      records: { virtualPosList: async () => ({ records: [], more: false }) },
    };
    await expect(refuse(deps)).rejects.toMatchObject({
      sentence: 'There are more dealers than one command looks at: nothing is resumed.',
    });
    expect(pages).toBe(1000);
  });
});
