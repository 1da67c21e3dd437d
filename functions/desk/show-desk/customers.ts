import type { DeskCall } from '../../../shared/desk/call/desk-call.ts';
import { idInPath } from '../../../shared/desk/call/path-id.ts';
import { holdsCardNumber } from '../../../shared/domain/card/card-number-in-text.ts';
import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { PageAnswer } from '../../../shared/http/page-response.ts';
import { customerPage, customersPage } from '../../../shared/pages/desk/customer/customers-page.ts';
import type { CardKeeping, CustomerBook } from '../../../shared/ports/customer-book.ts';
import type { DeskSales } from '../../../shared/ports/desk-sales.ts';
import type { ShowDeskPage } from './desk-pages.ts';

export interface ShowCustomersDependencies {
  readonly customers: Pick<CustomerBook, 'newest' | 'open'>;
  readonly cards: Pick<CardKeeping, 'ofTokens'>;
  readonly deskSales: DeskSales;
}

const PAGE = 50;
/** Sales and cards that the page of a customer shows, the newest sales first. */
const MOST_SALES = 20;
const MOST_CARDS = 20;
const LONGEST_CODE = 100;

/** The customer that a text names: by its code, else by its number. */
const lookedUp = async (
  text: string,
  dealerCode: string,
  { customers }: ShowCustomersDependencies,
): Promise<Customer | undefined> => {
  const id = idInPath(text);
  const [byCode, byId] = await Promise.all([
    customers.open(dealerCode, { customerCode: text }),
    id === undefined ? undefined : customers.open(dealerCode, { dealerCustomerId: id }),
  ]);
  return byCode.byCode ?? byId?.byId;
};

const showList = async (call: DeskCall, deps: ShowCustomersDependencies): Promise<PageAnswer> => {
  const { frame, dealer, page } = call;
  const { dealerCode } = dealer;
  const wanted = (page.query?.find ?? '').trim().slice(0, LONGEST_CODE);
  // A card number is looked for nowhere and not shown again (rules 32, 55).
  const isSearched = wanted !== '' && !holdsCardNumber(wanted);
  const found = isSearched ? await lookedUp(wanted, dealerCode, deps) : undefined;
  if (found !== undefined) return { location: `/desk/customers/${found.dealerCustomerId}` };
  const { customers, goesOnBehind } = (await deps.customers.newest(dealerCode, PAGE, idInPath(page.query?.before))) ?? {
    customers: [],
  };
  const next = goesOnBehind === undefined ? undefined : `/desk/customers?before=${goesOnBehind}`;
  const view = { frame, customers, next, notFound: wanted === '' ? undefined : wanted };
  return { statusCode: 200, page: customersPage(view) };
};

const showOne = async (
  call: DeskCall,
  dealerCustomerId: number,
  deps: ShowCustomersDependencies,
): Promise<PageAnswer | undefined> => {
  const { dealerCode } = call.dealer;
  const [{ byId: customer, cardTokens }, sales] = await Promise.all([
    deps.customers.open(dealerCode, { dealerCustomerId }),
    deps.deskSales.ofCustomer(dealerCode, dealerCustomerId, MOST_SALES),
  ]);
  if (customer === undefined) return undefined;
  const tokens = cardTokens.slice(0, MOST_CARDS);
  const cards = tokens.length === 0 ? [] : await deps.cards.ofTokens(dealerCode, tokens);
  return { statusCode: 200, page: customerPage({ frame: call.frame, customer, cards, sales }) };
};

/** The customers of a dealer, and one with its cards and its recurring sales. Nothing of them can be changed here. */
export const showCustomers =
  (deps: ShowCustomersDependencies): ShowDeskPage =>
  async (call, { id: text, view }) => {
    if (text === undefined) return showList(call, deps);
    const id = idInPath(text);
    return id === undefined || view !== undefined ? undefined : showOne(call, id, deps);
  };
