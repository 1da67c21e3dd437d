import { randomUUID } from 'node:crypto';
import { binItem } from '../../shared/adapters/dynamodb/card/bin-directory.ts';
import { customerItems } from '../../shared/adapters/dynamodb/customer/customers.ts';
import { subDealerItem } from '../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { messageItem } from '../../shared/adapters/dynamodb/message/message-item.ts';
import { dynamoPayments } from '../../shared/adapters/dynamodb/payment/payments.ts';
import { saleItems } from '../../shared/adapters/dynamodb/sale/sales.ts';
import { closedDayItem } from '../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import type { Attempt, DirectAttempt } from '../../shared/domain/attempt/attempt.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { readAddress } from '../../shared/domain/payment/payment-name.ts';
import { testCard, testCards } from '../../shared/nestpay/test-cards.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import type { StackAddress } from './app/stack-address.ts';
import { type BankDealer, forgetWhatAddressDid, newBankDealer } from './bank/bank-merchants.ts';
import { chooseCard, newOfferingDealer, payChosen } from './card/offered-cards.ts';
import { leastByToken } from './card/stored-cards.ts';
import { vaultOf } from './card/vault.ts';
import { type Answer, authenticationOf, newDealer } from './dealer/dealers.ts';
import { customerOf, saleOf } from './dealer/records.ts';
import * as payer from './payment/payer.ts';
import { startedBy, startShop } from './payment/shop-payments.ts';
import { subDealerWith, topDealer } from './payment/splits.ts';
import { itemsOfAttempt, itemsOfSteps, paymentNames } from './payment/stored-payments.ts';
import { putRows } from './store/store.ts';

/** More than any measurement takes. */
const PLENTY = minor(99_999_999_999);
const CARD_LIMIT = { count: 1_000_000, amount: PLENTY };
export const BY_ID = { DealerCustomerId: 1033 };
export const BY_CODE = { CustomerCode: 'C-1' };
export const SALE = { DealerSaleId: 77 };
/** Two sub-dealers who share the usual link. */
export const SPLIT = {
  CommissionScenario: 2,
  SubDealer: [
    { DealerId: 11, Amount: 249.9, DealerCommissionRate: 3.85 },
    { DealerId: 12, Amount: 1000, DealerCommissionRate: 2 },
  ],
};
export const KNOWN_BIN = '454360';

/** Limits of which every payment takes. */
export const limitsOf = (shards: number) => ({
  limits: { TL: { values: { daily: PLENTY, monthly: PLENTY, shards } } },
});

const ORDER = { Amount: 1249.9, SetInstallmentBy: 0, CommissionByDealer: 0, Description: 'Order with an article' };
const BASKET = [{ ProductId: 1, ProductCode: 'CUP-1', UnitPrice: 1249.9, Quantity: 1 }];
const BUYER = { BuyerFullName: 'Ayşe Yılmaz', BuyerEmail: 'ayse@example.com', BuyerGsmNumber: '5321234567' };
const ADDRESS = { BuyerAddress: 'Bahçe Sokak 12, Kadıköy, İstanbul' };

/** A link as dealers ask for them, with a code of its own: who buys what, in as many installments as the payer likes. */
export const usualLink = (fields: object = {}) => {
  const BuyerInformation = { ...BUYER, ...ADDRESS, BasketProduct: BASKET };
  return { OtherTrxCode: randomUUID(), ...ORDER, FullName: 'Ayşe Yılmaz', BuyerInformation, ...fields };
};

const CUSTOMER_PASSWORD = 'a password';

/** A dealer's payers may try each of these cards ten times in ten minutes. */
const CARDS = testCards.map(({ id }) => id).filter((id) => /^(?:approved|approved-mastercard|sample-\d+)$/.test(id));
const ATTEMPTS_OF_A_DEALER = 100;
const MINUTE_MS = 60_000;
const DAY_MS = 1440 * MINUTE_MS;
const MOST_RUNS = 3;

/** New dealers, with and without limits, and what payers of theirs begin. Payments go to the bank at `gateway`. */
export const newScene = async (stack: StackAddress, gateway: string) => {
  const pos = { gateway };
  const [dealer, limited] = [await newDealer({ stack }), await newDealer({ stack, dealer: limitsOf(4) })];
  const sending = await newDealer({ stack, definition: { deliveryMode: 'sms' } });
  const sharing = await newBankDealer({ stack, pos, dealer: topDealer });
  const { dealerCode: sharingCode } = sharing.dealer;
  await putRows(
    sharing.store,
    [11, 12].map((id) => subDealerItem(subDealerWith(id, { dealerCode: sharingCode }))),
  );
  const payingLimited = await newBankDealer({ stack, pos, dealer: { ...limitsOf(1), cardLimit: CARD_LIMIT } });
  let paying = await newBankDealer({ stack, pos });
  for (const { dealerCode } of [dealer.dealer, limited.dealer]) {
    const customer = customerOf(dealerCode, { dealerCustomerId: 1033, customerCode: 'C-1' });
    const sealedPassword = await vaultOf(stack).seal('a password', customerPasswordContext(customer));
    await putRows(dealer.store, customerItems({ ...customer, sealedPassword }));
  }
  await putRows(dealer.store, saleItems(saleOf(dealer.dealer.dealerCode, { dealerSaleId: 77, saleCode: 'S-1' })));
  const bins = [KNOWN_BIN, '411111', '555555'];
  await putRows(
    dealer.store,
    bins.map((bin) => binItem({ bin, bankCode: '64' })),
  );
  let attempts = 0;
  const nextCard = (): string => CARDS[attempts % CARDS.length] ?? '';
  const newLink = async (): Promise<string> => {
    attempts += 1;
    if (attempts % ATTEMPTS_OF_A_DEALER === 0) paying = await newBankDealer({ stack, pos });
    // An address may begin thirty attempts in ten minutes.
    await forgetWhatAddressDid(paying);
    return (await paying.newLink(usualLink())).url;
  };
  const newCardForm = async () => payer.quoteFor(await payer.openPage(await newLink()), nextCard());
  const newCallback = async () =>
    payer.callbackOf(await payer.toCallback(await payer.payWith(await newCardForm(), nextCard())));
  const newReturn = async () => payer.finishingForm(await newCallback());
  const toGate = async (page: payer.PayerPage) => payer.passingForm(await payer.payWith(page, nextCard()));
  const offering = await newOfferingDealer({ stack, pos });
  /** A link whose customer has two stored cards and a password. */
  const newOfferingLink = async ({ besideCustomer = false } = {}) => {
    attempts += 1;
    await forgetWhatAddressDid(offering);
    const customer = await offering.addCustomer(CUSTOMER_PASSWORD);
    for (const id of [nextCard(), 'approved'])
      await offering.addCard(customer, testCard(id).number, { besideCustomer });
    return offering.linkFor(customer, usualLink());
  };
  /** A dealer's 3D payment that nobody opened yet, by a card or by the token of a stored one. */
  const newBoxPage = async (by: 'card' | 'token') => {
    const { token: CardToken } = await offering.addCard(await offering.addCustomer(), testCard('approved').number);
    const { url } = startedBy(await startShop(offering, by === 'card' ? {} : { ...leastByToken, CardToken }));
    return payer.passingForm(await payer.openPage(url));
  };
  return {
    stack,
    dealer,
    limited,
    sending,
    sharing,
    payingLimited,
    paying: () => paying,
    newLink,
    newCardForm,
    toGate,
    newCallback,
    newReturn,
    newOfferingLink,
    newBoxPage,
  };
};

export type Scene = Awaited<ReturnType<typeof newScene>>;

export const refuseFailure = ({ ResultCode, ResultMessage, Data }: Answer): void => {
  const declined = (Data as { readonly IsSuccessful?: boolean } | null)?.IsSuccessful === false;
  if (ResultCode !== 'Success' || declined) throw new Error(`The answer is ${ResultCode}: ${ResultMessage}`);
};

export const payDirectly = ({ payDirectly: pay }: BankDealer) => pay({ OtherTrxCode: randomUUID() });

/** Pays directly, and stores the card for a customer who is registered with the payment. */
export const payStoringCard = ({ payDirectly: pay }: BankDealer) =>
  pay({ OtherTrxCode: randomUUID(), CustomerInformation: { CustomerCode: randomUUID(), FirstName: 'Deniz' } });

/** Posts what the page after the bank's callback posts, and answers the address to which the payer is moved. */
export const finish = async ({ action, fields }: payer.PageForm): Promise<string> => {
  const body = new URLSearchParams(Object.fromEntries(fields));
  const { status, headers } = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  const location = headers.get('location') ?? '';
  if (!location.includes('/result/')) throw new Error(`The callback was answered with ${status}.`);
  return location;
};

/** A call that can be made once and refuses any answer but a success. One about a payment tells how it is named. */
type Call = (() => Promise<unknown>) & { readonly names?: readonly string[] };

/** Makes what one call needs, and answers the call. */
export type Prepare = (scene: Scene) => Promise<Call>;

/** Opens the box of a dealer's 3D payment, as its page does by itself: the payer goes to the bank. */
export const openedBox =
  (by: 'card' | 'token'): Prepare =>
  async ({ newBoxPage }) => {
    const page = await newBoxPage(by);
    return async () => payer.passingForm(await payer.postForm(page));
  };

export const asked = (ask: (scene: Scene) => Promise<Answer>): Prepare => {
  return async (scene) => async () => refuseFailure(await ask(scene));
};

/** What the script of a new link's page asks for a card, in place of its answer. */
export const quoted: Prepare = async ({ newLink, stack }) => {
  const { pathname } = new URL(await newLink());
  const url = `${stack.baseUrl}${pathname}`;
  const [, payment = '', secret = ''] = /\/pay\/([^.]+)\.(.+)$/.exec(url) ?? [];
  const ask = async () => {
    const bin = testCard('approved').number.slice(0, 8);
    const answer = await fetch(`${url}/quote`, { method: 'POST', body: new URLSearchParams({ bin }) });
    const { plans = '' } = (await answer.json()) as { readonly plans?: string };
    if (!plans.includes('type="radio"')) throw new Error(`The quote is ${plans}.`);
  };
  return Object.assign(ask, { names: [payment, secret] });
};

/** The form of a stored card of a new link. */
export const chosenCardOf = async ({ newOfferingLink }: Scene): Promise<payer.PayerPage> =>
  chooseCard(await payer.openPage(await newOfferingLink()));

/** From the form of a stored card to the bank's gate. */
export const toGateStored = async (page: payer.PayerPage): Promise<payer.PageForm> =>
  payer.passingForm(await payChosen(page, { cvc: payer.CVC, password: CUSTOMER_PASSWORD }));

type Fields = Readonly<Record<string, unknown>>;

/** A direct payment, and the operations about it. */
export const newPayment = async ({ paying }: Scene, fields: Fields = {}) => {
  const dealer = paying();
  const OtherTrxCode = randomUUID();
  const { VirtualPosOrderId = '' } = (await dealer.payDirectly({ OtherTrxCode, ...fields })).Data as Record<
    string,
    string
  >;
  const call = async (operation: string, request: Fields = {}) => {
    const blocks = {
      PaymentDealerAuthentication: authenticationOf(dealer.account),
      PaymentDealerRequest: { OtherTrxCode, ...request },
    };
    const answer = await dealer.post(`/PaymentDealer/${operation}`, JSON.stringify(blocks));
    refuseFailure(answer);
    return answer.Data as { readonly PaymentDetail: Fields };
  };
  const [, name = ''] = VirtualPosOrderId.split('-');
  const find = async () => {
    const payment = await dynamoPayments(dealer.store, paymentNames).find(name);
    if (payment === undefined) throw new Error('There is no payment.');
    return payment;
  };
  return { ...dealer, names: [OtherTrxCode, name], call, find };
};

/** Pays with these fields, carries out what comes before, and answers the operation about the payment. */
export const about = (operation: string, fields: Fields = {}, before: readonly string[] = []): Prepare => {
  return async (scene) => {
    const { call, names } = await newPayment(scene, fields);
    for (const one of before) await call(one);
    return Object.assign(() => call(operation), { names });
  };
};

/** How keys name the payment of a link. */
const nameOf = (url: unknown): string =>
  readAddress(new URL(String(url)).pathname.slice('/pay/'.length))?.payment ?? '';

/** Makes a payment request, and answers an operation about it, named by its code or its id. */
export const aboutLink = (operation: string, by: 'code' | 'id'): Prepare => {
  return async ({ dealer }) => {
    const OtherTrxCode = randomUUID();
    const { UserPosPaymentId, Url } = (await dealer.createLink(usualLink({ OtherTrxCode }))).Data as Fields;
    const request = by === 'code' ? { OtherTrxCode } : { UserPosPaymentId };
    const ask = async () => refuseFailure(await dealer.callLink(operation, request));
    return Object.assign(ask, { names: [OtherTrxCode, nameOf(Url)] });
  };
};

/** A payment request whose first SMS went out, and its resend; another one was resent before, so that caches are warm. */
export const resentLink: Prepare = async ({ sending: dealer }) => {
  const newSent = async () => {
    const OtherTrxCode = randomUUID();
    const { Data } = await dealer.createLink(usualLink({ OtherTrxCode, GsmNumber: '5301111111' }));
    const payment = nameOf((Data as Fields).Url);
    const sent = { payment, channel: 'sms', round: 1, kind: 'link', state: 'sent', to: '5301111111' } as const;
    await putRows(dealer.store, [messageItem({ ...sent, version: 1, handOvers: 1, queuedAtMs: Date.now() })]);
    const ask = async () => refuseFailure(await dealer.callLink('ResendUserPosPayment', { OtherTrxCode }));
    return Object.assign(ask, { names: [OtherTrxCode, payment] });
  };
  const [first, second] = [await newSent(), await newSent()];
  await first();
  return second;
};

/** A run of the sweeper, which answers how many rows it brought to their end. */
const sweep = async ({ stack: { endpoint, operateFunctionName } }: Scene): Promise<number> => {
  const name = operateFunctionName.replace(/operate$/, 'reconcile-payments');
  const answer = await fetch(`${endpoint}/2015-03-31/functions/${name}/invocations`, { method: 'POST', body: '{}' });
  return ((await answer.json()) as { readonly reconciled: number }).reconciled;
};

type NewPayment = Awaited<ReturnType<typeof newPayment>>;

/** Makes the sweeper's next run take the payment's steps, as it would later by itself. */
const makeStepsDue = async ({ find, store }: NewPayment): Promise<void> => {
  const { steps, attempts } = await find();
  const due = steps.map((step) => ({ ...step, dueAtMs: Date.now() }));
  await putRows(store, itemsOfSteps(due, attempts[0]?.pos.gateway ?? ''));
};

/** Has the sweeper bring a row of a payment to its end, when it has taken all others. */
export const swept = (makeDue: (payment: NewPayment) => Promise<unknown>): Prepare => {
  return async (scene) => {
    const payment = await newPayment(scene);
    await sweep(scene);
    await makeDue(payment);
    return async () => {
      for (let runs = 1; (await sweep(scene)) === 0; runs += 1) {
        if (runs === MOST_RUNS) throw new Error('The sweeper has not brought the row to its end.');
        await makeStepsDue(payment);
      }
    };
  };
};

/** Makes a payment older than it is. */
const age = async ({ find, store }: NewPayment, byMs: number, changes: Partial<DirectAttempt> = {}): Promise<void> => {
  const [startedAtMs, dueAtMs] = [Date.now() - byMs, Date.now()];
  const aged = { startedAtMs, lastCallAtMs: startedAtMs, answerByMs: startedAtMs, dueAtMs, ...changes };
  const { attempts } = await find();
  await putRows(
    store,
    attempts.flatMap((attempt) => itemsOfAttempt({ ...attempt, ...aged } as Attempt)),
  );
};

/** A refund of a part after the end of the bank's day. */
export const creditDue = async (payment: NewPayment): Promise<void> => {
  const { call, store, merchant } = payment;
  await putRows(store, [closedDayItem({ of: merchant, closedAtMs: Date.now() + 1, version: 1 })]);
  await age(payment, DAY_MS);
  await call('DoCreateRefundRequest', { Amount: 10 });
};

/** A charge that was told as failed while the bank had not answered. */
export const reversalDue = (payment: NewPayment) =>
  age(payment, 5 * MINUTE_MS, { state: 'in-doubt', reportedOutcome: 'failed' });
