import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { minor } from '../../../shared/domain/money/money.ts';
import type { Rate } from '../../../shared/domain/money/rate.ts';
import { canBePaid } from '../../../shared/domain/virtual-pos/can-be-paid.ts';
import {
  type ChargedCard,
  choosePos,
  type PosQuestion,
} from '../../../shared/domain/virtual-pos/choose-virtual-pos.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import { quotesOfCard } from '../../../shared/domain/virtual-pos/quotes-of-card.ts';
import { rateAt } from '../../../shared/domain/virtual-pos/rate-at.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { posWith, termsWith } from '../../support/dealer/virtual-pos.ts';

const BANKS = ['64', '46', '62'];
const GROUPS = ['BONUS', 'MAXIMUM'];
const COUNTS = [1, 2, 3, 6];

const rates = fc
  .dictionary(fc.constantFrom('1', '2', '3', '6'), fc.integer({ min: 0, max: 90_000 }))
  .map((all) => all as Readonly<Record<string, Rate>>);

const virtualPos = (index: number): fc.Arbitrary<VirtualPos> =>
  fc
    .record({
      bankCode: fc.constantFrom(...BANKS),
      group: fc.option(fc.constantFrom(...GROUPS), { nil: undefined }),
      enabled: fc.boolean(),
      isDefault: fc.boolean(),
      withoutCvc: fc.boolean(),
      serverStart: fc.boolean(),
      currencies: fc.constantFrom(['TL'] as const, ['USD'] as const, ['TL', 'USD'] as const),
      installmentCounts: fc.subarray([2, 3, 6]),
      rates,
    })
    .map((changes) => posWith({ posId: `pos-${index}`, ...changes }));

const ofDealer = fc
  .integer({ min: 0, max: 5 })
  .chain((size) => fc.tuple(...Array.from({ length: size }, (_, i) => virtualPos(i))));

const card: fc.Arbitrary<ChargedCard> = fc.oneof(
  fc.record({
    kind: fc.constant('card' as const),
    bankCode: fc.option(fc.constantFrom(...BANKS, '10'), { nil: undefined }),
    group: fc.option(fc.constantFrom(...GROUPS, 'AXESS'), { nil: undefined }),
  }),
  fc.record({ kind: fc.constant('card-of-bank' as const), bankCode: fc.constantFrom(...BANKS) }),
);

const flags = fc.record({ preferCheapest: fc.boolean(), withoutCvc: fc.boolean(), fromServer: fc.boolean() });

const question = fc
  .record({ ofDealer, flags, card, count: fc.constantFrom(...COUNTS) })
  .map(({ flags: asked, ofDealer: all, ...rest }) => ({
    asked: { ...asked, ofDealer: all, currency: 'TL' } satisfies PosQuestion,
    ...rest,
  }));

const idOf = (asked: PosQuestion, of: ChargedCard, count: number): string => {
  const choice = choosePos(asked, of, count);
  return choice.kind === 'chosen' ? choice.pos.posId : choice.kind;
};

/** By another way than the product's: which virtual POS may charge a card of a dealer who prefers the cheapest. */
const permitted = ({ ofDealer: all, withoutCvc, fromServer }: PosQuestion, of: ChargedCard, count: number) => {
  const able = all.filter(
    (pos) =>
      pos.enabled &&
      pos.currencies.includes('TL') &&
      (withoutCvc !== true || pos.withoutCvc) &&
      (fromServer !== true || pos.serverStart),
  );
  if (of.kind === 'card' && count === 1) return able;
  const own = able.filter(({ bankCode }) => bankCode === of.bankCode);
  if (own.length > 0 || of.kind === 'card-of-bank') return own;
  const programme = able.filter(({ group }) => group !== undefined && group === of.group);
  return programme.length > 0 ? programme : able.filter(({ isDefault }) => isDefault);
};

describe('For every set of virtual POS, card and count', () => {
  test('there is one choice or a clear refusal, and it says the same as the question whether it can be paid', () => {
    fc.assert(
      fc.property(question, ({ asked, card: of, count }) => {
        const choice = choosePos(asked, of, count);
        const found = canBePaid({ ...asked, counts: [count], by: of });
        const expected = (): unknown => {
          if (choice.kind === 'none-at-all') return { kind: 'no-virtual-pos' };
          if (choice.kind === 'none-suitable') return { kind: 'not-taken' };
          if (rateAt(choice.pos, count) !== undefined) return { kind: 'payable', pos: choice.pos };
          return {
            kind: expect.stringMatching(/^(no-rate|count-not-taken)$/),
            taken: expect.not.arrayContaining([count]),
          };
        };
        expect(found).toEqual(expected());
      }),
    );
  });

  test('the choice never varies with the order of the list', () => {
    fc.assert(
      fc.property(question, fc.infiniteStream(fc.nat()), ({ asked, card: of, count }, order) => {
        const shuffled = asked.ofDealer
          .map((pos) => [order.next().value, pos] as const)
          .toSorted(([a], [b]) => a - b)
          .map(([, pos]) => pos);
        expect(idOf({ ...asked, ofDealer: shuffled }, of, count)).toBe(idOf(asked, of, count));
        const terms = termsWith({ commissionByDealer: 2 });
        const quoted = (all: readonly VirtualPos[]) =>
          quotesOfCard({ ...asked, ofDealer: all, terms, card: of }).map(({ pos, quote }) => [pos.posId, quote]);
        expect(quoted(shuffled)).toEqual(quoted(asked.ofDealer));
      }),
    );
  });

  test('the chosen one is enabled, takes the currency, and charges without CVC where there is none', () => {
    fc.assert(
      fc.property(question, ({ asked, card: of, count }) => {
        const choice = choosePos(asked, of, count);
        if (choice.kind !== 'chosen') return;
        expect(choice.pos).toMatchObject({ enabled: true, currencies: expect.arrayContaining(['TL']) });
        if (asked.withoutCvc) expect(choice.pos.withoutCvc).toBe(true);
      }),
    );
  });

  test('it is the one with the lowest rate of those that may charge, where the dealer prefers the cheapest', () => {
    fc.assert(
      fc.property(question, ({ asked, card: of, count }) => {
        const cheapest = { ...asked, preferCheapest: true };
        const taking = permitted(cheapest, of, count).flatMap((pos) => rateAt(pos, count) ?? []);
        const found = canBePaid({ ...cheapest, counts: [count], by: of });
        const rate = found.kind === 'payable' ? rateAt(found.pos, count) : undefined;
        expect(rate).toBe(taking.length === 0 ? undefined : Math.min(...taking));
      }),
    );
  });

  test('a count is quoted at the virtual POS that costs the dealer least, whoever bears the commission', () => {
    const terms = fc.record({
      amount: fc.integer({ min: 1, max: 1_000_000 }).map(minor),
      commissionByDealer: fc.integer({ min: 0, max: 12 }),
      commissionDifferenceOnly: fc.boolean(),
    });
    fc.assert(
      fc.property(question, terms, ({ asked, card: of }, changes) => {
        const cheapest = { ...asked, preferCheapest: true, terms: termsWith(changes), card: of };
        const quoted = new Map(quotesOfCard(cheapest).map((one) => [one.quote.count, one]));
        for (const count of COUNTS) {
          const costs = permitted(cheapest, of, count)
            .flatMap((pos) => quotesFor({ terms: cheapest.terms, pos }))
            .filter((quote) => quote.count === count)
            .map(({ dealerCommission }) => dealerCommission);
          const one = quoted.get(count);
          expect(one?.quote.dealerCommission).toBe(costs.length === 0 ? undefined : Math.min(...costs));
          // What is shown is what the chosen one charges.
          if (one !== undefined) expect(quotesFor({ terms: cheapest.terms, pos: one.pos })).toContainEqual(one.quote);
        }
      }),
    );
  });

  test('without the preference it is one virtual POS for every count: that of the card’s bank, else the default', () => {
    fc.assert(
      fc.property(question, ({ asked, card: of }) => {
        const usual = { ...asked, preferCheapest: false };
        expect(new Set(COUNTS.map((count) => idOf(usual, of, count))).size).toBe(1);
        const terms = termsWith({ commissionByDealer: 0 });
        const choice = choosePos(usual, of, 1);
        const quotes = choice.kind === 'chosen' ? quotesFor({ terms, pos: choice.pos }) : [];
        expect(quotesOfCard({ ...usual, terms, card: of }).map(({ quote }) => quote)).toEqual(quotes);
      }),
    );
  });
});
