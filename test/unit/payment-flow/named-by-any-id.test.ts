import { describe, expect, test } from 'vitest';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import type { PlanWishes } from '../../../shared/domain/sale/plan-fields.ts';
import type { Sale } from '../../../shared/domain/sale/sale.ts';
import { findNamedReusableLink } from '../../../shared/payment-flow/named-reusable-link.ts';
import { namedSaleId } from '../../../shared/payment-flow/named-sale-id.ts';
import { type AnyPaymentIds, findPaymentByAnyId } from '../../../shared/payment-flow/payment-by-any-id.ts';
import { type PlanMeansDependencies, refuseForeignMeans } from '../../../shared/payment-flow/plan-means.ts';
import type { ReusableLinks } from '../../../shared/ports/reusable-links.ts';
import type { Sales } from '../../../shared/ports/sales.ts';
import { FakePayments } from '../../fakes/payments.ts';
import { reusableLinkWith } from '../../support/link/reusable-links.ts';
import { paymentWith } from '../../support/payment/whole-payments.ts';

describe('a payment is named by one id or several (decisions: identifiers of payments)', () => {
  const one = paymentWith({ otherTrxCode: 'D-1', paymentId: 101 });
  const other = paymentWith({ otherTrxCode: 'D-2', paymentId: 102 });
  const untried = paymentWith({ otherTrxCode: 'D-3', paymentId: 103, attempts: [] });
  const foreign = paymentWith({ dealerCode: 'D2', otherTrxCode: 'D-4', paymentId: 104 });
  const virtualPosOrderId = one.attempts[0]?.orderId;
  const find = async (ids: AnyPaymentIds) => {
    const fake = new FakePayments([one, other, untried, foreign]);
    const { payment, attempt } = await findPaymentByAnyId(fake, 'D1', ids);
    return { code: payment.otherTrxCode, orderId: attempt.orderId, reads: fake.reads };
  };

  test.each<AnyPaymentIds>([
    { paymentId: 101 },
    { otherTrxCode: 'D-1' },
    { virtualPosOrderId },
    { otherTrxCode: 'D-1', virtualPosOrderId },
  ])('%o', async (ids) => {
    expect(await find(ids)).toEqual({ code: 'D-1', orderId: virtualPosOrderId, reads: 1 });
  });

  test.each<AnyPaymentIds>([
    { paymentId: 101, otherTrxCode: 'D-1' },
    { paymentId: 101, virtualPosOrderId },
  ])('%o', async (ids) => {
    expect(await find(ids)).toEqual({ code: 'D-1', orderId: virtualPosOrderId, reads: 2 });
  });

  test.each([
    [
      'no id',
      {},
      'OtherTrxCodeOrVirtualPosOrderIdMustGiven',
      'DealerPaymentId, OtherTrxCode or VirtualPosOrderId must be given.',
    ],
    ['an unknown id', { paymentId: 9 }, 'PaymentNotFound', 'DealerPaymentId is the id of no payment of this dealer.'],
    [
      'another dealer’s id',
      { paymentId: 104 },
      'PaymentNotFound',
      'DealerPaymentId is the id of no payment of this dealer.',
    ],
    [
      'one that nobody tried to pay',
      { paymentId: 103 },
      'PaymentNotFound',
      'DealerPaymentId is the id of no payment of this dealer.',
    ],
    [
      'an unknown id beside a known code',
      { paymentId: 9, otherTrxCode: 'D-1' },
      'PaymentNotFound',
      'DealerPaymentId is the id of no payment of this dealer.',
    ],
    [
      'an id of another payment than the code',
      { paymentId: 102, otherTrxCode: 'D-1' },
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
      'DealerPaymentId and the other ids do not name the same payment.',
    ],
    [
      'an id of another payment than the order',
      { paymentId: 102, virtualPosOrderId },
      'OtherTrxCodeAndVirtualPosOrderIdMismatch',
      'DealerPaymentId and the other ids do not name the same payment.',
    ],
  ])('%s is refused', async (_what, ids, reason, sentence) => {
    await expect(find(ids)).rejects.toMatchObject({ reason, sentence });
  });
});

describe('a reusable link is named by its code or its id', () => {
  const first = { link: reusableLinkWith({ dealerCode: 'D1', linkCode: 'L-1', userPosLinkId: 1 }), places: [] };
  const second = { link: reusableLinkWith({ dealerCode: 'D1', linkCode: 'L-2', userPosLinkId: 2 }), places: [] };
  const find = async (ids: { linkCode?: string; userPosLinkId?: number }) => {
    const asked: string[] = [];
    const links: Pick<ReusableLinks, 'findByCode' | 'findById'> = {
      findByCode: async (dealerCode, code) => {
        asked.push(`${dealerCode} ${code}`);
        return [first, second].find(({ link }) => link.linkCode === code);
      },
      findById: async (dealerCode, id) => {
        asked.push(`${dealerCode} ${id}`);
        return [first, second].find(({ link }) => link.userPosLinkId === id);
      },
    };
    return { found: await findNamedReusableLink(links, 'D1', ids), asked };
  };

  test.each([
    ['its code', { linkCode: 'L-1' }, ['D1 L-1']],
    ['its id', { userPosLinkId: 1 }, ['D1 1']],
    ['both', { linkCode: 'L-1', userPosLinkId: 1 }, ['D1 L-1']],
  ])('%s', async (_by, ids, asked) => {
    expect(await find(ids)).toEqual({ found: first, asked });
  });

  test.each([
    ['nothing', {}, 'LinkCodeOrUserPosLinkIdMustBeGiven'],
    ['an unknown code', { linkCode: 'L-9' }, 'UserPosLinkNotFound'],
    ['an unknown id', { userPosLinkId: 9 }, 'UserPosLinkNotFound'],
    ['two unknown ones', { linkCode: 'L-9', userPosLinkId: 9 }, 'UserPosLinkNotFound'],
    ['those of two links', { linkCode: 'L-1', userPosLinkId: 2 }, 'LinkCodeDoesntMatchUserPosLinkId'],
    ['an unknown id beside a code', { linkCode: 'L-1', userPosLinkId: 9 }, 'LinkCodeDoesntMatchUserPosLinkId'],
    ['an unknown code beside an id', { linkCode: 'L-9', userPosLinkId: 1 }, 'LinkCodeDoesntMatchUserPosLinkId'],
  ])('%s is refused', async (_by, ids, reason) => {
    await expect(find(ids)).rejects.toMatchObject({ reason });
  });
});

describe('a sale is named by its id or its code', () => {
  const sale = { dealerSaleId: 7, saleCode: 'S-7' } as Sale;
  const idOf = async (names: { dealerSaleId?: number; saleCode?: string }) => {
    let reads = 0;
    const sales = {
      find: async (_dealer: string, { dealerSaleId, saleCode }: typeof names) => {
        reads += 1;
        return {
          byId: dealerSaleId === 7 ? sale : undefined,
          byCode: saleCode === 'S-7' ? sale : undefined,
        };
      },
    } as Pick<Sales, 'find'> as Sales;
    return { id: await namedSaleId('D1', names, sales), reads };
  };

  test('an id alone is read when the sale is opened', async () => {
    expect(await idOf({ dealerSaleId: 9 })).toEqual({ id: 9, reads: 0 });
    expect(await idOf({ saleCode: 'S-7' })).toEqual({ id: 7, reads: 1 });
    expect(await idOf({ dealerSaleId: 7, saleCode: 'S-7' })).toEqual({ id: 7, reads: 1 });
  });

  test.each([
    [{}, 'SaleCodeOrDealerSaleIdMustBeGiven'],
    [{ saleCode: 'S-9' }, 'DealerSaleNotFound'],
    [{ dealerSaleId: 9, saleCode: 'S-7' }, 'SaleCodeDoesntMatchDealerSaleId'],
  ])('%o is refused', async (names, reason) => {
    await expect(idOf(names)).rejects.toMatchObject({ reason });
  });
});

describe('a payment plan charges and sends by means of its own dealer and customer', () => {
  const TOKEN = 'T-1';
  const sale = { dealerCode: 'D1', dealerCustomerId: 5 } as Sale;
  const card = { customer: { dealerCustomerId: 5, customerCode: 'C-5' } } as StoredCard;
  const refused = async (
    { cardToken, dealerCustomerTypeId }: Partial<Pick<PlanWishes, 'cardToken' | 'dealerCustomerTypeId'>>,
    of: Sale = sale,
  ) => {
    const deps: PlanMeansDependencies = {
      cards: { ofTokens: async (dealer, tokens) => (dealer === 'D1' && tokens.join() === TOKEN ? [card] : []) },
      definitions: {
        find: async (id) => (id === 1 || id === 2 ? ({ dealerCode: `D${id}` } as Definition) : undefined),
      },
    };
    try {
      await refuseForeignMeans(deps, { cardToken, dealerCustomerTypeId }, of);
      return undefined;
    } catch (error) {
      return error;
    }
  };

  test.each([{}, { cardToken: TOKEN }, { dealerCustomerTypeId: 1 }, { cardToken: TOKEN, dealerCustomerTypeId: 1 }])(
    '%o is taken',
    async (wishes) => {
      expect(await refused(wishes)).toBeUndefined();
    },
  );

  const NO_CARD = "CardToken names no card of the sale's customer.";
  const NO_DEFINITION = 'DealerCustomerTypeId names no definition of the dealer.';

  test.each([
    ['an unknown card', { cardToken: 'T-9' }, sale, NO_CARD],
    ['a card of another dealer', { cardToken: TOKEN }, { ...sale, dealerCode: 'D2' }, NO_CARD],
    ['a card of another customer', { cardToken: TOKEN }, { ...sale, dealerCustomerId: 6 }, NO_CARD],
    ['an unknown definition', { dealerCustomerTypeId: 9 }, sale, NO_DEFINITION],
    ['a definition of another dealer', { cardToken: TOKEN, dealerCustomerTypeId: 2 }, sale, NO_DEFINITION],
  ])('%s is refused', async (_what, wishes, of, sentence) => {
    expect(await refused(wishes, of)).toMatchObject({ reason: 'InvalidRequest', sentence });
  });

  test('a sale without a customer has no card', async () => {
    const { dealerCustomerId: _none, ...without } = sale;
    expect(await refused({ cardToken: TOKEN }, without as Sale)).toMatchObject({ sentence: NO_CARD });
  });
});
