import type { AttemptChange } from '../../../../shared/domain/attempt/attempt-change.ts';
import { isUndecided, type LostOrder, takeBackWay } from '../../../../shared/domain/payment/lost-order.ts';
import { openPosAccount } from '../../../../shared/payment-flow/pos-account.ts';
import type { CommandCall, Result, StepCommand, StepCommandCall } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { type InputOf, readInput, required } from '../fields.ts';
import { choice } from '../kinds.ts';
import {
  askBank,
  attemptOf,
  keepCharge,
  keepPaid,
  leaveToSweeper,
  type OrderAtBank,
  takeBack,
} from '../lost-order-decision.ts';
import { dealerCodeField, orderIdKind } from './fields-in-common.ts';
import { existingPos, recoveringStage, shownLostOrder } from './lost-orders.ts';
import { posId } from './virtual-pos-fields.ts';

const decideFields = {
  dealerCode: dealerCodeField,
  posId,
  orderId: required(orderIdKind, 'The order.'),
  decision: required(choice(['keep', 'take-back']), 'Whether the charge stays, or the money goes back.'),
};
type Decision = InputOf<typeof decideFields>;

const orderAtBank = async ({ dealerCode, posId: id, orderId }: Decision, call: CommandCall): Promise<OrderAtBank> => {
  const order = await call.deps.lostOrders.find(dealerCode, id, orderId);
  if (order === undefined) throw notFound(`lost order ${orderId} of this virtual POS`);
  const pos = await existingPos({ dealerCode, posId: id }, call);
  const { opener } = await call.deps.stepping();
  return { deps: call.deps, order, pos, account: await openPosAccount(pos, opener) };
};

/** Writes the decision with its audit entry, once; with the approval of the payment that it keeps. */
const decided = async (
  order: LostOrder,
  state: Exclude<LostOrder['state'], 'undecided'>,
  { deps, nowMs, entryFor }: StepCommandCall,
  approval?: AttemptChange,
): Promise<LostOrder> => {
  const { dealerCode, posId: id, orderId } = order;
  const next: LostOrder = { ...order, version: order.version + 1, state, decidedAtMs: order.decidedAtMs ?? nowMs };
  const marks = await deps.lostOrders.ofPos(dealerCode, id);
  const ends = isUndecided(order) && !isUndecided(next) && marks !== undefined;
  const ofPos = ends ? { ofPos: { ...marks, version: marks.version + 1, undecided: marks.undecided - 1 } } : {};
  const record = { orders: [next], ...ofPos };
  if (order.state === 'taking-back') {
    if (await deps.lostOrders.write(next, ofPos.ofPos)) return next;
  } else {
    const entry = entryFor({ dealerCode, changed: [state], result: { dealerCode, orderId, state } });
    if (approval !== undefined) {
      await keepPaid({ order: next, ...ofPos, approval, entry }, deps);
      return next;
    }
    if ((await deps.changes.apply({ kind: 'lost-orders', record }, entry)).kind === 'applied') return next;
  }
  throw notPossible('Another command works on this order: look at it, then try again.');
};

const takenBackSoFar = async (at: OrderAtBank, call: StepCommandCall): Promise<Result> => {
  const order = at.order.state === 'undecided' ? await decided(at.order, 'taking-back', call) : at.order;
  const taken = await takeBack({ ...at, order });
  const now = taken.isDone ? await decided(taken.order, 'taken-back', call) : taken.order;
  return { ...shownLostOrder(now), bankSays: taken.bankSays };
};

const carryOutDecision = async (
  at: OrderAtBank,
  decision: Decision['decision'],
  call: StepCommandCall,
): Promise<Result> => {
  if (decision === 'keep') {
    const approval = await keepCharge(at);
    return shownLostOrder(await decided(at.order, 'kept', call, approval));
  }
  const attempt = await attemptOf(at);
  const way = takeBackWay(at.order, attempt);
  if (way === 'paid') throw notPossible('The payment of this order is paid by now: keep it, or refund it afterwards.');
  if (way === 'bank' || attempt === undefined) return takenBackSoFar(at, call);
  await leaveToSweeper(attempt, at);
  return shownLostOrder(await decided(at.order, 'taken-back', call));
};

const AGAIN: Readonly<Record<LostOrder['state'], readonly Decision['decision'][]>> = {
  undecided: ['keep', 'take-back'],
  'taking-back': ['take-back'],
  kept: ['keep'],
  'taken-back': ['take-back'],
};

const refuseOtherDecision = ({ state }: LostOrder, decision: Decision['decision']): void => {
  if (!AGAIN[state].includes(decision)) throw notPossible(`This order is decided on already: it is ${state}.`);
};

export const decideLostOrder: StepCommand = {
  name: 'decide-lost-order',
  group: 'Stage',
  summary: 'Keep a lost order, or take it back from the bank.',
  notes: [
    'keep: an open attempt becomes paid, if the bank shows its charge. An order that the table does not know stays charged and stands in list-lost-orders alone; a repeat of its call with the same OtherTrxCode finds the charge at the bank and charges nothing.',
    'take-back: the bank is asked, then a Void or a Credit is sent. Until the bank shows that the money is back the state is taking-back: run the command again. An open attempt is left to the service, which reverses it once the stage is resumed.',
    'An attempt that the table holds as ended stays ended when its order is kept: cancel its link, so that nobody pays again.',
  ],
  fields: decideFields,
  changes: true,
  example: {
    dealerCode: '1001',
    posId: 'isbank',
    orderId: 'ORDER-k3v7q2mzt5w4y6xa2bcdefgh3i-01',
    decision: 'keep',
  },
  carryOut: async (raw, call) => {
    const input = readInput(decideFields, raw);
    await recoveringStage(call);
    const at = await orderAtBank(input, call);
    refuseOtherDecision(at.order, input.decision);
    if (!isUndecided(at.order)) return { replayed: true, result: shownLostOrder(at.order) };
    return { replayed: false, result: await carryOutDecision(at, input.decision, call) };
  },
  tryOut: async (raw, call) => {
    const input = readInput(decideFields, raw);
    const at = await orderAtBank(input, call);
    refuseOtherDecision(at.order, input.decision);
    const [{ kind: bankSays }, attempt] = await Promise.all([askBank(at), attemptOf(at)]);
    const known = attempt === undefined ? {} : { attempt: attempt.state };
    return { wouldBegin: isUndecided(at.order), result: { ...shownLostOrder(at.order), ...known, bankSays } };
  },
};
