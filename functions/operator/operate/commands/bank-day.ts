import { type StepMove, stepMove } from '../../../../shared/domain/payment/charge-of-attempt.ts';
import { bringRefundForward } from '../../../../shared/domain/payment/step-transitions.ts';
import { merchantNumberOf } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { DayOf } from '../../../../shared/ports/bank-ledger.ts';
import type { QueuedPayment } from '../../../../shared/ports/operator-payments.ts';
import { type CommandCall, changeCommand, type OperateDependencies } from '../command.ts';
import { required } from '../fields.ts';
import { shaped } from '../kinds.ts';
import { search } from '../search.ts';
import { shownTime } from '../values-in-views.ts';

const EVERY_MERCHANT = 'every merchant';

const merchant = shaped(
  `6 to 15 digits, or "${EVERY_MERCHANT}"`,
  `must be the clientId or terminalId of a virtual POS, 6 to 15 digits, or "${EVERY_MERCHANT}"`,
  (text) => (text === EVERY_MERCHANT || /^\d{6,15}$/.test(text) ? text : undefined),
);

/** Refunds that have room in the transaction of one command. */
const MAX_REFUNDS = 15;
/** Pages of 500 rows of the queue that one command reads. */
const MAX_PAGES = 10;

const bankHas = async (
  { attempt }: QueuedPayment,
  of: DayOf,
  { embeddedBank, stepping }: OperateDependencies,
): Promise<boolean> => {
  if (attempt === undefined || attempt.pos.gateway !== embeddedBank) return false;
  if (of === EVERY_MERCHANT) return true;
  const { posVersions } = await stepping();
  return merchantNumberOf(await posVersions.find(attempt.dealerCode, attempt.pos)) === of.clientId;
};

/** The refunds that wait for the day end, each as it is carried out now; at most so many as a command writes. */
const refundsNow = async (of: DayOf, dayEndedAtMs: number, call: CommandCall): Promise<readonly StepMove[]> => {
  const { deps, nowMs } = call;
  const moves: StepMove[] = [];
  let after: string | undefined;
  for (let pages = 0; pages < MAX_PAGES; pages += 1) {
    const found = await search({
      limit: MAX_REFUNDS,
      after,
      page: (query) => deps.payments.pageOfQueue(query),
      wanted: ({ step }) => step !== undefined && bringRefundForward(step, { nowMs, dayEndedAtMs }) !== undefined,
    });
    for (const queued of found.found) {
      const { attempt, step } = queued;
      if (attempt === undefined || step === undefined || !(await bankHas(queued, of, deps))) continue;
      const change = bringRefundForward(step, { nowMs, dayEndedAtMs });
      const move = change === undefined ? undefined : stepMove(change, attempt);
      if (move !== undefined) moves.push(move);
      if (moves.length === MAX_REFUNDS) return moves;
    }
    after = found.next;
    if (after === undefined) break;
  }
  return moves;
};

/** Only in sandbox stages, which have the embedded bank. */
export const closeBankDay = changeCommand(
  {
    name: 'close-bank-day',
    group: 'Embedded bank',
    summary: "End the embedded bank's day now, in a sandbox stage.",
    notes: [
      'What was captured or credited so far is settled from now on: a void is refused, and a credit is possible. A pre-authorisation that was not captured stays as it is.',
      `Refunds of a part that wait for the day end are carried out within a minute, ${MAX_REFUNDS} a command: "refundsNow" counts them.`,
      'A whole refund that is asked for later is carried out by the next sweep. One of a part waits: repeat the command.',
      'The day also ends by itself at the time that the stage\'s setting "bankDayEnd" names.',
    ],
    fields: {
      merchant: required(merchant, 'Whose day ends: the clientId or terminalId of a virtual POS at the embedded bank.'),
    },
    example: { merchant: '190100064' },
  },
  async (input, call) => {
    const { deps, nowMs } = call;
    const of: DayOf = input.merchant === EVERY_MERCHANT ? EVERY_MERCHANT : { clientId: input.merchant };
    const before = await deps.bankDays.closedDay(of);
    const version = (before?.version ?? 0) + 1;
    // A capture of this very millisecond belongs to the day that ends. And a clock that is behind another one must not
    // reopen a closed day.
    const closedAtMs = Math.max(nowMs + 1, before?.closedAtMs ?? 0);
    const refunds = await refundsNow(of, closedAtMs, call);
    return {
      change: { kind: 'bank-day', record: { of, closedAtMs, version }, refunds },
      changed: refunds.length === 0 ? ['closedAt'] : ['closedAt', 'refunds'],
      result: { merchant: input.merchant, closedAt: shownTime(closedAtMs), refundsNow: refunds.length },
    };
  },
);
