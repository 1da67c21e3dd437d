import { type BankCode, bankCodeMessages } from '../../../../shared/domain/attempt/bank-codes.ts';
import {
  type LinkResult,
  linkStateAt,
  type PaymentRequest,
  reportedCodeOf,
} from '../../../../shared/domain/link/payment-request.ts';
import { type Message, messageStateAt } from '../../../../shared/domain/message/message.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { cancellingOfLink } from '../../../../shared/links/cancelling-of-link.ts';
import { linkQrUrl } from '../../../../shared/payment-flow/addresses.ts';
import { LISTING_POSITION } from '../../../../shared/ports/operator-records.ts';
import { type CommandCall, changeCommand, type Result, showCommand } from '../command.ts';
import { invalidField, notFound, notPossible } from '../command-error.ts';
import { defaulted, optional, required } from '../fields.ts';
import { anyId, choice, day, flag, whole } from '../kinds.ts';
import { linkNames } from '../payment-view.ts';
import { search } from '../search.ts';
import { shownLinkSplit } from '../split-view.ts';
import { shownAmount, shownBasket, shownTime } from '../values-in-views.ts';
import { cursorOf, dealerCodeField, otherTrxCode } from './fields-in-common.ts';
import { listingShardsOf } from './listing-shards.ts';
import { linkCodeKind } from './reusable-link-fields.ts';

const DEFAULT_PAGE = 20;
const MAX_PAGE = 100;

const userPosPaymentId = required(anyId, 'UserPosPaymentId of the payment request.');

const summary = (link: PaymentRequest, nowMs: number): Result => ({
  userPosPaymentId: link.userPosPaymentId,
  ...(link.otherTrxCode === undefined ? {} : { otherTrxCode: link.otherTrxCode }),
  state: linkStateAt(link, nowMs),
  amount: shownAmount(link.terms.amount),
  currency: link.terms.currency,
  createdAt: shownTime(link.createdAtMs),
  expiresAt: shownTime(link.expiresAtMs),
});

const reusableLinkOf = async (dealerCode: string, linkCode: string, { deps }: CommandCall) => {
  const found = await deps.reusableLinks.findByCode(dealerCode, linkCode);
  if (found === undefined) throw notFound(`such link of dealer ${dealerCode}`);
  return found.link;
};

export const listPaymentRequests = showCommand(
  {
    name: 'list-payment-requests',
    group: 'Payment requests',
    summary: "List a dealer's payment requests of a day, oldest first.",
    notes: [
      'A request appears in the list within a second or so of its creation.',
      'With "next" in the answer there is more: give it as cursor. A page can be shorter than its limit, even empty, when a state is asked for.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      day: optional(day, 'Day of creation in Istanbul; today when not given.'),
      linkCode: optional(
        linkCodeKind,
        'Only requests that payers made of this reusable link: without it they are not listed.',
      ),
      state: optional(choice(['open', 'paid', 'failed', 'expired', 'cancelled']), 'Only requests in this state.'),
      limit: defaulted(whole(1, MAX_PAGE), DEFAULT_PAGE, { meaning: 'Most requests in the answer.' }),
      cursor: cursorOf(LISTING_POSITION),
    },
    example: { dealerCode: '1001', state: 'open', limit: 50 },
  },
  async (input, call) => {
    const { dealerCode, state } = input;
    const of = input.day ?? call.today;
    const listingShards = await listingShardsOf(dealerCode, call);
    const madeOf =
      typeof input.linkCode === 'string' ? await reusableLinkOf(dealerCode, input.linkCode, call) : undefined;
    const { found, next } = await search({
      limit: input.limit ?? DEFAULT_PAGE,
      after: input.cursor ?? undefined,
      page: (page) =>
        call.deps.links.pageOfDay({ dealerCode, day: of, listingShards, ...page, ...omitUndefined({ madeOf }) }),
      wanted: typeof state === 'string' ? ({ link }) => linkStateAt(link, call.nowMs) === state : undefined,
    });
    const paymentRequests = found.map(({ link }) => summary(link, call.nowMs));
    return { dealerCode, day: of, paymentRequests, ...(next === undefined ? {} : { next }) };
  },
);

/** Messages about a link. Of its payer they tell what the dealer gave, and not where a receipt went that the payer asked for. */
const shownMessage = (message: Message, nowMs: number): Result => {
  const {
    payment: _payment,
    version: _version,
    handOvers: _calls,
    queuedAtMs,
    sentAtMs,
    endedAtMs,
    to,
    ...plain
  } = message;
  return {
    ...plain,
    ...(message.kind === 'receipt' ? {} : { to }),
    state: messageStateAt(message, nowMs),
    queuedAt: shownTime(queuedAtMs),
    ...(sentAtMs === undefined ? {} : { sentAt: shownTime(sentAtMs) }),
    ...(endedAtMs === undefined ? {} : { endedAt: shownTime(endedAtMs) }),
  };
};

const findByOtherTrxCode = async (dealerCode: string, text: string, { deps }: CommandCall) => {
  const claim = await deps.idempotencyRecords.find(dealerCode, text);
  if (claim === undefined) return undefined;
  if (claim.linkToken === undefined) {
    throw notPossible('This otherTrxCode names a payment that is no payment request.', 'otherTrxCode');
  }
  return deps.paymentRequests.findByToken(claim.linkToken);
};

/**
 * The progress of a link's attempts. References of attempts and of the result are parts of secret addresses and left
 * out (rule 30).
 */
const shownProgress = (link: Pick<PaymentRequest, 'state' | 'progress'>): Result => {
  const { attempts, wrongPasswords, threeDOnly, openedAtMs, remindAtMs, lastDecline, result } = link.progress;
  return {
    attempts,
    ...(wrongPasswords === undefined ? {} : { wrongPasswords }),
    threeDOnly,
    ...(openedAtMs === undefined ? {} : { openedAt: shownTime(openedAtMs) }),
    ...(remindAtMs === undefined || link.state !== 'open' ? {} : { remindsAt: shownTime(remindAtMs) }),
    ...(lastDecline === undefined ? {} : { lastDecline: shownCode(lastDecline.code, lastDecline.atMs) }),
    ...(result === undefined ? {} : { result: shownResult(result, reportedCodeOf(link)) }),
  };
};

const shownCode = (code: BankCode, atMs: number): Result => ({
  code,
  message: bankCodeMessages[code],
  at: shownTime(atMs),
});

const shownResult = ({ orderId, atMs, paid }: LinkResult, code: BankCode | ''): Result => ({
  code,
  ...(code === '' ? {} : { message: bankCodeMessages[code] }),
  orderId,
  at: shownTime(atMs),
  ...(paid === undefined ? {} : { paid: { ...paid, total: shownAmount(paid.total) } }),
});

/** The link without its address, CodeForHash and result hashes: those are secrets of payer and dealer (rule 28). */
const shown = (
  { token: _token, secrets: _secrets, listingShards: _shards, madeOf, ...link }: PaymentRequest,
  nowMs: number,
): Result => {
  const { createdAtMs, expiresAtMs, terms, basket, progress, ...plain } = link;
  return {
    ...plain,
    ...linkNames(omitUndefined({ madeOf })),
    state: linkStateAt(link, nowMs),
    createdAt: shownTime(createdAtMs),
    expiresAt: shownTime(expiresAtMs),
    terms: {
      ...terms,
      amount: shownAmount(terms.amount),
      ...(terms.split === undefined ? {} : { split: shownLinkSplit(terms.split) }),
    },
    progress: shownProgress({ state: link.state, progress }),
    basket: shownBasket(basket),
  };
};

export const showPaymentRequest = showCommand(
  {
    name: 'show-payment-request',
    group: 'Payment requests',
    summary: 'Show a payment request by its id or by otherTrxCode.',
    notes: [
      "CodeForHash and the result hashes are not shown, and the link's address only with qr.",
      'Whoever has the address of the QR code can open the link: treat it like the link itself. In a browser the address is a page to print; ?format=svg and ?format=png are the drawing alone.',
    ],
    fields: {
      dealerCode: dealerCodeField,
      userPosPaymentId: optional(anyId, 'UserPosPaymentId of the payment request.'),
      otherTrxCode: optional(otherTrxCode, 'Its OtherTrxCode, instead of the id.'),
      qr: defaulted(flag, false, { meaning: 'Show the address of the QR code of a request that is open.' }),
    },
    example: { dealerCode: '1001', userPosPaymentId: 100000, qr: true },
  },
  async ({ dealerCode, userPosPaymentId: id, otherTrxCode: text, qr }, call) => {
    if ((typeof id === 'number') === (typeof text === 'string')) {
      throw invalidField('userPosPaymentId', 'or otherTrxCode is required, one of the two');
    }
    const link =
      typeof id === 'number'
        ? await call.deps.links.findById(dealerCode, id)
        : await findByOtherTrxCode(dealerCode, text ?? '', call);
    if (link === undefined || link.dealerCode !== dealerCode) {
      throw notFound(`such payment request of dealer ${dealerCode}`);
    }
    const showsQr = qr === true && linkStateAt(link, call.nowMs) === 'open';
    const messages = await call.deps.messages.ofPayment(link.payment);
    return {
      ...shown(link, call.nowMs),
      ...(messages.length === 0 ? {} : { messages: messages.map((message) => shownMessage(message, call.nowMs)) }),
      ...(showsQr ? { qr: linkQrUrl(call.deps.baseUrl, link.token) } : {}),
    };
  },
);

export const cancelPaymentRequest = changeCommand(
  {
    name: 'cancel-payment-request',
    group: 'Payment requests',
    summary: 'Cancel an open payment request: it can no longer be paid.',
    notes: [
      'A request that is paid, expired or cancelled is refused with its state.',
      "While an attempt is being charged, or its outcome is unknown, it is refused with that attempt's state.",
      "A payer who is at the bank's 3D page does not prevent it: nothing is charged when that payer comes back.",
    ],
    fields: { dealerCode: dealerCodeField, userPosPaymentId },
    example: { dealerCode: '1001', userPosPaymentId: 100000 },
  },
  async ({ dealerCode, userPosPaymentId: id }, { deps, nowMs }) => {
    const found = await cancellingOfLink(deps.wholePayments, { dealerCode, userPosPaymentId: id }, nowMs);
    if (found === undefined) throw notFound(`payment request ${id} of dealer ${dealerCode}`);
    const { link, cancelling } = found;
    if (cancelling.kind === 'running') {
      const sentence = `An attempt to pay payment request ${id} is ${cancelling.state}: wait for its end.`;
      throw notPossible(sentence, 'userPosPaymentId');
    }
    if (cancelling.kind !== 'possible') {
      const state = linkStateAt(link, nowMs);
      throw notPossible(`Payment request ${id} is ${state}: only an open one can be cancelled.`, 'userPosPaymentId');
    }
    return {
      dealerCode,
      change: { kind: 'cancel-link', record: { link, nowMs } },
      changed: ['state'],
      result: { dealerCode, userPosPaymentId: id, state: 'cancelled' },
    };
  },
);
