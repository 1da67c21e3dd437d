import { minor } from '../../../../shared/domain/money/money.ts';
import { testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { TerminalOrder, TerminalTransaction } from '../../../../shared/ports/bank-terminal-ledger.ts';
import type { BankDay } from '../bank-day.ts';
import type { BankSimulatorDependencies, Elements } from '../dependencies.ts';
import { type ApiResult, approved, batchNumber, longTime, refused, shortDay } from './answers.ts';
import { inItsEncoding } from './charge.ts';
import { isCharge, settlementOf, stands, statusOf } from './order-life.ts';
import { codeOfCurrency } from './request.ts';

const ORDER_MILLISECONDS = '.000';

const time = (transaction: TerminalTransaction | undefined): string =>
  transaction === undefined ? '' : `${longTime(transaction.atMs)}${ORDER_MILLISECONDS}`;

const amountText = (transaction: TerminalTransaction | undefined): string => String(transaction?.amount ?? 0);

/** What `orderinq` tells of an order: its charge, and neither voids nor refunds. */
const orderElements = (deps: BankSimulatorDependencies, order: TerminalOrder): Elements => {
  const { transactions, installments, maskedNumber } = order;
  const done = transactions.filter(({ state }) => state === 'done');
  const hold = done.find(({ type }) => type === 'preauth');
  const status = statusOf(order);
  // Failed rows too have an amount, which nobody paid.
  const charge =
    done.find((one) => isCharge(one) && (one.type === 'sales' || stands(one))) ??
    (hold ? undefined : transactions.at(-1));
  const shown = status === 'WAITINGPOSTAUTH' ? hold : charge;
  return {
    ChargeType: 'S',
    PreAuthAmount: amountText(hold),
    PreAuthDate: time(hold),
    AuthAmount: amountText(charge),
    AuthDate: time(charge),
    RecurringInfo: 'N',
    RecurringStatus: '',
    Status: status,
    RemainingBNSAmount: '0',
    UsedFBBAmount: '0',
    UsedChequeType: '',
    UsedChequeCount: '0',
    UsedChequeAmount: '0',
    UsedBnsAmount: '0',
    InstallmentCnt: installments === 1 ? '0' : String(installments),
    CardNumberMasked: maskedNumber,
    CardRef: '',
    Code: shown?.returnCode ?? '',
    ReasonCode: shown?.returnCode ?? '',
    SysErrMsg: '',
    RetrefNum: shown?.hostReference ?? '',
    GPID: '',
    AuthCode: shown?.authCode ?? '',
    BatchNum: shown === undefined ? '' : batchNumber(deps, shown.atMs),
    SequenceNum: shown?.hostReference.slice(-6) ?? '',
    ProvDate: shown === undefined ? '' : longTime(shown.atMs),
  };
};

/** `orderinq`. */
export const orderState = (
  deps: BankSimulatorDependencies,
  orderId: string,
  order: TerminalOrder | undefined,
): ApiResult => {
  if (order === undefined) return refused(orderId, 'nothing to show');
  const answer = approved(orderId, { source: 'GVPS', found: { OrderInqResult: orderElements(deps, order) } });
  return inItsEncoding(answer, testCard(order.cardId));
};

const ANOTHER_SUM = 100;

const historyRow = (
  deps: BankSimulatorDependencies,
  order: TerminalOrder,
  transaction: TerminalTransaction,
  day: BankDay,
): Elements => {
  const card = testCard(order.cardId);
  const { type, state, returnCode, hostReference, authCode, atMs, voidedAtMs } = transaction;
  const isHold = type === 'preauth';
  const isOther = card.garanti === 'other-sum' && isCharge(transaction);
  const amount = String(isOther ? minor(transaction.amount + ANOTHER_SUM) : transaction.amount);
  return {
    Type: type,
    Status: state === 'done' ? '00' : returnCode,
    PreAuthAmount: isHold ? amount : '0',
    AuthAmount: isHold ? '0' : amount,
    PreAuthDate: isHold ? shortDay(atMs) : '',
    AuthDate: isHold ? '' : shortDay(atMs),
    VoidDate: shortDay(voidedAtMs),
    RetrefNum: hostReference,
    AuthCode: authCode,
    ReturnCode: returnCode,
    BatchNum: batchNumber(deps, atMs),
    RemainingBNSAmount: '0',
    UsedFBBAmount: '0',
    UsedChequeType: '',
    UsedChequeCount: '0',
    UsedChequeAmount: '0',
    CurrencyCode: state === 'done' ? codeOfCurrency(order.currency) : '0',
    Settlement: settlementOf(transaction, card, day),
  };
};

/** `orderhistoryinq`: every transaction, oldest first. The list of an order that nobody knows is empty. */
export const orderHistory = (
  deps: BankSimulatorDependencies,
  orderId: string,
  { order, day }: { readonly order: TerminalOrder | undefined; readonly day: BankDay },
): ApiResult => {
  const rows = order?.transactions.map((one) => historyRow(deps, order, one, day)) ?? [];
  const list = rows.length === 0 ? '' : { OrderTxn: rows };
  const answer = approved(orderId, { source: 'GVPS', found: { OrderHistInqResult: { OrderTxnList: list } } });
  return order === undefined ? answer : inItsEncoding(answer, testCard(order.cardId));
};
