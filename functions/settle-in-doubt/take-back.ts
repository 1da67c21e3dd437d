import { type Attempt, STUCK_AFTER_MS } from '../../shared/domain/attempt.ts';
import type { MinorUnits } from '../../shared/domain/money.ts';
import { orderOf } from '../../shared/payment-flow/await-answer.ts';
import type { FollowUp, InquiryAnswer } from '../../shared/ports/virtual-pos.ts';
import { callTime, putOff } from './put-off.ts';
import type { SettleCall, SettleOutcome } from './settle-attempt.ts';

const LEFT_ALONE: SettleOutcome = { kind: 'left-alone' };
/** How often the bank is asked about a charge that an operator must take back. */
const STUCK_PAUSE_MS = 24 * 3_600_000;

/** Writes that a charge is being taken back: told "failed", its slot free, before anything is sent (rules 1, 4). */
const beginTakingBack = async (attempt: Attempt, { deps, leaseUntilMs }: SettleCall): Promise<Attempt | undefined> => {
  const nowMs = deps.clock.now();
  const charged = attempt.state === 'charging' || attempt.state === 'in-doubt';
  const freed =
    charged && attempt.told === 'nobody'
      ? await deps.attempts.tellFailed(attempt, { code: '021', atMs: nowMs })
      : undefined;
  return deps.attempts.update(freed ?? attempt, {
    state: 'voiding',
    told: 'failed',
    dueAtMs: leaseUntilMs,
    postponed: 0,
    takeBackSinceMs: nowMs,
    rechecked: true,
  });
};

/** Nothing of the attempt stays charged, as the bank says. */
const endAs = async (
  attempt: Attempt,
  state: 'voided' | 'refunded',
  found: InquiryAnswer,
  { deps }: SettleCall,
): Promise<SettleOutcome> => {
  const bank = { ...attempt.bank, ...('references' in found ? found.references : {}) };
  return (await deps.attempts.end(attempt, { state, atMs: deps.clock.now(), bank }))
    ? { kind: 'settled', state }
    : LEFT_ALONE;
};

const ask = async (attempt: Attempt, call: SettleCall): Promise<InquiryAnswer> => {
  const time = callTime(call);
  if (time === undefined) return { kind: 'unknown', cause: 'not-asked' };
  return call.deps.bank.inquire(call.account, orderOf(attempt), time);
};

const send = (attempt: Attempt, amount: MinorUnits, step: FollowUp, call: SettleCall) => {
  const time = callTime(call);
  if (time === undefined) return { kind: 'not-sent', code: '021' } as const;
  return call.deps.bank.followUp(call.account, { ...orderOf(attempt), amount }, step, time);
};

/** Ends by what an inquiry found, where that is an end. */
const endIfTaken = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: SettleCall,
): Promise<SettleOutcome | undefined> => {
  if (found.kind === 'voided') return endAs(attempt, 'voided', found, call);
  if (found.kind !== 'refunded') return undefined;
  if (attempt.state === 'refunding') return endAs(attempt, 'refunded', found, call);
  const refunding = await call.deps.attempts.update(attempt, { state: 'refunding', dueAtMs: call.leaseUntilMs });
  return refunding === undefined ? LEFT_ALONE : endAs(refunding, 'refunded', found, call);
};

/** Refunds in full. The intent is written first; a doubtful answer is left to the next run's inquiry (rule 4). */
const refund = async (attempt: Attempt, amount: MinorUnits, call: SettleCall): Promise<SettleOutcome> => {
  const { attempts, clock } = call.deps;
  // A credit that leaves no time to hear its answer is not begun.
  if (callTime(call) === undefined) return putOff(attempt, call);
  const intent = { state: 'refunding', lastCallAtMs: clock.now(), dueAtMs: call.leaseUntilMs } as const;
  const refunding = await attempts.update(attempt, intent);
  if (refunding === undefined) return LEFT_ALONE;
  const answer = await send(refunding, amount, { kind: 'refund' }, call);
  if (answer.kind === 'approved') {
    const ended = await attempts.end(refunding, {
      state: 'refunded',
      atMs: clock.now(),
      bank: { ...answer.references },
    });
    return ended ? { kind: 'settled', state: 'refunded' } : LEFT_ALONE;
  }
  if (answer.kind === 'not-sent') return putOff(refunding, call);
  return (await endIfTaken(refunding, await ask(refunding, call), call)) ?? putOff(refunding, call);
};

/**
 * Voids, and refunds where the bank refused to void. Banks refuse with an error that alone proves nothing: the void is
 * refused when the bank has answered and the inquiry after it still finds the charge (rule 4). Without an answer the
 * void may still be on its way, so nothing else is sent until a later run has asked again.
 */
const voidCharge = async (attempt: Attempt, amount: MinorUnits, call: SettleCall): Promise<SettleOutcome> => {
  const { attempts, clock } = call.deps;
  if (callTime(call) === undefined) return putOff(attempt, call);
  const intent = await attempts.update(attempt, { lastCallAtMs: clock.now(), dueAtMs: call.leaseUntilMs });
  if (intent === undefined) return LEFT_ALONE;
  const answer = await send(intent, amount, { kind: 'void' }, call);
  if (answer.kind === 'approved') {
    const ended = await attempts.end(intent, {
      state: 'voided',
      atMs: clock.now(),
      bank: { ...answer.references },
    });
    return ended ? { kind: 'settled', state: 'voided' } : LEFT_ALONE;
  }
  if (answer.kind === 'not-sent') return putOff(intent, call);
  const found = await ask(intent, call);
  const taken = await endIfTaken(intent, found, call);
  if (taken !== undefined) return taken;
  const answered = answer.kind === 'declined' || answer.cause === 'error-answer';
  return answered && found.kind === 'captured' && found.amount !== undefined
    ? refund(intent, found.amount, call)
    : putOff(intent, call);
};

/** After a day an operator settles it; the bank is still asked daily, so that what was done by hand is seen (rule 4). */
const leaveStuck = (attempt: Attempt, call: SettleCall): Promise<SettleOutcome> => {
  const state = attempt.state === 'stuck' ? {} : ({ state: 'stuck' } as const);
  return putOff(attempt, call, { ...state, dueAtMs: call.deps.clock.now() + STUCK_PAUSE_MS }, 'stuck');
};

const unstick = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  if (found.kind !== 'voided' && found.kind !== 'refunded') return leaveStuck(attempt, call);
  const state = found.kind === 'voided' ? 'voiding' : 'refunding';
  const moving = await call.deps.attempts.update(attempt, { state, dueAtMs: call.leaseUntilMs });
  return moving === undefined ? LEFT_ALONE : endAs(moving, found.kind, found, call);
};

/** One step of taking a charge back (rule 4), from what the inquiry found of it now. */
export const takeBack = async (attempt: Attempt, found: InquiryAnswer, call: SettleCall): Promise<SettleOutcome> => {
  if (attempt.state === 'stuck') return unstick(attempt, found, call);
  const taken = await endIfTaken(attempt, found, call);
  if (taken !== undefined) return taken;
  const sinceMs = attempt.takeBackSinceMs ?? attempt.startedAtMs;
  if (call.deps.clock.now() - sinceMs >= STUCK_AFTER_MS) return leaveStuck(attempt, call);
  const charged = found.kind === 'captured' || found.kind === 'authorised';
  if (!charged || found.amount === undefined) return putOff(attempt, call);
  if (attempt.state === 'voiding') return voidCharge(attempt, found.amount, call);
  return found.kind === 'captured' ? refund(attempt, found.amount, call) : putOff(attempt, call);
};

/** Begins to take a charge back and goes as far as the bank lets it in this run. */
export const startTakingBack = async (
  attempt: Attempt,
  found: InquiryAnswer,
  call: SettleCall,
): Promise<SettleOutcome> => {
  const voiding = await beginTakingBack(attempt, call);
  return voiding === undefined ? LEFT_ALONE : takeBack(voiding, found, call);
};
