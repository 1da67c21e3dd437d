import { describe, expect, test } from 'vitest';
import { paymentActViews } from '../../../../functions/desk/show-desk/payment-acts.ts';
import { type PaymentPagesDependencies, showPayments } from '../../../../functions/desk/show-desk/payments.ts';
import { dynamoPaymentLists } from '../../../../shared/adapters/dynamodb/payment-list/payment-lists.ts';
import { paymentActions } from '../../../../shared/desk/payment/payment-actions.ts';
import { istanbulDayRange } from '../../../../shared/domain/calendar.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { deskCallWith } from '../../../support/desk/desk-calls.ts';
import { MemoryTable } from '../../../support/store/memory-table.ts';

const NOW_MS = Date.UTC(2026, 10, 28, 9);
const dealer = dealerWith({ dealerCode: 'D1' });

/** The payments of a dealer who has none: what is asked of the store, and what a path answers. */
const scene = () => {
  const asked: number[] = [];
  const deps = {
    lists: dynamoPaymentLists(new MemoryTable()),
    payments: {
      findById: async (_dealer: string, id: number) => {
        asked.push(id);
        return undefined;
      },
    },
  } as unknown as PaymentPagesDependencies;
  const step = { statusCode: 200, page: { markup: 'the page of a step' } } as never;
  const show = showPayments(deps, { void: async () => step });
  const get = (id?: string, view?: string, query: Readonly<Record<string, string>> = {}) =>
    show(deskCallWith({ dealer, nowMs: NOW_MS, query }), { id, view });
  return { asked, get, step };
};

describe('A path below the payments', () => {
  test('with a number is looked for as a payment, up to the highest number that there is', async () => {
    const { asked, get } = scene();
    for (const id of ['1', '0012', '2147483647']) expect(await get(id)).toBeUndefined();
    expect(asked).toEqual([1, 12, 2_147_483_647]);
  });

  test.each<readonly [id: string, view?: string]>([
    ['2147483648'],
    ['12345678901'],
    ['12x'],
    ['x12'],
    ['-1'],
    ['toString'],
    ['1', 'file'],
    ['1', 'toString'],
    ['1', 'csv'],
    ['csv', 'other'],
    ['csv', 'void'],
  ])('of %s/%s is none, and nothing is read for it', async (id, view) => {
    const { asked, get } = scene();
    expect([await get(id, view), asked]).toEqual([undefined, []]);
  });

  test('of a step leads to the page of that step; the list has none', async () => {
    const { get, step } = scene();
    expect(await get('7', 'void')).toBe(step);
    expect(await get(undefined, 'void')).not.toBe(step);
  });
});

test('Everything that can be done with a payment has its page: sending again has one, and steps have another', () => {
  const views = paymentActViews({} as never);
  expect(Object.keys(views).toSorted()).toEqual([...paymentActions].toSorted());
  expect(views.receipt).toBe(views.webhooks);
  for (const action of paymentActions.filter((one) => one !== 'receipt' && one !== 'webhooks')) {
    expect([typeof views[action], views[action] === views.void, views[action] === views.receipt]).toEqual([
      'function',
      true,
      false,
    ]);
  }
});

describe('A part of the file of payments', () => {
  const days = { from: '2026-11-01', until: '2026-11-28' };
  const [first, last] = [istanbulDayRange('20261101').firstMs, istanbulDayRange('20261128').lastMs];
  const nameOf = async (query: Readonly<Record<string, string>>) => {
    const answer = JSON.stringify(await scene().get('csv', 'file', { ...days, ...query }));
    return /payments-[0-9a-z-]*/.exec(answer)?.[0];
  };
  const whole = { first: String(first), last: String(last) };

  test.each([
    ['1-1', 'payments-20261101-20261128'],
    ['2-3', 'payments-20261101-20261128-2-of-3'],
    ['10-12', 'payments-20261101-20261128-10-of-12'],
    ['100-1', 'payments-20261101-20261128'],
    ['1-100', 'payments-20261101-20261128'],
    ['x-2', 'payments-20261101-20261128'],
    ['2-x', 'payments-20261101-20261128'],
    ['', 'payments-20261101-20261128'],
  ])('%s is named %s', async (part, name) => expect(await nameOf({ ...whole, part })).toBe(name));

  test.each([
    ['begins before the days that were chosen', { first: String(first - 1) }],
    ['ends behind them', { last: String(last + 1) }],
    ['ends before it begins', { first: String(first + 1), last: String(first) }],
    ['begins at no moment', { first: `${first}0` }],
    ['ends at no moment', { last: `x${last}` }],
    ['says no moment', { first: '' }],
  ])('that %s is none: the page of the parts is shown', async (_what, changes) => {
    expect(await nameOf({ ...whole, ...changes })).toBeUndefined();
  });

  test('may be a single moment', async () => {
    expect(await nameOf({ first: String(first), last: String(first) })).toBe('payments-20261101-20261128');
  });
});
