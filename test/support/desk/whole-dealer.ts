import { randomInt, randomUUID } from 'node:crypto';
import { customerItems } from '../../../shared/adapters/dynamodb/customer/customers.ts';
import { subDealerItem } from '../../../shared/adapters/dynamodb/dealer/sub-dealers.ts';
import { invitationItem } from '../../../shared/adapters/dynamodb/desk/desk-items.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { saleItems } from '../../../shared/adapters/dynamodb/sale/sales.ts';
import { statementItem, statementPointerItem } from '../../../shared/adapters/dynamodb/statement/statement-item.ts';
import { deskUserIdOf, digestOf, newSecret } from '../../../shared/desk/call/secrets.ts';
import type { DeskRole } from '../../../shared/domain/desk/roles.ts';
import type { DeskInvitation } from '../../../shared/ports/desk-users.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { type BankDealer, newBankDealer, rowsOf } from '../bank/bank-merchants.ts';
import { customerOf, saleOf } from '../dealer/records.ts';
import { subDealerWith } from '../payment/splits.ts';
import { statementWith } from '../payment/statements.ts';
import { rowsUnder } from '../store/own-rows.ts';
import { putRows } from '../store/store.ts';
import { type DeskBrowser, formTo } from './desk-browser.ts';
import { type DeskPerson, type PersonOptions, signedInAt } from './desk-people.ts';

/** What people at the desk may be, as roles are in force: a manager without a one-time code has a cashier's (rule 53). */
export const people = ['viewer', 'cashier', 'manager without a code', 'manager'] as const;
export type Somebody = (typeof people)[number];

const OPTIONS: Readonly<Record<Somebody, PersonOptions>> = {
  viewer: { role: 'viewer' },
  cashier: { role: 'cashier' },
  // Named a cashier so that it gets no authenticator; its membership is a manager's.
  'manager without a code': { role: 'cashier', membership: { role: 'manager' } },
  manager: { role: 'manager' },
};

/** The role that somebody has. */
export const roleOf = (somebody: Somebody): DeskRole => (somebody === 'manager without a code' ? 'cashier' : somebody);

/** A dealer that has one of everything that a path or a form of the desk can name. */
export interface WholeDealer {
  readonly dealer: BankDealer;
  /** Somebody of this dealer in a new session. */
  readonly signedIn: (somebody?: Somebody) => Promise<DeskPerson>;
  readonly paymentId: string;
  readonly otherTrxCode: string;
  readonly linkId: string;
  readonly reusableLinkId: string;
  readonly customerId: string;
  readonly customerCode: string;
  readonly saleId: string;
  readonly definitionId: string;
  readonly statementId: string;
  readonly subDealerId: string;
  readonly memberId: string;
  readonly invitedId: string;
  /** Key and digest of every row of the dealer, its people's rights included. */
  readonly rows: () => Promise<readonly string[]>;
}

const idIn = (rows: readonly Readonly<Record<string, unknown>>[], kind: string): string => {
  const found = rows
    .map(({ pk }) => new RegExp(`#${kind}#(\\d+)$`).exec(String(pk))?.[1])
    .find((id) => id !== undefined);
  if (found === undefined) throw new Error(`the dealer has no ${kind}`);
  return found;
};

const madeReusableLink = async (browser: DeskBrowser): Promise<string> => {
  const path = '/desk/reusable-links/new/make';
  const form = formTo(await browser.get('/desk/reusable-links'), path);
  const { location = '', text } = await browser.post(form, { title: 'Bread course', amount: '349.90' });
  const id = /reusable-links\/(\d+)/.exec(location)?.[1];
  if (id === undefined) throw new Error(`no reusable link was made: ${text}`);
  return id;
};

/** An invitation as its mail leaves it. It is written as a row: mails are counted by address, and all tests have one. */
const newInvitation = (dealerCode: string): DeskInvitation => {
  const email = `${randomUUID()}@people.example`;
  const linkId = digestOf(newSecret());
  const userId = deskUserIdOf(email);
  return { dealerCode, userId, linkId, email, name: 'Can', role: 'viewer', createdAtMs: Date.now() };
};

/** A value as JSON whose members stand in the order of their names: the engine keeps no order of members. */
const inOrder = (value: unknown): string =>
  JSON.stringify(value, (_name, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([first], [second]) => (first < second ? -1 : 1)))
      : one,
  );

/** Key and digest of every row of the dealer: equal lists mean that nothing was written. */
const rowsNow = async (stack: StackAddress, dealerCode: string): Promise<readonly string[]> =>
  (await rowsUnder(stack, dealerCode))
    .map((row) => `${String(row.pk)} ${String(row.sk)} ${digestOf(inOrder(row))}`)
    .toSorted();

/** Makes such a dealer: a payment of this moment, a link, a reusable link, a customer with a sale, a member, an invitation. */
export const wholeDealer = async ({ stack }: { readonly stack?: StackAddress } = {}): Promise<WholeDealer> => {
  const name = `Store ${randomUUID()}`;
  const dealer = await newBankDealer({ dealer: { name }, ...(stack === undefined ? {} : { stack }) });
  const { dealerCode } = dealer.dealer;
  const statement = statementWith(dealerCode);
  const invitation = newInvitation(dealerCode);
  const subDealerId = randomInt(1, 2_147_483_647);
  const { dealerCustomerTypeId } = dealer.definition;
  const customer = { ...customerOf(dealerCode), createdAtMs: Date.now() };
  const { dealerCustomerId, customerCode } = customer;
  const sale = { ...saleOf(dealerCode), dealerCustomerId, customerCode, createdAtMs: Date.now() };
  await putRows(dealer.store, [
    {
      ...keys.definitionOfDealer(dealerCode, dealerCustomerTypeId),
      entity: 'definition-of-dealer',
      dealerCode,
      dealerCustomerTypeId,
    },
    ...customerItems(customer),
    ...saleItems(sale),
    statementItem(statement),
    invitationItem(invitation),
    statementPointerItem(statement),
    subDealerItem(subDealerWith(subDealerId, { dealerCode, name: `Branch of ${name}` })),
  ]);
  const otherTrxCode = randomUUID();
  await dealer.payDirectly({ OtherTrxCode: otherTrxCode });
  const paymentId = idIn(await rowsOf(dealer.stack, `DEALER#${dealerCode}#PAYMENT#`), 'PAYMENT');
  const { url } = await dealer.newLink();
  const { userPosPaymentId } = await dealer.linkAt(url);
  const signedIn = (somebody: Somebody = 'manager') => signedInAt(dealer, OPTIONS[somebody]);
  const { browser } = await signedIn();
  const { user } = await signedIn('viewer');
  return {
    dealer,
    signedIn,
    paymentId,
    otherTrxCode,
    linkId: String(userPosPaymentId),
    reusableLinkId: await madeReusableLink(browser),
    customerId: String(dealerCustomerId),
    customerCode,
    saleId: String(sale.dealerSaleId),
    definitionId: String(dealerCustomerTypeId),
    statementId: String(statement.statementId),
    subDealerId: String(subDealerId),
    memberId: user.userId,
    invitedId: invitation.userId,
    rows: () => rowsNow(dealer.stack, dealerCode),
  };
};

/** The token of the forms that a session's pages hold. */
export const formTokenIn = async ({ browser }: Pick<DeskPerson, 'browser'>): Promise<string> => {
  const { forms } = await browser.get('/desk/settings');
  const token = forms.flatMap(({ fields }) => fields).find(([name]) => name === 'token')?.[1];
  if (token === undefined) throw new Error('no token on the settings');
  return token;
};

/** A form to a path that nobody showed: what somebody posts who knows the token of the session and no page. */
export const madeUpForm = (
  { dealer }: Pick<WholeDealer, 'dealer'>,
  path: string,
  fields: Readonly<Record<string, string>>,
) => ({
  action: new URL(path, dealer.stack.baseUrl).href,
  fields: Object.entries({ once: randomUUID(), ...fields }),
});
