import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import { istanbulTimeOf } from '../../../shared/domain/calendar.ts';
import { cancellingAt } from '../../../shared/domain/link/cancelling.ts';
import {
  type LinkState,
  linkStateAt,
  type PaymentRequest,
  reportedCodeOf,
} from '../../../shared/domain/link/payment-request.ts';
import { type Message, messageStateAt } from '../../../shared/domain/message/message.ts';
import { type LinkMessageKind, linkMessageKinds } from '../../../shared/domain/message/sms-text.ts';
import { minor, toWireAmount } from '../../../shared/domain/money/money.ts';
import { chargeOf } from '../../../shared/domain/payment/charge-of-attempt.ts';
import { attemptAsReported } from '../../../shared/domain/payment/payment.ts';
import { stageOf } from '../../../shared/domain/payment/payment-stage.ts';
import { linkMessageKindNames, messageChannelNames, messageStateNames } from '../../../shared/http/message-names.ts';
import {
  chargeResult,
  type DetailOptions,
  failedResult,
  madeOfMembers,
  type ShownResult,
} from '../../../shared/http/payment-detail.ts';
import { statusOf } from '../../../shared/http/payment-status.ts';
import type { NamedLink } from '../../../shared/payment-flow/named-link.ts';

export type StateOptions = Pick<DetailOptions, 'nowMs' | 'urlOf'>;

/** The states of a link by their names on the wire. */
const stateNames = {
  open: 'Open',
  paid: 'Paid',
  failed: 'Failed',
  expired: 'Expired',
  cancelled: 'Cancelled',
} as const satisfies Readonly<Record<LinkState, string>>;

/** The result of a link: empty unless it was paid or closed as failed. */
const resultOf = (link: PaymentRequest): ShownResult => {
  if (link.state === 'paid') return { ResultCode: '00', ResultMessage: '' };
  const code = link.state === 'failed' ? reportedCodeOf(link) : '';
  return code === '' ? { ResultCode: '', ResultMessage: '' } : failedResult(code);
};

/** The members about the link itself. */
export const linkMembers = ({ link, attempts }: NamedLink, { nowMs, urlOf }: StateOptions) => ({
  UserPosPaymentId: link.userPosPaymentId,
  OtherTrxCode: link.otherTrxCode ?? '',
  ...madeOfMembers(link),
  AnswerList: (link.answers ?? []).map(({ label, text }) => ({ Label: label, Text: text })),
  DealerCustomerTypeId: link.dealerCustomerTypeId ?? 0,
  DealerCustomerId: link.dealerCustomerId,
  CustomerCode: link.customerCode ?? '',
  Url: urlOf(link),
  State: stateNames[linkStateAt(link, nowMs)],
  CanBeCanceled: cancellingAt(link, attempts, nowMs).kind === 'possible',
  Language: link.language?.toUpperCase() ?? '',
  CreateDate: istanbulTimeOf(link.createdAtMs),
  ExpireDate: istanbulTimeOf(link.expiresAtMs),
  Amount: toWireAmount(link.terms.amount),
  CurrencyCode: link.terms.currency,
  CommissionScenario: link.terms.split?.scenario ?? 0,
  SubDealerList: (link.terms.split?.entries ?? []).map(({ dealerId = 0, amount = minor(0) }) => ({
    DealerId: dealerId,
    Amount: toWireAmount(amount),
  })),
  ...resultOf(link),
});

const momentOf = (atMs: number | undefined): string => (atMs === undefined ? '' : istanbulTimeOf(atMs));

const messageEntry = (message: Message & { readonly kind: LinkMessageKind }, nowMs: number) => ({
  Channel: messageChannelNames[message.channel],
  Kind: linkMessageKindNames[message.kind],
  Round: message.round,
  Recipient: message.to,
  State: messageStateNames[messageStateAt(message, nowMs)],
  QueueDate: istanbulTimeOf(message.queuedAtMs),
  SendDate: momentOf(message.sentAtMs),
  EndDate: momentOf(message.endedAtMs),
  Reason: message.reason ?? '',
});

const bringsLink = (message: Message): message is Message & { readonly kind: LinkMessageKind } =>
  linkMessageKinds.some((one) => one === message.kind);

/** Contacts of a link, when its payer opened it, and the messages that brought it there, the oldest first. Receipts are none. */
export const deliveryMembers = (
  { delivery: { fullName, gsmNumber, email }, progress }: PaymentRequest,
  all: readonly Message[],
  { nowMs }: Pick<StateOptions, 'nowMs'>,
) => {
  const messages = all.filter(bringsLink);
  return {
    FullName: fullName ?? '',
    GsmNumber: gsmNumber ?? '',
    Email: email ?? '',
    OpenDate: momentOf(progress.openedAtMs),
    MessageListCount: messages.length,
    MessageList: messages
      .toSorted((one, other) => one.queuedAtMs - other.queuedAtMs)
      .map((message) => messageEntry(message, nowMs)),
  };
};

const attemptEntry = (attempt: Attempt, named: NamedLink) => {
  const { terms, maskedCard, orderId, bank } = attempt;
  const stage = stageOf(chargeOf(attempt, named));
  const { threeD = false, mdStatus = 0 } = attempt.kind === 'link' ? attempt : {};
  return {
    VirtualPosOrderId: orderId,
    AttemptDate: istanbulTimeOf(attempt.startedAtMs),
    Amount: toWireAmount(terms.total),
    InstallmentNumber: terms.installments === 1 ? 0 : terms.installments,
    CardNumberFirstSix: maskedCard.slice(0, 6),
    CardNumberLastFour: maskedCard.slice(-4),
    IsThreeD: threeD,
    MdStatus: mdStatus,
    ...statusOf(stage, terms.type),
    ...chargeResult(stage, attempt),
    AuthCode: bank?.authCode ?? '',
  };
};

/** Every attempt to pay the link, the first one first, as the dealer was told of it. */
export const attemptList = (named: NamedLink) =>
  named.attempts.map((attempt) => attemptEntry(attemptAsReported(attempt, named), named));
