import { endOfLink, type LinkChange } from '../../../domain/link/link-states.ts';
import type { PlanOfLink } from '../../../domain/link/payment-request.ts';
import { StoreUnavailable } from '../../../ports/store-errors.ts';
import type { Table } from '../engine/table.ts';
import { planDueKeys, planKeys } from './plan-keys.ts';

/** A link with what finds the payment plan that it was sent for. */
interface RequestOfPlan {
  readonly dealerCode: string;
  readonly userPosPaymentId: number;
  readonly plan?: PlanOfLink | undefined;
}

/**
 * Makes the plan of a link due at once, after the write in which the link ended; nothing for a link of no plan. It is a write
 * of its own, so that nothing about a plan can refuse a payment. One that is lost is made good by the hourly look at the plan
 * (decisions: payment requests of plans). Its version makes a look fail that read the link before its end, and would let
 * the plan wait for another hour.
 */
export const requestEnded = async (
  table: Pick<Table, 'transact'>,
  { dealerCode, userPosPaymentId, plan }: RequestOfPlan,
  nowMs: number,
): Promise<void> => {
  if (plan === undefined) return;
  const name = { dealerCode, ...plan };
  const set = {
    expression: 'SET #dueSk = :dueSk, #dueAtMs = :now, #version = #version + :one',
    names: {
      '#dueSk': 'dueSk',
      '#dueAtMs': 'dueAtMs',
      '#version': 'version',
      '#state': 'state',
      '#link': 'userPosPaymentId',
    },
    values: { ':dueSk': planDueKeys(name, nowMs).dueSk, ':now': nowMs, ':one': 1 },
  };
  const onlyIf = {
    expression: '#state = :requested AND #link = :link',
    values: { ':requested': 'requested', ':link': userPosPaymentId },
  };
  try {
    await table.transact([{ update: planKeys.plan(name), set, onlyIf }]);
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) throw error;
  }
};

/** The same after the change of an attempt, where that change ended the attempt's link. */
export const requestEndedBy = async (
  table: Pick<Table, 'transact'>,
  attempt: { readonly dealerCode: string; readonly paymentId: number; readonly plan?: PlanOfLink | undefined },
  link: LinkChange | undefined,
): Promise<void> => {
  const end = link === undefined ? undefined : endOfLink(link);
  if (end === undefined) return;
  const { dealerCode, paymentId: userPosPaymentId, plan } = attempt;
  await requestEnded(table, { dealerCode, userPosPaymentId, plan }, end.atMs);
};
