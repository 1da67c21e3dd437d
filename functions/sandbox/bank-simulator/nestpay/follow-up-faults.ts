import type { TestFollowUpFault } from '../../../../shared/nestpay/test-card-behaviour.ts';
import type { BankDay } from '../bank-day.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { type Answer, type ApiResult, bankError, truncated } from './answers.ts';
import { type AskedFollowUp, busy, carryOutFollowUp, changedBy } from './follow-up.ts';
import { followUpFaultOf } from './order-life.ts';

const withFault = async (
  deps: BankSimulatorDependencies,
  asked: AskedFollowUp,
  { fault, carryOut }: { fault: TestFollowUpFault; carryOut: (asked: AskedFollowUp) => Promise<Answer> },
): Promise<ApiResult> => {
  const { order } = asked;
  const error = bankError(order.orderId, 'System error');
  const results: Readonly<Record<TestFollowUpFault, () => Promise<ApiResult>>> = {
    slow: async () => {
      await deps.delay();
      return carryOut(asked);
    },
    'time-out-before': async () => {
      await deps.hold();
      return error;
    },
    'time-out-after': async () => {
      const answer = await carryOut(asked);
      await deps.hold();
      return answer;
    },
    'error-before': async () => error,
    'error-after': async () => {
      await carryOut(asked);
      return error;
    },
    truncated: async () => truncated(deps, await carryOut(asked), order.clientId),
    duplicate: async () => {
      await carryOut(asked);
      return busy(order);
    },
    declined: () => carryOut({ ...asked, declines: true }),
  };
  return results[fault]();
};

/** `PostAuth`, `Void` or `Credit` of an order in the books, with the fault that its card stands for. */
export const followUp = async (
  deps: BankSimulatorDependencies,
  asked: AskedFollowUp,
  day: BankDay,
): Promise<ApiResult> => {
  const { order, type } = asked;
  const carryOut = (one: AskedFollowUp): Promise<Answer> => carryOutFollowUp(deps, one, day);
  const fault = followUpFaultOf(order, type);
  if (fault === undefined) return carryOut(asked);
  // Noted before anything is done, so that the repeat of a call that was lost does not meet the fault again.
  const noted = await changedBy(deps, order, { faultsMet: [...(order.faultsMet ?? []), type] });
  return noted === undefined ? busy(order) : withFault(deps, { ...asked, order: noted }, { fault, carryOut });
};
