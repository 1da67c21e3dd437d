import { expect, test } from 'vitest';
import { withQuoteLimits } from '../../../../functions/payer/start-payment/limit-quotes.ts';
import type { PayerCall, PayerPostOutcome, Posted } from '../../../../functions/payer/start-payment/payer-call.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { FakeClock } from '../../../fakes/clock.ts';
import { linkWith } from '../../../support/dealer/records.ts';
import { termsWith } from '../../../support/dealer/virtual-pos.ts';
import { TYPED } from '../../../support/payment/link-in-memory.ts';

const link = linkWith({ terms: termsWith({ commissionByDealer: 0 }) });
const total = minor(10_200);
const quote = { count: 3, total, commission: minor(200), monthly: minor(3400), firstMonth: minor(3400) };
const card: Extract<PayerPostOutcome, { kind: 'card' }> = {
  kind: 'card',
  link,
  quotes: [quote],
  chosenCount: 3,
  bin: '41111111',
  problems: [],
  threeD: 'mandatory',
  totalChanged: false,
};
const quoting: Posted = { action: 'quote', bin: '41111111' };
const paying: Posted = { action: 'pay', card: TYPED, choice: undefined, withoutThreeD: false, storesCard: false };

/** What is shown of an outcome to a payer who has asked too often, and how often it was counted. */
const shownTo = async (posted: Posted, outcome: PayerPostOutcome) => {
  const counted: unknown[] = [];
  const quotes = {
    count: async (asked: object) => {
      counted.push(asked);
      return 'too-many' as const;
    },
  };
  const limited = withQuoteLimits(async () => outcome, { quotes, clock: new FakeClock() });
  const call = { posted, addressScope: '203.0.113.7' } as PayerCall;
  return { shown: await limited(call), counted };
};

test('Asked for too often, the prices of a card are not shown, and nothing tells whose card it is (rule 34)', async () => {
  for (const [posted, problems] of [
    [quoting, []],
    [paying, ['cvc']],
  ] as const) {
    const { shown, counted } = await shownTo(posted, { ...card, problems });
    expect(shown).toMatchObject({
      provisional: true,
      chosenCount: 1,
      bin: undefined,
      quotes: [{ count: 1, total: 10_000 }],
    });
    expect(counted).toMatchObject([{ payment: link.payment, addressScope: '203.0.113.7' }]);
  }
});

test('A whole card is told what it costs before it is charged, and is counted all the same (rules 16, 34)', async () => {
  const { shown, counted } = await shownTo(paying, card);
  expect([shown, counted.length]).toEqual([card, 1]);
});

test('What shows no prices is not counted', async () => {
  const moved: PayerPostOutcome = { kind: 'link', link, passOn: false };
  const { shown, counted } = await shownTo(quoting, moved);
  expect([shown, counted]).toEqual([moved, []]);
});
