import { createHash } from 'node:crypto';
import type { CapturedShare } from '../../domain/ledger/charged-shares.ts';
import type { MinorUnits } from '../../domain/money/money.ts';
import { omitUndefined } from '../../domain/omit-undefined.ts';
import type { Step } from '../../domain/payment/step.ts';
import type { StepCaller, StepTried } from '../../payment-flow/ask-for-step.ts';
import { type CaptureDependencies, carryOutCapture, tryCapture } from '../../payment-flow/capture-step.ts';
import { carryOutPoolApproval, carryOutPoolUndo, tryPoolApproval, tryPoolUndo } from '../../payment-flow/pool-step.ts';
import { acceptRefund, tryRefund } from '../../payment-flow/refund-step.ts';
import type { TryStepDependencies } from '../../payment-flow/try-step.ts';
import { carryOutVoid, tryVoid } from '../../payment-flow/void-step.ts';
import type { DeskAsked } from '../call/desk-command.ts';
import type { PaymentStepAction } from './payment-actions.ts';

/** One step of a payment as somebody at the desk asks for it. */
export interface AskedStep {
  readonly action: PaymentStepAction;
  /** Of a refund or a capture; absent: all of it. */
  readonly amount?: MinorUnits;
  /** Gross shares of sub-dealers of a refund or a capture; absent: as the payment's own rules share it. */
  readonly shares?: readonly CapturedShare[];
  /** Of an approval or its undo: whose shares are meant; empty: all. */
  readonly subDealerIds: readonly number[];
}

/** Who asks, and with which one-time value: a refund carries it as its RefundCode (rule 54). */
export interface DeskStepCaller {
  readonly caller: StepCaller;
  readonly once: string;
}

/** Begins the step by the use case of the dealers' operation. Refuses with its reasons. Throws StoreUnavailable and VaultUnavailable. */
export const carryOutAsked = (
  deps: CaptureDependencies,
  { caller, once }: DeskStepCaller,
  { action, amount, shares, subDealerIds }: AskedStep,
): Promise<{ readonly orderId: string; readonly replayed: boolean }> => {
  const asked = omitUndefined({ amount, shares });
  switch (action) {
    case 'void':
      return carryOutVoid(deps, caller);
    case 'refund':
      return acceptRefund(deps, caller, { ...asked, refundCode: once });
    case 'capture':
      return carryOutCapture(deps, caller, asked);
    case 'approve':
      return carryOutPoolApproval(deps, caller, subDealerIds);
    case 'undo':
      return carryOutPoolUndo(deps, caller, subDealerIds);
  }
};

/** The step that `carryOutAsked` would begin now, for the page that says so. Refuses with its reasons. Throws StoreUnavailable. */
export const tryAsked = (
  deps: TryStepDependencies,
  { caller, once }: DeskStepCaller,
  { action, amount, shares, subDealerIds }: AskedStep,
): Promise<StepTried> => {
  const asked = omitUndefined({ amount, shares });
  switch (action) {
    case 'void':
      return tryVoid(deps, caller);
    case 'refund':
      return tryRefund(deps, caller, { ...asked, refundCode: once });
    case 'capture':
      return tryCapture(deps, caller, asked);
    case 'approve':
      return tryPoolApproval(deps, caller, subDealerIds);
    case 'undo':
      return tryPoolUndo(deps, caller, subDealerIds);
  }
};

const sharesText = (shares: readonly CapturedShare[] | undefined): string | undefined =>
  shares
    ?.map(({ subDealerId, amount }) => `${subDealerId}:${amount}`)
    .toSorted()
    .join();

/** The command of a step: a one-time value that was used for another payment, action or amount is refused. */
export const commandOfStep = (paymentId: number, { action, amount, shares, subDealerIds }: AskedStep): DeskAsked => ({
  command: `desk-${action}`,
  input: {
    paymentId,
    amount,
    shares: sharesText(shares),
    subDealers: subDealerIds.length === 0 ? undefined : subDealerIds.toSorted((a, b) => a - b).join(),
  },
});

/**
 * What a page showed of a step, as one short text that its form posts back: which step of the payment it is, its amount, its
 * shares and what it moves. Any other step of the payment that began since makes another text.
 */
export const shownStepText = ({ payment, attempt, number, kind, amount, shares, postings }: Step): string =>
  createHash('sha256')
    .update(JSON.stringify([payment, attempt, number, kind, amount, shares, postings]), 'utf8')
    .digest('base64url');
