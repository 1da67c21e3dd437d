import { currencyOfNumber, SUCCESS } from '../../garanti/codes.ts';
import type { ListedOrder, OrderListAnswer } from '../../ports/bank-answers.ts';
import type { ListedPeriod } from '../../ports/bank-order.ts';
import { readMinor } from '../bank/read-minor.ts';
import type { GarantiAnswer, ListedTexts } from './response-xml.ts';

const COUNT = /^(?:0|[1-9][0-9]{0,4})$/;
/** Other programs of a merchant may name their orders in their own way. */
const ORDER_ID = /^[\x21-\x7e]{1,36}$/;

const countOf = (text: string): number | undefined => (COUNT.test(text) ? Number(text) : undefined);

const listedOrderOf = ({ OrderID, AuthAmount, CurrencyCode }: ListedTexts): ListedOrder => ({
  orderId: OrderID,
  amount: readMinor(AuthAmount),
  currency: currencyOfNumber(CurrencyCode),
});

/** Reads one page of a list of orders. A page whose numbers or order ids cannot be read proves nothing about any order. */
export const classifyList = (answer: GarantiAnswer, period: ListedPeriod): OrderListAnswer => {
  const { code, message, list } = answer;
  if (code !== SUCCESS || message !== 'Approved') return { kind: 'unknown', cause: 'error-answer' };
  const [pages, page] = [countOf(list?.totalPages ?? ''), countOf(list?.page ?? '')];
  if (list === undefined || pages === undefined || page === undefined) return { kind: 'unknown', cause: 'unreadable' };
  if (!list.orders.every(({ OrderID }) => ORDER_ID.test(OrderID))) return { kind: 'unknown', cause: 'unreadable' };
  // A list without orders has no pages, so its number may be 0 or the one that was asked for.
  const isEmpty = pages === 0 && list.orders.length === 0;
  if (!isEmpty && (page !== period.page || page > pages)) return { kind: 'unknown', cause: 'contradictory' };
  return { kind: 'orders', orders: list.orders.map(listedOrderOf), isLastPage: isEmpty || page === pages };
};
