import type { GatewayKind } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { BankAnswer } from '../../../shared/ports/bank-answers.ts';

export const LOST: BankAnswer = { kind: 'unknown', cause: 'time-out' };
const CUT: BankAnswer = { kind: 'unknown', cause: 'connection-lost' };
export const ERROR: BankAnswer = { kind: 'unknown', cause: 'error-answer' };

/** The answer to a call whose request or answer was lost. */
export const silence = (harm: string): BankAnswer | undefined => {
  if (harm.startsWith('lost') || harm === 'late') return LOST;
  return harm.startsWith('cut') ? CUT : undefined;
};

type ChargeHarm =
  | 'refused'
  | 'lost-before'
  | 'lost-after'
  | 'cut-before'
  | 'cut-after'
  | 'error-before'
  | 'error-after'
  | 'late'
  | 'other-amount'
  | 'reversing'
  | 'refused by the gateway'
  | 'two charges';

type FollowUpHarm =
  | 'lost-before'
  | 'lost-after'
  | 'cut-before'
  | 'cut-after'
  | 'error-before'
  | 'error-after'
  | 'declined'
  | 'late'
  | 'pending';

type InquiryHarm = 'time-out' | 'contradictory' | 'pending';

/** What a bank behind gateways of one kind does in its own way. */
interface FakeWays {
  readonly chargeHarms: readonly ChargeHarm[];
  readonly followUpHarms: readonly FollowUpHarm[];
  readonly inquiryHarms: readonly InquiryHarm[];
  /** Whether a capture, void or refund names a transaction by its reference: without one it is not sent. */
  readonly namesTransactions: boolean;
  /** Whether an order that is not as it was ordered contradicts itself, until somebody at the bank has mended it. */
  readonly contradictsItself: boolean;
}

export const WAYS: Readonly<Record<GatewayKind, FakeWays>> = {
  nestpay: {
    chargeHarms: [
      'refused',
      'lost-before',
      'lost-after',
      'cut-before',
      'cut-after',
      'error-before',
      'error-after',
      'late',
      'reversing',
      'other-amount',
    ],
    followUpHarms: [
      'lost-before',
      'lost-after',
      'cut-before',
      'cut-after',
      'error-after',
      'declined',
      'late',
      'pending',
    ],
    inquiryHarms: ['time-out', 'contradictory', 'pending'],
    namesTransactions: false,
    contradictsItself: false,
  },
  // It declines no capture, void or refund, and tells nothing of what it has not decided.
  garanti: {
    chargeHarms: [
      'refused',
      'refused by the gateway',
      'lost-before',
      'lost-after',
      'cut-before',
      'cut-after',
      'error-before',
      'error-after',
      'late',
      'two charges',
      'other-amount',
    ],
    followUpHarms: ['lost-before', 'lost-after', 'cut-before', 'cut-after', 'error-before', 'error-after', 'late'],
    inquiryHarms: ['time-out', 'contradictory'],
    namesTransactions: true,
    contradictsItself: true,
  },
};
