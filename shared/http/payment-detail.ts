import { type Attempt, callOf } from '../domain/attempt/attempt.ts';
import { type BankCode, bankCodeMessages } from '../domain/attempt/bank-codes.ts';
import { istanbulTimeOf } from '../domain/calendar.ts';
import { chargedShares, wholeCapture } from '../domain/ledger/charged-shares.ts';
import { chargeNow, sharesNow } from '../domain/ledger/payment-ledger.ts';
import type { LedgerShare } from '../domain/ledger/share.ts';
import type { PaymentRequest } from '../domain/link/payment-request.ts';
import { minor, toWireAmount } from '../domain/money/money.ts';
import type { Charge } from '../domain/payment/charge.ts';
import { chargeOf } from '../domain/payment/charge-of-attempt.ts';
import { askedForOf, type Payment } from '../domain/payment/payment.ts';
import { type PaymentStage, stageOf } from '../domain/payment/payment-stage.ts';
import { isVoidable } from '../domain/payment/void-rules.ts';
import type { MadeOfLink } from '../domain/reusable-link/link-name.ts';
import { statusOf } from './payment-status.ts';

/** A payment and the one of its attempts that is shown. */
export interface ShownPayment {
  readonly payment: Payment;
  readonly attempt: Attempt;
}

export interface DetailOptions {
  readonly nowMs: number;
  /** The address of a payment request. */
  readonly urlOf: (link: Pick<PaymentRequest, 'token' | 'language'>) => string;
  /** The one sub-dealer to be shown; absent: all. */
  readonly subDealerId?: number | undefined;
}

/** ResultCode and ResultMessage of a payment or transaction: 00 when done, empty while it waits. */
export interface ShownResult {
  readonly ResultCode: BankCode | '00' | '';
  readonly ResultMessage: string;
}

/** The code shown for a failure without a bank code: the payer left during 3D, or the bank did not answer in time. */
const PAYER_LEFT: BankCode = '001';
const TIME_OUT: BankCode = '021';

export const failedResult = (code: BankCode): ShownResult => ({
  ResultCode: code,
  ResultMessage: bankCodeMessages[code],
});

/** The result of a charge. */
export const chargeResult = (stage: PaymentStage, { bank, state }: Pick<Attempt, 'bank' | 'state'>): ShownResult => {
  if (stage === 'waiting') return { ResultCode: '', ResultMessage: '' };
  if (stage !== 'failed') return { ResultCode: '00', ResultMessage: '' };
  return failedResult(bank?.code ?? (state === 'closed' ? PAYER_LEFT : TIME_OUT));
};

/** The current shares of a charge. A charge that took nothing shows the shares that were agreed. */
const shownShares = (charge: Charge, { payment }: ShownPayment): readonly LedgerShare[] => {
  const shares = sharesNow(charge, payment.steps);
  if (shares.length > 0) return shares;
  const { money } = chargeNow(charge, payment.steps);
  return chargedShares(money, wholeCapture(money));
};

/** PoolStatus: 0 not pooled, 1 a share waits for the approval, 2 approved. */
const poolStatusOf = (charge: Charge, shares: readonly LedgerShare[]): 0 | 1 | 2 => {
  if (!charge.money.pooled) return 0;
  return shares.some(({ pooled }) => pooled) ? 1 : 2;
};

const subDealerEntry = (charge: Charge, share: LedgerShare) => ({
  DealerId: share.subDealerId,
  Amount: toWireAmount(share.gross),
  DealerCommissionAmount: toWireAmount(share.commission),
  NetAmount: toWireAmount(minor(share.gross - share.commission)),
  RefAmount: toWireAmount(charge.state === 'voided' ? minor(0) : share.refunded),
  PoolStatus: poolStatusOf(charge, [share]),
});

/** MdStatus as the bank's callback proved it; 0 without 3D, and where the payer never came back. */
const threeDMembers = ({ attempt }: ShownPayment) => {
  const { threeD = false, mdStatus = 0 } = attempt.kind === 'link' ? attempt : {};
  return { IsThreeD: threeD, IsThreeDModel: threeD, MdStatus: mdStatus };
};

/** A payment of a recurring sale has no code of the dealer's: where the sale has no description, its ids say what it is. */
const planText = (attempt: Attempt): string => {
  const plan = attempt.kind === 'direct' ? attempt.direct.plan : undefined;
  return plan === undefined ? '' : `Sale ${plan.dealerSaleId}, payment plan ${plan.dealerPaymentPlanId}`;
};

/** Members of a payment request that a payer made of a reusable link; 0 and "" of anything else. */
export const madeOfMembers = (
  link: { readonly madeOf?: Pick<MadeOfLink, 'userPosLinkId' | 'linkCode'> } | undefined,
) => ({
  UserPosLinkId: link?.madeOf?.userPosLinkId ?? 0,
  LinkCode: link?.madeOf?.linkCode ?? '',
});

const paidForMembers = ({ payment, attempt }: ShownPayment, { urlOf }: DetailOptions) => {
  const { link, kind } = payment;
  const asked = askedForOf(attempt, payment);
  const { buyer, description = '' } = asked;
  const call = callOf(attempt);
  // Only a payment request has a number and an address of its own to pay it by.
  const request = kind === 'link' ? link : undefined;
  return {
    UserPosPaymentId: request?.userPosPaymentId ?? 0,
    UserPosPaymentUrl: request === undefined ? '' : urlOf(request),
    ...madeOfMembers(request),
    OtherTrxCode: payment.otherTrxCode ?? '',
    CardHolderFullName: call?.cardHolderName ?? '',
    Description: description || planText(attempt),
    Software: attempt.software ?? payment.software ?? (call ?? asked).caller?.software ?? '',
    BuyerFullName: buyer.fullName ?? '',
    BuyerEmail: buyer.email ?? '',
    BuyerGsmNumber: buyer.gsmNumber ?? '',
    BuyerAddress: buyer.address ?? '',
  };
};

/** PaymentDetail: one payment by its deciding attempt (decisions: payment detail). */
export const paymentDetail = (named: ShownPayment, options: DetailOptions) => {
  const { payment, attempt } = named;
  const { terms, maskedCard } = attempt;
  const charge = chargeOf(named.attempt, named.payment);
  const stage = stageOf(charge);
  const shares = shownShares(charge, named);
  const shown = shares.filter(({ subDealerId: id }) => id !== undefined && (options.subDealerId ?? id) === id);
  const commission = minor(shares.reduce((sum, { toService }) => sum + toService, 0));
  return {
    DealerPaymentId: payment.paymentId,
    ...paidForMembers(named, options),
    CardNumberFirstSix: maskedCard.slice(0, 6),
    CardNumberLastFour: maskedCard.slice(-4),
    PaymentDate: istanbulTimeOf(attempt.startedAtMs),
    Amount: toWireAmount(attempt.captured ?? terms.total),
    RefAmount: toWireAmount(attempt.refunded ?? minor(0)),
    CurrencyCode: terms.currency,
    InstallmentNumber: terms.installments === 1 ? 0 : terms.installments,
    DealerCommissionAmount: toWireAmount(commission),
    ...statusOf(stage, terms.type),
    // The service does not know where a card was issued.
    IsInternationalCard: false,
    ...threeDMembers(named),
    CanBeCanceled: isVoidable(charge, payment.steps, options.nowMs),
    BranchCode: '',
    BranchName: '',
    PointDistributionInformation: '',
    VirtualPosOrderId: attempt.orderId,
    AuthCode: attempt.bank?.authCode ?? '',
    ...chargeResult(stage, attempt),
    PoolStatus: poolStatusOf(charge, shares),
    SubDealerList: shown.map((share) => subDealerEntry(charge, share)),
  };
};
