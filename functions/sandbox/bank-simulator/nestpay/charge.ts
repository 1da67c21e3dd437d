import { randomUUID } from 'node:crypto';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import type { TestCharge } from '../../../../shared/nestpay/test-card-behaviour.ts';
import { findTestCard, type TestCard, testCard } from '../../../../shared/nestpay/test-cards.ts';
import type { BankChallenge, BankCharge, BankOrder } from '../../../../shared/ports/bank-ledger.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { maskNumber } from '../mask-number.ts';
import {
  type Answer,
  type ApiResult,
  bankError,
  gatewayRefusal,
  truncated,
  writeAnswer,
  xmlResponse,
} from './answers.ts';
import { type ApiRequest, type CheckedCharge, isFilled, wireAmount, wireCurrency } from './api-request.ts';
import type { ErrorCode } from './error-codes.ts';
import { mayBeChargedAgain } from './order-life.ts';
import { isProofOf, referenceInProof } from './proofs.ts';
import { chargeError, installmentsOf, isProofNumber } from './request-checks.ts';

/** Most declines that are kept for one order number; further charges of it are refused. */
const MAX_DECLINES = 20;

interface Instrument {
  readonly card: TestCard | undefined;
  readonly maskedNumber: string;
}

/** The card of a request: by its number, or by the `md` of an authentication for this payment. */
const instrumentOf = async (
  deps: BankSimulatorDependencies,
  checked: CheckedCharge,
): Promise<Instrument | undefined> => {
  const { Number: number = '' } = checked.request;
  if (!isProofNumber(number)) return { card: findTestCard(number), maskedNumber: maskNumber(number) };
  const challenge: BankChallenge | undefined = await deps.ledger.findChallenge(referenceInProof(number));
  if (challenge === undefined || !isProofOf(challenge, checked)) return undefined;
  return { card: testCard(challenge.cardId), maskedNumber: challenge.maskedNumber };
};

/** The refusal that this card stands for, if it applies to the request. */
const cardsRefusal = ({ refusal }: TestCard, request: ApiRequest): ErrorCode | undefined => {
  if (refusal === undefined) return undefined;
  const met = {
    'every charge': true,
    installments: installmentsOf(request.Taksit) !== 1,
    'no CVC': !isProofNumber(request.Number ?? '') && !isFilled(request.Cvv2Val),
    'foreign currency': wireCurrency(request.Currency) !== 'TL',
  };
  return met[refusal.of] ? refusal.code : undefined;
};

const declineCodeOf = ({ charge: behaviour, shown }: TestCard): string | undefined => {
  if (shown === 'reversal-fails' || shown === 'charged-with-decline-code') return undefined;
  if (behaviour === 'declined-with-99' || shown === 'pending-then-reversed') return '99';
  return typeof behaviour === 'object' ? behaviour.declined : undefined;
};

const newCharge = (deps: BankSimulatorDependencies, { amount, type }: CheckedCharge, card: TestCard): BankCharge => {
  const declined = declineCodeOf(card);
  const accepted = type === 'Auth' ? 'captured' : 'authorised';
  const state = declined === undefined ? accepted : 'declined';
  const now = deps.clock.now();
  return {
    state,
    amount,
    capturedAmount: state === 'captured' ? amount : minor(0),
    procReturnCode: declined ?? '00',
    authCode: declined === undefined ? deps.random.digits(6) : '',
    hostReference: deps.random.digits(12),
    transactionId: deps.random.token(),
    authorisedAtMs: now,
    ...(state === 'captured' ? { capturedAtMs: now } : {}),
  };
};

const chargeOf = (order: BankOrder): BankCharge => {
  const { state, amount, capturedAmount, procReturnCode, authCode, hostReference, transactionId, authorisedAtMs } =
    order;
  return { state, amount, capturedAmount, procReturnCode, authCode, hostReference, transactionId, authorisedAtMs };
};

/** Books a charge under its order number: once, or again after declines. */
const book = async (
  deps: BankSimulatorDependencies,
  order: BankOrder,
  closedAtMs: number,
): Promise<ErrorCode | BankOrder> => {
  if (await deps.ledger.enter(order)) return order;
  const before = await deps.ledger.findOrder(order.clientId, order.orderId);
  if (before === undefined) return 'CORE-2304';
  if (!mayBeChargedAgain(before, closedAtMs) || before.declinedBefore.length >= MAX_DECLINES) return 'CORE-2507';
  const declinedBefore = [...before.declinedBefore, chargeOf(before)];
  const again: BankOrder = { ...order, version: before.version + 1, declinedBefore };
  return (await deps.ledger.changeOrder(again)) ? again : 'CORE-2304';
};

const DECLINE_TEXT = 'Kart sahibinin bankası işlemi onaylamadı.';

const entityBomb = (document: string): string => {
  const levels = Array.from({ length: 9 }, (_, level) => `<!ENTITY e${level + 1} "${`&e${level};`.repeat(10)}">`);
  const [declaration = '', rest = ''] = document.split('?>');
  const doctype = `<!DOCTYPE CC5Response [<!ENTITY e0 "00">${levels.join('')}]>`;
  return `${declaration}?>${doctype}${rest.replace('<ErrMsg></ErrMsg>', '<ErrMsg>&e9;</ErrMsg>')}`;
};

const redirect: HttpResponse = { statusCode: 302, headers: { location: '/fim/api' }, body: '' };

/** Behaviours whose charge is booked without a clear answer that it was declined. */
type Booked = Exclude<TestCharge, 'time-out-before-charge' | 'error-before-charge' | object>;

/** The answer to a booked charge: the truth, or the fault that the card stands for. */
const report = async (deps: BankSimulatorDependencies, behaviour: Booked, order: BankOrder): Promise<ApiResult> => {
  const { orderId } = order;
  const approval: Answer = {
    orderId,
    response: 'Approved',
    procReturnCode: '00',
    references: order,
    cardId: order.cardId,
  };
  if (behaviour === 'time-out-after-charge') await deps.hold();
  const document = (): string => writeAnswer(deps, approval, order.clientId);
  const results: Readonly<Record<Booked, () => ApiResult>> = {
    approved: () => approval,
    'time-out-after-charge': () => approval,
    'error-after-charge': () => bankError(orderId, 'System error'),
    'approved-with-99': () => ({ ...approval, procReturnCode: '99' }),
    'error-with-00': () => ({ ...approval, response: 'Error' }),
    'declined-with-99': () => ({ ...approval, response: 'Declined', procReturnCode: '99' }),
    'other-order': () => ({ ...approval, orderId: `${orderId}-OTHER` }),
    'other-amount': () => ({ ...approval, total: minor(order.amount + 100) }),
    truncated: () => truncated(deps, approval, order.clientId),
    'entity-bomb': () => ({ raw: xmlResponse(entityBomb(document())) }),
    oversize: () => ({ raw: xmlResponse(document().replace('<ErrMsg>', `<ErrMsg>${'x'.repeat(70_000)}`)) }),
    redirect: () => ({ raw: redirect }),
  };
  return results[behaviour]();
};

const declined = (order: BankOrder, code: string): Answer => ({
  orderId: order.orderId,
  response: 'Declined',
  procReturnCode: code,
  errorMessage: DECLINE_TEXT,
  errorCode: `ISO8583-${code}`,
  references: { ...order, authCode: '' },
  cardId: order.cardId,
});

const chargeCard = async (
  deps: BankSimulatorDependencies,
  checked: CheckedCharge,
  { card, maskedNumber, closedAtMs }: { card: TestCard; maskedNumber: string; closedAtMs: number },
): Promise<ApiResult> => {
  const { clientId, orderId, type, currency } = checked;
  const { charge: behaviour } = card;
  if (behaviour === 'time-out-before-charge' || behaviour === 'error-before-charge') {
    if (behaviour === 'time-out-before-charge') await deps.hold();
    return bankError(orderId, 'System error');
  }
  const order = await book(
    deps,
    {
      ...newCharge(deps, checked, card),
      clientId,
      orderId,
      version: 1,
      type,
      currency,
      cardId: card.id,
      maskedNumber,
      declinedBefore: [],
      credits: [],
    },
    closedAtMs,
  );
  if (typeof order === 'string') return gatewayRefusal(orderId, order);
  if (typeof behaviour === 'object') return declined(order, behaviour.declined);
  return report(deps, behaviour, order);
};

/** A sale or pre-authorisation. An order number is charged once; after a decline it may be tried again. */
export const charge = async (
  deps: BankSimulatorDependencies,
  { request, type, clientId }: { request: ApiRequest; type: 'Auth' | 'PreAuth'; clientId: string },
  closedAtMs: number,
): Promise<ApiResult> => {
  const orderId = isFilled(request.OrderId) ? request.OrderId : `ORDER-${randomUUID()}`;
  const wrong = chargeError(request, deps.clock.now());
  if (wrong !== undefined) return gatewayRefusal(orderId, wrong);
  const [amount, currency] = [wireAmount(request.Total), wireCurrency(request.Currency)];
  if (amount === undefined || currency === undefined) return gatewayRefusal(orderId, 'CORE-2007');
  const checked = { request, clientId, orderId, type, amount, currency };
  const instrument = await instrumentOf(deps, checked);
  if (instrument === undefined) return gatewayRefusal(orderId, 'CORE-2121');
  const { card, maskedNumber } = instrument;
  if (card === undefined) {
    return { orderId, response: 'Declined', procReturnCode: '14', errorMessage: 'Only test cards exist here' };
  }
  const refusal = cardsRefusal(card, request);
  return refusal === undefined
    ? chargeCard(deps, checked, { card, maskedNumber, closedAtMs })
    : gatewayRefusal(orderId, refusal);
};
