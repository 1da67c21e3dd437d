import type { DirectAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { endedWithoutCharge } from '../../../shared/domain/attempt/states.ts';
import { demand } from '../invariants.ts';
import type { Heard } from './direct-functions.ts';
import { askedBy, askedIn, type DirectRequest, type Variant } from './direct-requests.ts';

/** After this time an invocation ends, and its caller has heard OutcomeUnknown. */
const CALLER_LEAVES_MS = 27_000;

/** One call and its outcome. Its `clientIp` is unique, so it identifies the call's attempt. */
export interface CallMade {
  readonly clientIp: string;
  readonly request: DirectRequest;
  readonly variant: Variant;
  readonly beganAtMs: number;
  /** Whether its code already named an attempt when it began. */
  readonly knownCode: boolean;
  /** Whether new charges were paused while it ran. */
  readonly paused: boolean;
  /** Undefined for a call that died. */
  heard?: Heard;
  heardAtMs?: number;
}

export const leftAtMs = ({ beganAtMs }: CallMade): number => beganAtMs + CALLER_LEAVES_MS;
const isLate = (call: CallMade): boolean => (call.heardAtMs ?? 0) > leftAtMs(call);

/** True of an attempt that a call of the same request began: another request with the code learns nothing of it. */
const isOfRequest = (call: CallMade, attempt: DirectAttempt): boolean =>
  call.request.code !== undefined &&
  call.request.code === attempt.direct.otherTrxCode &&
  askedBy(call) === askedIn(attempt);

/** True for a call about this payment: the one that began it, or a repeat of it. */
export const mayHear = (call: CallMade, attempt: DirectAttempt): boolean =>
  attempt.direct.caller.clientIp === call.clientIp || isOfRequest(call, attempt);

const ownOf = ({ clientIp }: CallMade, attempts: readonly DirectAttempt[]): DirectAttempt | undefined => {
  const own = attempts.filter(({ direct }) => direct.caller.clientIp === clientIp);
  demand(own.length <= 1, 'one call made two attempts');
  return own[0];
};

const SAME_ANSWER_MS = 60_000;

/** Whether an attempt of the same request ended so lately that its answer is told again. */
const endedLately = (call: CallMade, attempts: readonly DirectAttempt[]): boolean =>
  attempts.some((attempt) => isOfRequest(call, attempt) && call.beganAtMs - (attempt.endedAtMs ?? 0) < SAME_ANSWER_MS);

const REFUSALS_OF_LIMITS = ['DailyDealerLimitExceeded', 'DailyCardLimitExceeded'];
/** A code has ten attempts. */
const MOST_ATTEMPTS = 10;
const REFUSALS_OF_THE_CODE = ['OtherTrxCodeAlreadyUsed', 'OutcomeUnknown', 'StillRunning'];

/** What callers heard in a run, and whether it stays true. */
export class Promises {
  /** The first success of each code, and when it was heard. */
  readonly #paid = new Map<string, { readonly orderId: string; readonly atMs: number; readonly call: CallMade }>();
  readonly #calls: CallMade[] = [];

  /** Compares what the calls of a step heard with the attempts at that time. */
  hear(calls: readonly CallMade[], attempts: readonly DirectAttempt[]): void {
    this.#calls.push(...calls);
    for (const call of calls) {
      this.#paidBefore(call, attempts);
      if (call.heard?.kind === 'refused') this.#refused(call, call.heard.reason, attempts);
      if (call.heard?.kind === 'failed') this.#failed(call, call.heard, attempts);
      if (call.heard?.kind === 'paid') this.#paidNow(call, call.heard, attempts);
    }
  }

  /**
   * After a success every later call with the same request hears it again (rules 1, 6). One with another request is
   * refused, unless an attempt of its own ended within the minute before (rule 10).
   */
  #paidBefore(call: CallMade, attempts: readonly DirectAttempt[]): void {
    const { heard, request } = call;
    const told = this.#paid.get(request.code ?? '');
    if (told === undefined || heard === undefined || call.beganAtMs < told.atMs || isLate(call)) return;
    if (heard.kind === 'unexpected') return;
    const again = heard.kind === 'paid' && heard.orderId === told.orderId && heard.replayed;
    const used = heard.kind === 'refused' && heard.reason === 'OtherTrxCodeAlreadyUsed';
    const ended = heard.kind === 'failed' && heard.replayed && endedLately(call, attempts);
    const isSame = askedBy(call) === askedBy(told.call);
    demand(isSame ? again : used || ended, `a paid code says ${JSON.stringify(heard)} to the ${call.variant}`);
  }

  #refused(call: CallMade, reason: string, attempts: readonly DirectAttempt[]): void {
    const { request, variant, knownCode, paused } = call;
    const own = ownOf(call, attempts);
    demand(own === undefined || REFUSALS_OF_THE_CODE.includes(reason), `${reason} after an attempt began`);
    const ofCode = attempts.filter(({ direct }) => request.code !== undefined && direct.otherTrxCode === request.code);
    const others = ofCode.filter((attempt) => !isOfRequest(call, attempt));
    if (reason === 'OtherTrxCodeAlreadyUsed') {
      demand(
        others.some(({ reportedOutcome: told }) => told === 'paid'),
        'a code is refused that no other request was paid with',
      );
    } else if (reason === 'AttemptsUsedUp') {
      const last = attempts.find(
        ({ number, direct }) => number === MOST_ATTEMPTS && direct.otherTrxCode === request.code,
      );
      demand(own === undefined && last !== undefined, 'a code is used up that has had no ten attempts');
    } else if (!REFUSALS_OF_THE_CODE.includes(reason)) {
      const isRepeat = ofCode.some((attempt) => isOfRequest(call, attempt) && attempt.startedAtMs < call.beganAtMs);
      demand(!knownCode || !isRepeat, `${reason} of a request that had its answer before (rule 6)`);
      const allowed =
        REFUSALS_OF_LIMITS.includes(reason) ||
        (reason === 'InvalidRequest' && (paused || variant === 'unreadable')) ||
        (reason === 'VirtualPosNotAvailable' && request.lacksPos);
      demand(allowed, `refused with ${reason}`);
    }
  }

  /** A bank code is reported only for an attempt whose row says "reported failed" (rule 1). */
  #failed(call: CallMade, heard: Extract<Heard, { kind: 'failed' }>, attempts: readonly DirectAttempt[]): void {
    const own = ownOf(call, attempts);
    const { code } = call.request;
    demand(heard.replayed === (own === undefined), 'a decline is replayed that is new, or the other way round');
    const candidates = own === undefined ? attempts.filter((attempt) => isOfRequest(call, attempt)) : [own];
    const written = candidates.some(
      ({ reportedOutcome: told, state, bank }) =>
        (told === 'failed' || endedWithoutCharge(state)) &&
        ((bank?.code ?? '021') === heard.code || state === 'voided' || state === 'refunded'),
    );
    demand(code !== undefined || own !== undefined, 'a blank code is told of an attempt of another call');
    demand(written, `${heard.code} is told, and no row says so`);
  }

  #paidNow(
    call: CallMade,
    { orderId, replayed }: Extract<Heard, { kind: 'paid' }>,
    attempts: readonly DirectAttempt[],
  ): void {
    const { code } = call.request;
    const attempt = attempts.find((one) => one.orderId === orderId);
    demand(attempt?.state === 'approved' && attempt.reportedOutcome === 'paid', 'a success is told that no row says');
    demand(attempt?.direct.otherTrxCode === code, 'the success of another code is told');
    demand(
      code === undefined || (attempt !== undefined && isOfRequest(call, attempt)),
      'the success of another request',
    );
    demand(replayed === (attempt?.direct.caller.clientIp !== call.clientIp), 'a success is replayed that is new');
    const { heardAtMs } = call;
    if (code === undefined || heardAtMs === undefined) return;
    const told = this.#paid.get(code);
    demand(told === undefined || told.orderId === orderId, 'two successes of one code are told');
    if (told === undefined || heardAtMs < told.atMs) this.#paid.set(code, { orderId, atMs: heardAtMs, call });
  }

  /** At the end, when everything is reconciled. `sentAtMs`: when each attempt's approval was sent to the store. */
  check(attempts: readonly DirectAttempt[], sentAtMs: ReadonlyMap<string, number>): void {
    for (const call of this.#calls) {
      const own = ownOf(call, attempts);
      if (own === undefined || call.heard === undefined) continue;
      const { heard } = call;
      const kept = own.state === 'approved';
      if (heard.kind === 'failed') demand(!kept, `told ${heard.code}, and charged`);
      const unknown = heard.kind === 'refused' && heard.reason === 'OutcomeUnknown';
      // An approval that was on its way when the caller's time ended is reported to nobody.
      const underWay = isLate(call) && (sentAtMs.get(own.reference) ?? Number.POSITIVE_INFINITY) <= leftAtMs(call);
      if (call.request.code !== undefined || !(unknown || isLate(call)) || underWay) continue;
      demand(!kept, 'OutcomeUnknown was told of a payment without a code, and it stays charged');
    }
  }
}
