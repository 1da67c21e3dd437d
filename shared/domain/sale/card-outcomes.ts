import type { DirectAttempt } from '../attempt/attempt.ts';
import type { BankCode } from '../attempt/bank-codes.ts';
import { endedWithoutCharge } from '../attempt/states.ts';
import type { Step } from '../payment/step.ts';
import type { DirectPaymentReason, PipelineReason, RefusalReason } from '../refusal-reasons.ts';
import { type CardOutcome, isNoCardsFault } from './step-course.ts';

/** Why the payment of a plan is refused before its intent. Reasons about a code of the dealer never concern a plan. */
type PreparingReason =
  | PipelineReason
  | Exclude<DirectPaymentReason, 'AttemptsUsedUp' | 'OtherTrxCodeAlreadyUsed' | 'OutcomeUnknown' | 'StillRunning'>;

const NO_CARD: CardOutcome = { kind: 'no-card' };
const VIRTUAL_POS: CardOutcome = { kind: 'not-charged', because: 'virtual-pos' };
export const NOT_PERMITTED: CardOutcome = { kind: 'not-charged', because: 'permission' };
export const BANK_NOT_TRIED: CardOutcome = { kind: 'not-charged', because: 'bank' };
export const ABOVE_LIMIT: CardOutcome = { kind: 'not-charged', because: 'limit' };

const outcomeOfReason: Readonly<Record<PreparingReason, CardOutcome>> = {
  CardTokenNotFound: NO_CARD,
  InvalidCardInfo: NO_CARD,
  OnlyCardTokenOrCardNumber: NO_CARD,
  DailyDealerLimitExceeded: ABOVE_LIMIT,
  DailyCardLimitExceeded: ABOVE_LIMIT,
  VirtualPosNotFound: VIRTUAL_POS,
  VirtualPosNotAvailable: VIRTUAL_POS,
  DealerCommissionRateNotFound: VIRTUAL_POS,
  DealerGroupCommissionRateNotFound: VIRTUAL_POS,
  ThisInstallmentNumberNotAvailableForVirtualPos: VIRTUAL_POS,
  ThisInstallmentNumberNotAvailableForDealer: NOT_PERMITTED,
  InvalidInstallmentNumber: NOT_PERMITTED,
  InstallmentNotAvailableForForeignCurrencyTransaction: NOT_PERMITTED,
  ThreeDRequired: NOT_PERMITTED,
  MalformedRequest: NOT_PERMITTED,
  InvalidRequest: NOT_PERMITTED,
  InvalidAccount: NOT_PERMITTED,
  IpAddressNotAllowed: NOT_PERMITTED,
  ChannelPermissionNotAvailable: NOT_PERMITTED,
  NoAllowedToUseThisWebService: NOT_PERMITTED,
};

const isPreparing = (reason: RefusalReason): reason is PreparingReason => Object.hasOwn(outcomeOfReason, reason);

/**
 * What a refusal before the intent means for the card of a plan: nothing was sent to the bank. Undefined for a reason that
 * no payment of a plan can have. A pause is told apart before: it has no reason of its own.
 */
export const outcomeOfRefusal = (reason: RefusalReason): CardOutcome | undefined =>
  isPreparing(reason) ? outcomeOfReason[reason] : undefined;

/** The code of an attempt whose bank told none. */
const SILENT: BankCode = '021';

/**
 * What an attempt tells of its card. One that was reported paid stays paid, also after its dealer gave it back. One that
 * failed counts as declined only once nothing of it is charged: while it is reversed, a second card must wait.
 */
export const outcomeOfAttempt = ({
  state,
  reportedOutcome,
  bank,
}: Pick<DirectAttempt, 'state' | 'reportedOutcome' | 'bank'>): CardOutcome => {
  if (reportedOutcome === 'paid') return { kind: 'approved' };
  return endedWithoutCharge(state) ? { kind: 'declined', code: bank?.code ?? SILENT } : { kind: 'unknown' };
};

type Charged = Pick<DirectAttempt, 'number' | 'state' | 'reportedOutcome' | 'bank' | 'recheckAtMs'>;

/** Whether the bank is still asked about an end of the charge that another card would have met as well. */
const isAskedOnceMore = ({ recheckAtMs, bank }: Charged): boolean =>
  recheckAtMs !== undefined && isNoCardsFault(bank?.code ?? SILENT);

/**
 * Whether an earlier attempt of a plan may still hold money, so that nothing else is charged for the plan. A bank that
 * says that it still reverses, or that knew no such order, may show the charge when it is asked once more the next day;
 * and a Void that arrives late may undo the credit of a reversal. A refusal by the gateway's own checks is asked about as
 * well, but no issuer saw that charge. `steps` are those of its payment.
 */
export const mayStillHold = (attempt: Charged, steps: readonly Pick<Step, 'attempt' | 'recheckAtMs'>[]): boolean =>
  outcomeOfAttempt(attempt).kind !== 'declined' ||
  isAskedOnceMore(attempt) ||
  steps.some((step) => step.attempt === attempt.number && step.recheckAtMs !== undefined);

/** Whether an attempt that had been declined turned out to be a charge, which was given back since. */
export const wasFoundCharged = ({
  state,
  reportedOutcome,
  bank,
}: Pick<DirectAttempt, 'state' | 'reportedOutcome' | 'bank'>): boolean =>
  reportedOutcome !== 'paid' && bank?.code !== undefined && (state === 'voided' || state === 'refunded');
