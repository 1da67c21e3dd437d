import { randomUUID } from 'node:crypto';
import { customerItems } from '../../shared/adapters/dynamodb/rows/customer-row.ts';
import { saleItems } from '../../shared/adapters/dynamodb/rows/sale-row.ts';
import type { Dealer } from '../../shared/domain/dealer.ts';
import { minor } from '../../shared/domain/money.ts';
import { customerPasswordContext } from '../../shared/ports/vault.ts';
import { forgetWhatAddressDid, newBankDealer, simple } from '../support/bank-merchants.ts';
import { type Answer, newDealer, type TestDealer } from '../support/dealers.ts';
import { callbackOf, formFor, openPage, type PageForm, payWith, toCallback, typedCard } from '../support/payer.ts';
import { customerOf, saleOf } from '../support/records.ts';
import type { StackAddress } from '../support/stack-address.ts';
import { putRows } from '../support/store.ts';
import { vaultOf } from '../support/vault.ts';

/** Limits that no measurement reaches, of which every payment takes. */
export const limitsOf = (shards: number): Pick<Dealer, 'limits'> => ({
  limits: { TL: { values: { daily: minor(99_999_999_999), monthly: minor(99_999_999_999), shards } } },
});

/** A link as dealers ask for them: who buys what, with a code of its own. */
export const usualLink = () => ({
  ...simple,
  OtherTrxCode: randomUUID(),
  Amount: 1249.9,
  Description: 'Order with two articles',
  FullName: 'Ayşe Yılmaz',
  BuyerInformation: {
    BuyerFullName: 'Ayşe Yılmaz',
    BuyerEmail: 'ayse@example.com',
    BuyerGsmNumber: '5321234567',
    BuyerAddress: 'Bahçe Sokak 12, Kadıköy, İstanbul',
    BasketProduct: [
      { ProductId: 1, ProductCode: 'CUP-1', UnitPrice: 249.95, Quantity: 2 },
      { ProductId: 2, ProductCode: 'POT-7', UnitPrice: 750, Quantity: 1 },
    ],
  },
});

/** Makes what one call needs, and answers the call, which can be made once and refuses any answer but a success. */
export type Operation = () => Promise<() => Promise<unknown>>;

/** An operation of the interface. */
export const asking =
  (ask: () => Promise<Answer>): Operation =>
  async () =>
  async () => {
    const { ResultCode, ResultMessage, Data } = await ask();
    const declined = (Data as { readonly IsSuccessful?: boolean } | null)?.IsSuccessful === false;
    if (ResultCode !== 'Success' || declined) throw new Error(`The answer is ${ResultCode}: ${ResultMessage}`);
  };

const post = async ({ action, fields }: PageForm, typed: Readonly<Record<string, string>> = {}): Promise<Response> => {
  const body = new URLSearchParams({ ...Object.fromEntries(fields), ...typed });
  const response = await fetch(action, { method: 'POST', body, redirect: 'manual' });
  if (response.status !== 200 && response.status !== 303) throw new Error(`${action} answered ${response.status}.`);
  return response;
};

/** Each of these cards may be tried ten times in ten minutes with one dealer. */
const CARDS = ['approved', 'approved-mastercard', ...Array.from({ length: 11 }, (_, index) => `sample-${index + 1}`)];
const ATTEMPTS_OF_A_DEALER = 100;

const putCustomer = async ({ stack, store, dealer }: TestDealer, dealerCustomerId: number): Promise<void> => {
  const customer = customerOf(dealer.dealerCode, { dealerCustomerId, customerCode: 'C-1' });
  const sealedPassword = await vaultOf(stack).seal('a password', customerPasswordContext(customer));
  await putRows(store, customerItems({ ...customer, sealedPassword }));
};

/** All operations of the app at `stack.baseUrl`, with dealers of their own. Payments go to the bank at `gateway`. */
export const newOperations = async (stack: StackAddress, gateway = stack.baseUrl) => {
  const pos = { gateway };
  const dealer = await newDealer({ stack });
  const limited = await newDealer({ stack, dealer: limitsOf(4) });
  const cardLimit = { count: 1_000_000, amount: minor(99_999_999_999) };
  const payingLimited = await newBankDealer({ stack, pos, dealer: { ...limitsOf(1), cardLimit } });
  let paying = await newBankDealer({ stack, pos });
  for (const one of [dealer, limited]) await putCustomer(one, 1033);
  const [customer, CustomerCode] = [{ DealerCustomerId: 1033 }, 'C-1'];
  const sale = saleOf(dealer.dealer.dealerCode, { saleCode: 'S-1' });
  await putRows(dealer.store, saleItems(sale));
  let attempts = 0;
  const nextCard = (): string => CARDS[attempts % CARDS.length] ?? '';
  const newLink = async (): Promise<string> => {
    attempts += 1;
    if (attempts % ATTEMPTS_OF_A_DEALER === 0) paying = await newBankDealer({ stack, pos });
    // An address may begin thirty attempts in ten minutes.
    await forgetWhatAddressDid(paying);
    return (await paying.newLink(usualLink())).url;
  };
  const newCallback = async (): Promise<PageForm> =>
    callbackOf(await toCallback(await payWith(await openPage(await newLink()), nextCard())));
  return {
    'get sale': asking(() => dealer.getSale({ DealerSaleId: sale.dealerSaleId })),
    'get sale by both': asking(() => dealer.getSale({ DealerSaleId: sale.dealerSaleId, SaleCode: 'S-1' })),
    'get customer': asking(() => dealer.getCustomer(customer)),
    'get customer by both': asking(() => dealer.getCustomer({ ...customer, CustomerCode })),
    'create link': asking(() => dealer.createLink(usualLink())),
    'create link, customer named': asking(() => dealer.createLink({ ...usualLink(), CustomerCode })),
    'create link, limits set': asking(() => limited.createLink(usualLink())),
    'create link, both': asking(() => limited.createLink({ ...usualLink(), CustomerCode })),
    'create link again': asking(() => dealer.createLink({ ...usualLink(), OtherTrxCode: 'again' })),
    'direct payment': asking(() => paying.payDirectly({ OtherTrxCode: randomUUID() })),
    'direct payment, limits set': asking(() => payingLimited.payDirectly({ OtherTrxCode: randomUUID() })),
    'page view': async () => {
      const url = await newLink();
      return () => openPage(url);
    },
    '3D start': async () => {
      const form = formFor(await openPage(await newLink()), 'pay');
      return () => post(form, typedCard(nextCard()));
    },
    '3D finish': async () => {
      const callback = await newCallback();
      return () => post(callback);
    },
    'result page': async () => {
      const { headers } = await post(await newCallback());
      return () => openPage(headers.get('location') ?? '');
    },
  } satisfies Record<string, Operation>;
};

export type Operations = Awaited<ReturnType<typeof newOperations>>;
