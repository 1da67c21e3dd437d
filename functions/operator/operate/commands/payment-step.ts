import type { MinorUnits } from '../../../../shared/domain/money/money.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import type { StepKind } from '../../../../shared/domain/payment/step.ts';
import { Refusal } from '../../../../shared/domain/refusal.ts';
import { isJsonObject } from '../../../../shared/http/body.ts';
import { type StepCaller, StepTried } from '../../../../shared/payment-flow/ask-for-step.ts';
import { auditedSteps } from '../../../../shared/payment-flow/audited-steps.ts';
import { type CaptureDependencies, carryOutCapture } from '../../../../shared/payment-flow/capture-step.ts';
import { carryOutPoolApproval, carryOutPoolUndo } from '../../../../shared/payment-flow/pool-step.ts';
import { acceptRefund } from '../../../../shared/payment-flow/refund-step.ts';
import { carryOutVoid } from '../../../../shared/payment-flow/void-step.ts';
import type { CommandCall, DescribedCommand, Result, StepCommand, StepCommandCall } from '../command.ts';
import { CommandError } from '../command-error.ts';
import { type Fields, type InputOf, optional, readInput } from '../fields.ts';
import { amountAboveZero, anyId, code, type Kind, list, problemAt } from '../kinds.ts';
import { shownStep } from '../payment-view.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField, dealersOrderId, otherTrxCode } from './fields-in-common.ts';

/** More sub-dealers than a payment may have. */
const MAX_SHARES = 50;

/** The fields that say which payment it is, as for the dealers' operations. */
const namedPayment = {
  dealerCode: dealerCodeField,
  orderId: dealersOrderId('VirtualPosOrderId of the payment.'),
  otherTrxCode: optional(otherTrxCode, "The dealer's OtherTrxCode, instead of orderId or beside it."),
};

const shareKind: Kind<{ readonly subDealerId: number; readonly amount: MinorUnits }> = {
  type: '{subDealerId, amount}',
  read: (raw) => {
    if (!isJsonObject(raw)) return { problem: 'must be an object with subDealerId and amount' };
    const { subDealerId, amount, ...others } = raw;
    const [unknown] = Object.keys(others);
    if (unknown !== undefined) return problemAt(unknown, { problem: 'is not a member of a share' });
    const id = anyId.read(subDealerId);
    if ('problem' in id) return problemAt('subDealerId', id);
    const part = amountAboveZero.read(amount);
    return 'problem' in part ? problemAt('amount', part) : { value: { subDealerId: id.value, amount: part.value } };
  },
};

const shares = optional(list(shareKind, MAX_SHARES), 'Gross shares of sub-dealers; they sum to the amount.');
const subDealers = optional(list(anyId, MAX_SHARES), 'Ids of the sub-dealers whose shares are meant; all when absent.');

/** Reasons that lie with the command's input. */
const WRONG_INPUT: readonly string[] = [
  'OtherTrxCodeOrVirtualPosOrderIdMustGiven',
  'OtherTrxCodeAndVirtualPosOrderIdMismatch',
  'InvalidAmount',
  'InvalidRequest',
];

/** What dealers call the fields of these commands. The first that a command has is meant. */
const COMMAND_FIELDS: Readonly<Record<string, readonly string[]>> = {
  VirtualPosOrderId: ['orderId'],
  OtherTrxCode: ['otherTrxCode'],
  Amount: ['amount'],
  RefundCode: ['refundCode'],
  SubDealer: ['shares', 'subDealers'],
};

/** A refusal of the use case, which speaks of the dealers' fields, as a refusal of the command, which names its own. */
const asCommandError = ({ reason, sentence: ofDealers }: Refusal, fields: Fields): CommandError => {
  const sentence = ofDealers.replaceAll(/\b[A-Z][A-Za-z]+\b/g, (word) => {
    const names = Object.hasOwn(COMMAND_FIELDS, word) ? (COMMAND_FIELDS[word] ?? []) : [];
    return names.find((name) => Object.hasOwn(fields, name)) ?? word;
  });
  if (reason === 'PaymentNotFound') return new CommandError('NotFound', sentence);
  return new CommandError(WRONG_INPUT.includes(reason) ? 'InvalidInput' : 'NotPossible', sentence);
};

const callerOf = async (
  { dealerCode, orderId, otherTrxCode: text }: InputOf<typeof namedPayment>,
  call: CommandCall,
  commandId: string,
): Promise<StepCaller> => {
  const dealer = await existingDealer(dealerCode, call);
  const ids = { virtualPosOrderId: orderId ?? undefined, otherTrxCode: text ?? undefined };
  return { dealer, ids, asker: { by: 'operator', commandId } };
};

/** What the step is carried out with: its intent is written with the audit entry of the command (rule 36). */
const audited = async ({ deps, entryOf }: StepCommandCall): Promise<CaptureDependencies> => {
  const stepping = await deps.stepping();
  return { ...stepping, steps: auditedSteps(stepping.steps, entryOf) };
};

/** The step as it stands now: the command's own, or the one that the same request of somebody else began. */
const stepNow = async (
  { dealerCode, orderId, kind }: { readonly dealerCode: string; readonly orderId: string; readonly kind: StepKind },
  { deps, commandId, nowMs }: StepCommandCall,
): Promise<Result> => {
  const payment = await deps.wholePayments.findByOrder(dealerCode, orderId);
  const steps = payment?.steps ?? [];
  const own = steps.find(({ asker }) => asker.by === 'operator' && asker.commandId === commandId);
  const step = own ?? steps.findLast((one) => one.kind === kind);
  return { dealerCode, orderId, ...(step === undefined ? {} : { step: shownStep(step, nowMs) }) };
};

type Carried = Promise<{ readonly orderId: string; readonly replayed: boolean }>;

/** No command has it: what is only tried belongs to none. */
const NO_COMMAND = '00000000-0000-0000-0000-000000000000';

/** The step that would begin, without what only its beginning gives it: its numbers and who asked. */
const triedResult = (
  { step, orderId, wouldBegin }: StepTried,
  { nowMs }: CommandCall,
): Awaited<ReturnType<StepCommand['tryOut']>> => {
  const { dealerCode } = step;
  if (!wouldBegin) return { wouldBegin, result: { dealerCode, orderId, step: shownStep(step, nowMs) } };
  const { kind, amount, shares: of, postings } = shownStep(step, nowMs);
  return { wouldBegin, result: { dealerCode, orderId, step: { kind, amount, shares: of, postings } } };
};

/** A command with the use case of a dealers' operation behind it. Operators need no permission of the dealer. */
const stepCommand = <All extends typeof namedPayment & Fields>(
  {
    kind,
    ...description
  }: Omit<DescribedCommand, 'changes' | 'group' | 'fields'> & {
    readonly kind: StepKind;
    readonly fields: All;
  },
  carryOut: (deps: CaptureDependencies, caller: StepCaller, input: InputOf<All>) => Carried,
): StepCommand => ({
  ...description,
  group: 'Payments',
  changes: true,
  carryOut: async (raw, call) => {
    const input = readInput(description.fields, raw);
    const caller = await callerOf(input as InputOf<typeof namedPayment>, call, call.commandId);
    try {
      const { orderId, replayed } = await carryOut(await audited(call), caller, input);
      return { replayed, result: await stepNow({ dealerCode: caller.dealer.dealerCode, orderId, kind }, call) };
    } catch (error) {
      throw error instanceof Refusal ? asCommandError(error, description.fields) : error;
    }
  },
  tryOut: async (raw, call) => {
    const input = readInput(description.fields, raw);
    const caller = await callerOf(input as InputOf<typeof namedPayment>, call, NO_COMMAND);
    try {
      await carryOut(await call.deps.stepping(), { ...caller, triesOnly: true }, input);
    } catch (error) {
      if (error instanceof StepTried) return triedResult(error, call);
      throw error instanceof Refusal ? asCommandError(error, description.fields) : error;
    }
    throw new Error('a step that was only tried was carried out');
  },
});

const AT_BANK =
  'The state of the step says what became of it: done, refused (nothing moved), or in-doubt while the bank has not told; the service goes on asking then, and the same command id, or show-payment, tells the end.';

export const capture = stepCommand(
  {
    name: 'capture',
    kind: 'capture',
    summary: 'Capture a pre-authorisation, whole or in part, as DoCapture does.',
    notes: [AT_BANK, "More than was pre-authorised only where the dealer's record has captureAbove."],
    fields: {
      ...namedPayment,
      amount: optional(amountAboveZero, 'What is captured; all that was pre-authorised when absent.'),
      shares,
    },
    example: { dealerCode: '1001', otherTrxCode: 'to-capture', amount: '20.00' },
  },
  (deps, caller, { amount, shares: asked }) =>
    carryOutCapture(deps, caller, omitUndefined({ amount: amount ?? undefined, shares: asked ?? undefined })),
);

export const voidCommand = stepCommand(
  {
    name: 'void',
    kind: 'void',
    summary: 'Void a whole payment, as DoVoid does.',
    notes: [AT_BANK, "While the bank's day is open; a pre-authorisation that was not captured as long as it stands."],
    fields: namedPayment,
    example: { dealerCode: '1001', otherTrxCode: 'to-void' },
  },
  (deps, caller) => carryOutVoid(deps, caller),
);

export const refund = stepCommand(
  {
    name: 'refund',
    kind: 'refund',
    summary: 'Request the refund of a payment, whole or in part, as DoCreateRefundRequest does.',
    notes: [
      "It is accepted here and carried out by the service: a whole refund of an open day at once, anything else after the bank's day end. show-payment tells how far it is.",
    ],
    fields: {
      ...namedPayment,
      amount: optional(amountAboveZero, 'What goes back; all that is left when absent.'),
      shares,
      refundCode: optional(code(128), 'A name of the refund: the same name is the same refund for ever.'),
    },
    example: { dealerCode: '1001', otherTrxCode: 'to-refund', amount: '5.00' },
  },
  (deps, caller, { amount, shares: asked, refundCode }) => {
    const request = { amount: amount ?? undefined, shares: asked ?? undefined, refundCode: refundCode ?? undefined };
    return acceptRefund(deps, caller, omitUndefined(request));
  },
);

export const approvePool = stepCommand(
  {
    name: 'approve-pool',
    kind: 'pool-approval',
    summary: 'Approve pooled money of a payment, as DoApprovePoolPayment does.',
    fields: { ...namedPayment, subDealers },
    example: { dealerCode: '1001', otherTrxCode: 'to-approve' },
  },
  (deps, caller, { subDealers: ids }) => carryOutPoolApproval(deps, caller, ids ?? []),
);

export const undoPool = stepCommand(
  {
    name: 'undo-pool',
    kind: 'pool-undo',
    summary: 'Put approved money back into the pool, as UndoApprovePoolPayment does.',
    notes: ['Not after a refund since the approval.'],
    fields: { ...namedPayment, subDealers },
    example: { dealerCode: '1001', otherTrxCode: 'to-undo' },
  },
  (deps, caller, { subDealers: ids }) => carryOutPoolUndo(deps, caller, ids ?? []),
);
