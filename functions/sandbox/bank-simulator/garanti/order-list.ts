import type { TerminalOrder } from '../../../../shared/ports/bank-terminal-ledger.ts';
import type { BankSimulatorDependencies, Elements } from '../dependencies.ts';
import { type ApiResult, approved, batchNumber, longTime, refused } from './answers.ts';
import { isCharge, stands, statusOf } from './order-life.ts';
import { codeOfCurrency, type GvpsRequest } from './request.ts';

const PAGE_LENGTH = 500;
/** Most pages of one period: the bank lists no order behind them. */
const MAX_PAGES = 10;
const MINUTE_MS = 60_000;
const MAX_DAYS = 30;
const DAY_MS = 86_400_000;

const MOMENT = /^(\d{2})\/(\d{2})\/(\d{4}) (\d{2}):(\d{2})$/;

/** A moment as `dd/mm/yyyy hh:mm` in Istanbul; undefined for anything else. */
const momentOf = (text: string): number | undefined => {
  const [, day, month, year, hour, minute] = MOMENT.exec(text) ?? [];
  const moment = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:00+03:00`);
  return Number.isNaN(moment) ? undefined : moment;
};

const PAGE = /^[1-9][0-9]{0,2}$/;

/** One order of the list: its charge as it stands now, else its latest transaction. */
const listRow = (deps: BankSimulatorDependencies, order: TerminalOrder, index: number): Elements => {
  const { transactions, orderId, maskedNumber, installments, currency } = order;
  const shown = transactions.find((one) => isCharge(one) && stands(one)) ?? transactions.at(-1);
  return {
    Id: String(index + 1),
    LastTrxDate: longTime(transactions.at(-1)?.atMs ?? order.firstAtMs),
    TrxType: shown?.type ?? '',
    OrderID: orderId,
    CardNumberMasked: maskedNumber,
    BatchNum: batchNumber(deps, order.firstAtMs),
    AuthCode: shown?.authCode ?? '',
    RetrefNum: shown?.hostReference ?? '',
    InstallmentCnt: installments === 1 ? '0' : String(installments),
    Status: statusOf(order),
    AuthAmount: String(shown?.amount ?? 0),
    CurrencyCode: codeOfCurrency(currency),
  };
};

/** `orderlistinq`: the orders that began in a period of at most 30 days, 500 a page. The minute of the end belongs to it. */
export const orderList = async (
  deps: BankSimulatorDependencies,
  { order, amount }: GvpsRequest,
  terminalId: string,
): Promise<ApiResult> => {
  const [fromMs, endMs] = [momentOf(order.start), momentOf(order.end)];
  const page = PAGE.test(order.page) ? Number(order.page) : undefined;
  if (fromMs === undefined || endMs === undefined || page === undefined || amount === '') {
    return refused('', 'missing field');
  }
  if (endMs < fromMs || endMs - fromMs > MAX_DAYS * DAY_MS) return refused('', 'wrong period');
  const period = { terminalId, fromMs, untilMs: endMs + MINUTE_MS, limit: MAX_PAGES * PAGE_LENGTH };
  const orders = await deps.ledger.terminals.list(period);
  const first = (page - 1) * PAGE_LENGTH;
  const rows = orders.slice(first, first + PAGE_LENGTH).map((one, index) => listRow(deps, one, first + index));
  const counts = {
    TotalTxnCount: String(orders.length),
    TotalPageCount: String(Math.ceil(orders.length / PAGE_LENGTH)),
    ActPageNum: String(page),
  };
  const list = { ...counts, ...(rows.length === 0 ? {} : { OrderTxn: rows }) };
  return approved('', { source: 'GVPS', found: { OrderListInqResult: { OrderTxnList: list } } });
};
