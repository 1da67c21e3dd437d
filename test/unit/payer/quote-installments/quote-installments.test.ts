import { describe, expect, test } from 'vitest';
import { quoteInstallments } from '../../../../functions/payer/quote-installments/quote-installments.ts';
import type { PaymentRequest } from '../../../../shared/domain/link/payment-request.ts';
import type { PageCall } from '../../../../shared/http/page-handler.ts';
import type { QuoteCounters } from '../../../../shared/ports/quote-counters.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { dealerWith } from '../../../support/dealer/dealers.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { posWith, ratesOf, termsWith } from '../../../support/dealer/virtual-pos.ts';

const NUMBER = '4111111111111111';
const isbank = posWith({ rates: ratesOf({ 1: '2' }), installmentCounts: [] });
const akbank = posWith({ posId: 'akbank', bankCode: '46', isDefault: false, rates: ratesOf({ 1: '1.5', 3: '3' }) });

/** What the script of a link's page is told, and what was asked for it. */
const sceneOf = ({
  link: changes = {},
  counted = 'counted',
  ofDealer = [isbank, akbank],
}: {
  link?: Partial<PaymentRequest>;
  counted?: Awaited<ReturnType<QuoteCounters['count']>>;
  ofDealer?: readonly (typeof isbank)[];
} = {}) => {
  const clock = new FakeClock();
  const terms = termsWith({ commissionByDealer: 0 });
  const times = { createdAtMs: clock.now(), expiresAtMs: clock.now() + 3_600_000 };
  const link = linkWith({ ...times, terms, ...changes });
  const bins: string[] = [];
  const counts: Parameters<QuoteCounters['count']>[0][] = [];
  const quote = quoteInstallments({
    paymentRequests: { findByToken: async (token) => (token === link.token ? link : undefined) },
    bins: {
      find: async (digits) => {
        bins.push(digits);
        return digits.startsWith('41111111') ? { bankCode: akbank.bankCode } : undefined;
      },
    },
    posDirectory: { ofDealer: async () => ofDealer },
    dealerOf: async () => dealerWith(),
    quotes: {
      count: async (asked) => {
        counts.push(asked);
        return counted;
      },
    },
    clock,
  });
  const ask = async (bin: string, token = link.token): Promise<string | undefined> => {
    const frame = { language: 'en', serviceName: 'Pay' } as const;
    const call = { parameters: { token }, posted: [['bin', bin]], sourceAddress: '203.0.113.7', frame };
    const answer = await quote(call as unknown as PageCall);
    if (!('json' in answer)) throw new Error('the answer is a page');
    return (answer.json as { readonly plans?: string }).plans;
  };
  return { ask, link, bins, counts };
};

describe('The installments of a card that is being typed (rules 16 and 34)', () => {
  test('are those of the bank that its first eight digits tell, and no more digits are looked up', async () => {
    const { ask, bins, counts, link } = sceneOf();
    const plans = await ask(NUMBER);
    expect(plans).toContain('value="1:10150"');
    expect(plans).toContain('value="3:10300"');
    expect(bins).toEqual([NUMBER.slice(0, 8)]);
    expect(counts).toMatchObject([{ payment: link.payment, addressScope: '203.0.113.7' }]);
    expect(await ask('5555555555554444')).toContain('value="1:10200"');
  });

  test('of fewer than eight digits, of no digits and of an unknown link are none, and nothing is counted', async () => {
    const { ask, counts } = sceneOf();
    for (const bin of ['4111111', '', '4111-111', 'abcdefgh']) expect(await ask(bin)).toBeUndefined();
    expect(await ask(NUMBER, `${'a'.repeat(26)}.${'b'.repeat(22)}`)).toBeUndefined();
    expect(counts).toEqual([]);
  });

  test.each<[string, Partial<PaymentRequest>]>([
    ['paid', { state: 'paid' }],
    ['cancelled', { state: 'cancelled' }],
    ['over', { expiresAtMs: new FakeClock().now() }],
  ])('of a link that is %s are none', async (_state, link) => {
    const { ask, counts } = sceneOf({ link });
    expect(await ask(NUMBER)).toBeUndefined();
    expect(counts).toEqual([]);
  });

  test('that are asked for too often tell no price of a bank, and stop nothing', async () => {
    const plans = await sceneOf({ counted: 'too-many' }).ask(NUMBER);
    expect(plans).toContain('value="1:10000"');
    expect(plans).not.toMatch(/10150|10200|10300/);
  });

  test('of a card that no virtual POS takes say so, with the link’s own amount', async () => {
    const plans = await sceneOf({ ofDealer: [] }).ask(NUMBER);
    expect(plans).toContain('value="1:10000"');
    expect(plans).toContain('role="alert"');
  });
});
