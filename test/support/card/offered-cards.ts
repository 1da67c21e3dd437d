import { customerCardItems, storedCardItem } from '../../../shared/adapters/dynamodb/card/stored-cards.ts';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { cardTokens } from '../../../shared/adapters/runtime/card-tokens.ts';
import { systemRandomness } from '../../../shared/adapters/runtime/system.ts';
import { maskCard } from '../../../shared/domain/card/card-rules.ts';
import type { StoredCard } from '../../../shared/domain/card/stored-card.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import { sealStoredCard } from '../../../shared/payment-flow/kept-card.ts';
import { customerPasswordContext } from '../../../shared/ports/vault.ts';
import { stackOfTests } from '../app/stack-of-tests.ts';
import { type BankDealer, newBankDealer } from '../bank/bank-merchants.ts';
import { customerOf } from '../dealer/records.ts';
import { formFor, type PayerPage, postForm } from '../payment/payer.ts';
import { putRows } from '../store/store.ts';
import { vaultOf } from './vault.ts';

export interface OfferingDealer extends BankDealer {
  /** A customer of the dealer, with this password or none. */
  readonly addCustomer: (password?: string) => Promise<Customer>;
  /** A card of a customer, as an approved payment would have stored it. */
  readonly addCard: (customer: Customer, number: string, kept?: KeptHow) => Promise<StoredCard>;
  /** The address of a link that names the customer. */
  readonly linkFor: (customer: Customer, fields?: Record<string, unknown>) => Promise<string>;
}

interface KeptHow {
  readonly expiryMonth?: string;
  readonly expiryYear?: string;
  /** Kept beside the customer, under a token that names it (rule 50). */
  readonly besideCustomer?: boolean;
}

/** A card of a customer, as an approved payment would have stored it. */
export const putStoredCard = async (
  { stack, store, dealer: { dealerCode } }: Pick<BankDealer, 'stack' | 'store' | 'dealer'>,
  { dealerCustomerId, customerCode }: Customer,
  {
    number,
    expiryMonth = '12',
    expiryYear = '2031',
    besideCustomer: nameCustomers = false,
  }: KeptHow & { readonly number: string },
): Promise<StoredCard> => {
  const tokens = cardTokens({ randomness: systemRandomness, nameCustomers });
  const place = { dealerCode, token: tokens.next(dealerCustomerId), version: 1 };
  const card: StoredCard = {
    ...place,
    ...(await sealStoredCard(place, { number, expiryMonth, expiryYear }, vaultOf(stack))),
    customer: { dealerCustomerId, customerCode },
    maskedCard: maskCard(number),
    storedAtMs: Date.now(),
  };
  await putRows(store, [storedCardItem(card), ...customerCardItems(card)]);
  return card;
};

/** A dealer at the embedded bank whose links offer the stored cards of their customers (rule 48). */
export const newOfferingDealer = async (options: Parameters<typeof newBankDealer>[0] = {}): Promise<OfferingDealer> => {
  const dealer = await newBankDealer({
    ...options,
    dealer: { storedCardsOnLinks: true, storedCardsWithoutPassword: true, ...options.dealer },
  });
  const { dealerCode } = dealer.dealer;
  const vault = vaultOf(options.stack ?? stackOfTests());
  return {
    ...dealer,
    addCustomer: async (password) => {
      const { sealedPassword: _unsealable, ...customer } = customerOf(dealerCode);
      const sealed =
        password === undefined ? {} : { sealedPassword: await vault.seal(password, customerPasswordContext(customer)) };
      await putRows(dealer.store, customerItems({ ...customer, ...sealed }));
      return { ...customer, ...sealed };
    },
    addCard: (customer, number, kept) => putStoredCard(dealer, customer, { number, ...kept }),
    linkFor: async ({ customerCode: CustomerCode }, fields = {}) =>
      (await dealer.newLink({ CustomerCode, ...fields })).url,
  };
};

export interface OfferedRow {
  readonly reference: string;
  /** Where its button posts. */
  readonly action: string;
  readonly text: string;
}

const ROW = /<button[^>]* name="choosesCard" value="([^"]*)" formaction="([^"]*)"[^>]*>([\s\S]*?)<\/button>/g;

/** The stored cards that a page offers. */
export const rowsOn = ({ markup, address }: PayerPage): readonly OfferedRow[] =>
  [...markup.matchAll(ROW)].map(([, reference = '', path = '', content = '']) => ({
    reference,
    action: new URL(path, address).href,
    text: content.replaceAll(/<[^>]+>/g, '').trim(),
  }));

/** Presses the button of a stored card, the first one by default, with what was typed so far. */
export const chooseCard = (
  page: PayerPage,
  typed: Readonly<Record<string, string>> = {},
  [row] = rowsOn(page),
): Promise<PayerPage> => {
  if (row === undefined) throw new Error(`no stored card on: ${page.text}`);
  const { fields } = formFor(page, 'pay');
  return postForm({ action: row.action, fields }, { ...typed, choosesCard: row.reference });
};

/** Pays with the chosen card. */
export const payChosen = (page: PayerPage, typed: Readonly<Record<string, string>>): Promise<PayerPage> =>
  postForm(formFor(page, 'pay'), typed);
