import { beforeAll, describe, expect, test } from 'vitest';
import { binItem } from '../../../shared/adapters/dynamodb/card/bin-directory.ts';
import { storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import type { OperationName } from '../../../shared/domain/dealer/dealer.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { type BankDealer, forgetWhatAddressDid, rowsOf, simple } from '../../support/bank/bank-merchants.ts';
import {
  chooseCard,
  newOfferingDealer,
  type OfferingDealer,
  payChosen,
  rowsOn,
} from '../../support/card/offered-cards.ts';
import { expectCardHidden, SECRET_EXPIRY, type Searched } from '../../support/card/secret-card.ts';
import { vaultOf } from '../../support/card/vault.ts';
import { callOperation } from '../../support/dealer/operation-calls.ts';
import { newOperator } from '../../support/operator/operators.ts';
import { leastSplit, putSubDealers, TOP_DEALER_RATES } from '../../support/payment/direct-payments.ts';
import {
  CVC,
  callbackOf,
  openPage,
  type PayerPage,
  passingForm,
  postCallback,
  postForm,
  reportOn,
  throughBank,
  toCallback,
} from '../../support/payment/payer.ts';
import { openBox, SHOP_MARKET_PLACE, SHOP_PREFIX, startedBy, startShop } from '../../support/payment/shop-payments.ts';
import { putRows } from '../../support/store/store.ts';

const BY_TOKEN = { CardHolderFullName: undefined, CardNumber: undefined, ExpMonth: undefined, ExpYear: undefined };
const PRESSES = 20;

let dealer: OfferingDealer;
beforeAll(async () => {
  dealer = await newOfferingDealer({ dealer: { topDealerRates: TOP_DEALER_RATES } });
  await putSubDealers(dealer, [1774, 1803]);
});

/** How often the gate took a form of this dealer. */
const postsOf = async ({ stack, merchant }: BankDealer): Promise<number> =>
  (await rowsOf(stack, 'BANK#CHALLENGE#')).filter(({ clientId }) => clientId === merchant.clientId).length;

const isHandedOver = ({ text }: PayerPage): boolean => text.includes('Taking you to your bank');

/** A customer with one stored card. */
const withCard = async (cardId: string, of = dealer) => {
  await forgetWhatAddressDid(of);
  const customer = await of.addCustomer();
  const card = await of.addCard(customer, testCard(cardId).number, SECRET_EXPIRY);
  return { customer, card };
};

/** The form of a stored card on a link of its customer. */
const chosen = async (cardId: string, of = dealer) => {
  const { customer } = await withCard(cardId, of);
  const url = await of.linkFor(customer, { ...simple });
  const page = await openPage(url);
  return { url, page, form: await chooseCard(page) };
};

/** A 3D payment by token as a dealer's shop starts it. */
const started = async (cardId: string, of = dealer, path?: string, fields: object = {}) => {
  const { card } = await withCard(cardId, of);
  const CardToken = card.token;
  return { card, answer: await startShop(of, { ...BY_TOKEN, CardToken, CvcNumber: CVC, ...fields }, path) };
};

describe('No page and no answer of a payment by a stored card tells its number or expiry (rules 25 and 48)', () => {
  /** Through the bank, with every page on the way. */
  const pagesToTheEnd = async (handOver: PayerPage): Promise<readonly PayerPage[]> => {
    const callback = callbackOf(await toCallback(handOver));
    return [handOver, await postForm(callback), await postCallback(callback)];
  };

  test('of a link: its pages, the form for the bank, the way back, and what the dealer hears', async () => {
    const { url, page, form } = await chosen('sample-3');
    const wrong = await payChosen(form, { cvc: '1' });
    const changed = await payChosen(form, { cvc: CVC, choice: '1:1' });
    const handOver = await payChosen(form, { cvc: CVC });
    expect(isHandedOver(handOver)).toBe(true);
    const pages = [page, form, wrong, changed, ...(await pagesToTheEnd(handOver)), await openPage(url)];
    for (const one of pages) expectCardHidden(one, 'sample-3');
    expect((await dealer.linkAt(url)).state).toBe('paid');
  });

  test.each([
    ['3D by token', undefined, {}],
    ['3D by token with sub-dealers', SHOP_MARKET_PLACE, leastSplit],
  ])('of %s: the call, its page, the form for the bank, and the report', async (_name, path, fields) => {
    const { answer } = await started('sample-3', dealer, path, fields);
    const { url } = startedBy(answer);
    const pages = await pagesToTheEnd(await openBox(url));
    const all: Searched[] = [JSON.stringify(answer), await openPage(url), ...pages];
    for (const one of all) expectCardHidden(one, 'sample-3');
    const [report] = pages.slice(-1);
    if (report === undefined) throw new Error('no report');
    expect(reportOn(report).fields.resultCode).toBe('');
  });

  test('of a payment by token without 3D, the dealer’s lists and details, and what operators see', async () => {
    const { customer, card } = await withCard('sample-3');
    const code = `T-${card.token.slice(0, 8)}`;
    const { CardHolderFullName, CardNumber, ExpMonth, ExpYear } = BY_TOKEN;
    const noCard = { CardHolderFullName, CardNumber, ExpMonth, ExpYear };
    const paid = await dealer.payDirectly({ ...noCard, CvcNumber: CVC, CardToken: card.token, OtherTrxCode: code });
    expect(paid).toMatchObject({ Data: { IsSuccessful: true } });
    const { customerCode: CustomerCode } = customer;
    const asked: readonly (readonly [OperationName, object])[] = [
      ['GetDealerPaymentTrxDetailList', { OtherTrxCode: code }],
      ['GetPaymentList', {}],
      ['GetPaymentTrxList', {}],
    ];
    const answers = await Promise.all(asked.map(([operation, fields]) => callOperation(dealer, operation, fields)));
    const { done } = newOperator();
    const { dealerCode } = dealer.dealer;
    const shown = [
      await done('show-payment', { dealerCode, otherTrxCode: code }),
      await done('show-customer-cards', { dealerCode, customerCode: CustomerCode }),
    ];
    for (const one of [paid, ...answers, ...shown]) expectCardHidden(JSON.stringify(one), 'sample-3');
    // What is allowed: brand, the masked number; and the expiry to the dealer who asks for the card itself.
    expect(JSON.stringify(shown)).toContain('453144******2283');
  });
});

describe('Presses at once (rules 2 and 25)', () => {
  test(`${PRESSES} on the page of a link make one attempt and one post to the gate`, async () => {
    const { url, form } = await chosen('approved');
    const before = await postsOf(dealer);
    const answers = await Promise.all(Array.from({ length: PRESSES }, () => payChosen(form, { cvc: CVC })));
    expect(answers.filter(isHandedOver)).toHaveLength(1);
    expect(answers.filter(({ text }) => text.includes('Your payment is being started'))).toHaveLength(PRESSES - 1);
    expect((await postsOf(dealer)) - before).toBe(1);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'authenticating' }]);
  });

  test(`${PRESSES} openings of a box by token make one attempt and one post to the gate`, async () => {
    const { url } = startedBy((await started('approved')).answer);
    const page = passingForm(await openPage(url));
    const before = await postsOf(dealer);
    const answers = await Promise.all(Array.from({ length: PRESSES }, () => postForm(page)));
    expect(answers.filter(isHandedOver)).toHaveLength(1);
    expect((await postsOf(dealer)) - before).toBe(1);
  });
});

describe('A gate that leads to no form (rule 20)', () => {
  test.each(['gate-redirect', 'gate-cookie', 'gate-script', 'gate-echo'])(
    '%s: the attempt of a link is declined with 024, and the payer may try again',
    async (cardId) => {
      const { url, form } = await chosen(cardId);
      const after = await payChosen(form, { cvc: CVC });
      expectCardHidden(after, cardId);
      expect(await dealer.attemptsAt(url)).toMatchObject([
        { state: 'declined', reportedOutcome: 'failed', bank: { code: '024' } },
      ]);
      const link = await dealer.linkAt(url);
      expect(link).toMatchObject({ state: 'open', progress: { threeDOnly: true } });
      expect(rowsOn(after)).toHaveLength(1);
    },
  );

  test('the one attempt of a box ends with 024, which the dealer is told', async () => {
    const { url } = startedBy((await started('gate-redirect')).answer);
    const report = await openBox(url);
    expectCardHidden(report, 'gate-redirect');
    expect(reportOn(report).fields).toMatchObject({ resultCode: '024' });
    expect(reportOn(await openBox(url).catch(() => openPage(url))).fields).toMatchObject({ resultCode: '024' });
  });

  test('a page in the bank’s own letters reaches the bank as it was written', async () => {
    const { url, form } = await chosen('gate-latin-5');
    const handOver = await payChosen(form, { cvc: CVC });
    expect(handOver.markup).toMatch(/accept-charset="(?:iso-8859-9|windows-1254)"/);
    expect(await dealer.attemptsAt(url)).toMatchObject([{ state: 'authenticating' }]);
  });
});

describe('The box of a payment by token', () => {
  const resultOf = async (url: string) => reportOn(await openBox(url)).fields;

  test('is opened at an address of its own, and the other address leads there', async () => {
    const { url } = startedBy((await started('approved')).answer);
    expect(new URL(url).pathname).toMatch(/^\/box\/[^/]+\/stored-card$/);
    const other = new URL(url);
    other.pathname = other.pathname.replace('/stored-card', '');
    const moved = await openBox(other.href);
    expect(new URL(moved.address).pathname).toBe(new URL(url).pathname);
    const handOver = await postForm(passingForm(moved));
    expect(reportOn(await throughBank(handOver)).fields.resultCode).toBe('');
  });

  test('a card that was removed meanwhile, or has expired meanwhile, ends it with 000', async () => {
    const removed = await started('approved');
    await callOperation(dealer, 'RemoveCard', { CardToken: removed.card.token });
    expect(await resultOf(startedBy(removed.answer).url)).toMatchObject({ resultCode: '000' });
    const { card, answer } = await started('approved');
    const expired = { number: testCard('approved').number, expiryMonth: '01', expiryYear: '2024' };
    const sealed = await sealStoredCard(card, expired, vaultOf(dealer.stack));
    await putRows(dealer.store, [storedCardItem({ ...card, ...sealed })]);
    expect(await resultOf(startedBy(answer).url)).toMatchObject({ resultCode: '000' });
  });

  test('a virtual POS without server start refuses the call, and says what to send', async () => {
    const settings = { topDealerRates: TOP_DEALER_RATES };
    const without = await newOfferingDealer({ dealer: settings, pos: { serverStart: false } });
    await putSubDealers(without, [1774, 1803]);
    for (const [path, fields] of [
      [undefined, {}],
      [SHOP_MARKET_PLACE, leastSplit],
    ] as const) {
      const { answer } = await started('approved', without, path, fields);
      expect(answer.ResultCode).toBe(`${SHOP_PREFIX}VirtualPosNotAvailable`);
      expect(answer.ResultMessage).toContain('CardToken');
    }
    // The card itself still pays with 3D.
    expect((await startShop(without)).ResultCode).toBe('Success');
  });
});

describe('Cards that links offer (rule 48)', () => {
  test('none of a customer without a password, unless the dealer sets so', async () => {
    const strict = await newOfferingDealer({ dealer: { storedCardsWithoutPassword: false } });
    const [open, guarded] = [await strict.addCustomer(), await strict.addCustomer('parola')];
    for (const customer of [open, guarded]) await strict.addCard(customer, testCard('approved').number);
    expect(rowsOn(await openPage(await strict.linkFor(open, { ...simple })))).toEqual([]);
    expect(rowsOn(await openPage(await strict.linkFor(guarded, { ...simple })))).toHaveLength(1);
  });

  test('none where the virtual POS takes none from this service; of two banks the cards of the one that does', async () => {
    const none = await newOfferingDealer({ pos: { serverStart: false } });
    const { customer } = await withCard('approved', none);
    expect(rowsOn(await openPage(await none.linkFor(customer, { ...simple })))).toEqual([]);
    const one = await newOfferingDealer();
    await one.putPos({ posId: '2', bankCode: '977', isDefault: false, serverStart: false });
    const [here, there] = [testCard('approved').number, testCard('sample-9').number];
    await putRows(one.store, [binItem({ bin: there.slice(0, 6), bankCode: '977' })]);
    const both = await one.addCustomer();
    for (const number of [here, there]) await one.addCard(both, number);
    const rows = rowsOn(await openPage(await one.linkFor(both, { ...simple })));
    expect(rows.map(({ text }) => text)).toEqual([expect.stringContaining(here.slice(-4))]);
  });

  test('a wrong password never locks the card elsewhere', async () => {
    const customer = await dealer.addCustomer('parola');
    await dealer.addCard(customer, testCard('approved').number);
    for (let links = 0; links < 3; links += 1) {
      await forgetWhatAddressDid(dealer);
      const form = await chooseCard(await openPage(await dealer.linkFor(customer, { ...simple })));
      for (let tried = 0; tried < 4; tried += 1) await payChosen(form, { cvc: CVC, password: `wrong-${tried}` });
    }
    await forgetWhatAddressDid(dealer);
    const fresh = await chooseCard(await openPage(await dealer.linkFor(customer, { ...simple })));
    expect(isHandedOver(await payChosen(fresh, { cvc: CVC, password: 'parola' }))).toBe(true);
  });
});
