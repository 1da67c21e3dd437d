import { randomUUID } from 'node:crypto';
import { customerItems } from '../../shared/adapters/dynamodb/rows/customer-row.ts';
import { saleItems } from '../../shared/adapters/dynamodb/rows/sale-row.ts';
import { minor } from '../../shared/domain/money/money.ts';
import { testCards } from '../../shared/nestpay/test-cards.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import { forgetWhatAddressDid, newBankDealer } from '../support/bank-merchants.ts';
import { type Answer, newDealer } from '../support/dealers.ts';
import { callbackOf, openPage, type PageForm, passingForm, payWith, quoteFor, toCallback } from '../support/payer.ts';
import { customerOf, saleOf } from '../support/records.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { putRows } from '../support/store.ts';
import { vaultOf } from '../support/vault.ts';

/** More than any measurement takes. */
const PLENTY = minor(99_999_999_999);

/** Limits of which every payment takes. */
export const limitsOf = (shards: number) => ({
  limits: { TL: { values: { daily: PLENTY, monthly: PLENTY, shards } } },
});

/** A link as dealers ask for them, with a code of its own: who buys what, in as many installments as the payer likes. */
export const usualLink = () => ({
  OtherTrxCode: randomUUID(),
  Amount: 1249.9,
  SetInstallmentBy: 0,
  CommissionByDealer: 0,
  Description: 'Order with an article',
  FullName: 'Ayşe Yılmaz',
  BuyerInformation: {
    BuyerFullName: 'Ayşe Yılmaz',
    BuyerEmail: 'ayse@example.com',
    BuyerGsmNumber: '5321234567',
    BuyerAddress: 'Bahçe Sokak 12, Kadıköy, İstanbul',
    BasketProduct: [{ ProductId: 1, ProductCode: 'CUP-1', UnitPrice: 1249.9, Quantity: 1 }],
  },
});

/** Makes what one call needs, and answers the call, which can be made once and refuses any answer but a success. */
export type Operation = () => Promise<() => Promise<unknown>>;

const prepared = <Made>(make: () => Promise<Made>, call: (made: Made) => Promise<unknown>): Operation => {
  return async () => {
    const made = await make();
    return () => call(made);
  };
};

export const asking = (ask: () => Promise<Answer>): Operation => {
  const call = async () => {
    const { ResultCode, ResultMessage, Data } = await ask();
    const declined = (Data as { readonly IsSuccessful?: boolean } | null)?.IsSuccessful === false;
    if (ResultCode !== 'Success' || declined) throw new Error(`The answer is ${ResultCode}: ${ResultMessage}`);
  };
  return async () => call;
};

/** Posts the bank's callback, and answers the address to which the payer is moved. */
const finish = async ({ action, fields }: PageForm): Promise<string> => {
  const body = new URLSearchParams(Object.fromEntries(fields));
  const { status, headers } = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  const location = headers.get('location') ?? '';
  if (!location.includes('/result/')) throw new Error(`The callback was answered with ${status}.`);
  return location;
};

/** A dealer's payers may try each of these cards ten times in ten minutes. */
const CARDS = testCards.map(({ id }) => id).filter((id) => /^(?:approved|approved-mastercard|sample-\d+)$/.test(id));
const ATTEMPTS_OF_A_DEALER = 100;

/** All operations of the app at `stack.baseUrl`, with dealers of their own. Payments go to the bank at `gateway`. */
export const newOperations = async (stack: StackAddress, gateway = stack.baseUrl) => {
  const pos = { gateway };
  const [dealer, limited] = [await newDealer({ stack }), await newDealer({ stack, dealer: limitsOf(4) })];
  const cardLimit = { count: 1_000_000, amount: PLENTY };
  const payingLimited = await newBankDealer({ stack, pos, dealer: { ...limitsOf(1), cardLimit } });
  let paying = await newBankDealer({ stack, pos });
  const [byId, byCode] = [{ DealerCustomerId: 1033 }, { CustomerCode: 'C-1' }];
  for (const { dealerCode } of [dealer.dealer, limited.dealer]) {
    const customer = customerOf(dealerCode, { dealerCustomerId: 1033, customerCode: 'C-1' });
    const sealedPassword = await vaultOf(stack).seal('a password', customerPasswordContext(customer));
    await putRows(dealer.store, customerItems({ ...customer, sealedPassword }));
  }
  const sale = saleOf(dealer.dealer.dealerCode, { saleCode: 'S-1' });
  await putRows(dealer.store, saleItems(sale));
  const saleById = { DealerSaleId: sale.dealerSaleId };
  let attempts = 0;
  const nextCard = (): string => CARDS[attempts % CARDS.length] ?? '';
  const newLink = async (): Promise<string> => {
    attempts += 1;
    if (attempts % ATTEMPTS_OF_A_DEALER === 0) paying = await newBankDealer({ stack, pos });
    // An address may begin thirty attempts in ten minutes.
    await forgetWhatAddressDid(paying);
    return (await paying.newLink(usualLink())).url;
  };
  const newCardForm = async () => quoteFor(await openPage(await newLink()), nextCard());
  const newCallback = async () => callbackOf(await toCallback(await payWith(await newCardForm(), nextCard())));
  return {
    'get sale': asking(() => dealer.getSale(saleById)),
    'get sale by both': asking(() => dealer.getSale({ ...saleById, SaleCode: 'S-1' })),
    'get customer': asking(() => dealer.getCustomer(byId)),
    'get customer by both': asking(() => dealer.getCustomer({ ...byId, ...byCode })),
    'create link': asking(() => dealer.createLink(usualLink())),
    'create link, customer named': asking(() => dealer.createLink({ ...usualLink(), ...byCode })),
    'create link, limits set': asking(() => limited.createLink(usualLink())),
    'create link, both': asking(() => limited.createLink({ ...usualLink(), ...byCode })),
    'create link again': asking(() => dealer.createLink({ ...usualLink(), OtherTrxCode: 'again' })),
    'direct payment': asking(() => paying.payDirectly({ OtherTrxCode: randomUUID() })),
    'direct payment, limits set': asking(() => payingLimited.payDirectly({ OtherTrxCode: randomUUID() })),
    'page view': prepared(newLink, openPage),
    '3D start': prepared(newCardForm, async (page) => passingForm(await payWith(page, nextCard()))),
    '3D finish': prepared(newCallback, finish),
    'result page': prepared(async () => finish(await newCallback()), openPage),
  } satisfies Record<string, Operation>;
};

export type Operations = Awaited<ReturnType<typeof newOperations>>;
