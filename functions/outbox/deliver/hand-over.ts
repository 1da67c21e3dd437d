import { afterHandOver, handOverAgain, type Message } from '../../../shared/domain/message/message.ts';
import { capsOf } from '../../../shared/domain/message/message-caps.ts';
import {
  type DealerMessaging,
  mayReach,
  type StageMessaging,
} from '../../../shared/domain/message/messaging-settings.ts';
import { unsentReasonOf } from '../../../shared/domain/message/opt-out.ts';
import type { DeliveryOutcome } from '../../../shared/domain/outbox/delivery.ts';
import type { MessageMetrics } from '../../../shared/observability/log.ts';
import type { MessageAnswer } from '../../../shared/ports/message-provider.ts';
import type { MessagesOfTry, OptOuts } from '../../../shared/ports/messages.ts';

/** What every message needs on its way to its provider. */
export interface HandOverDependencies {
  readonly messages: MessagesOfTry;
  readonly optOuts: OptOuts;
  readonly stage: StageMessaging;
  readonly metrics: MessageMetrics;
}

/** The same where a message stands with its delivery. */
export const withMessages = <Dependencies extends HandOverDependencies>(
  deps: Dependencies,
  messages: MessagesOfTry | undefined,
): Dependencies => (messages === undefined ? deps : { ...deps, messages });

/** One message that is about to leave, at one moment. */
export interface Draft {
  readonly message: Message;
  readonly dealerCode: string;
  readonly settings: DealerMessaging;
  readonly nowMs: number;
  /** Calls its provider; undefined where the stage has none. */
  readonly call: (message: Message) => Promise<MessageAnswer> | undefined;
}

/** A call of a provider ends within 10 seconds, and its answer is written in the second after. */
export const CALL_MS = 12_000;

export const never = (detail: string): DeliveryOutcome => ({ kind: 'never', detail });
export const again = (detail: string): DeliveryOutcome => ({ kind: 'again', detail });
const done = (detail: string): DeliveryOutcome => ({ kind: 'done', detail });

const outcomeOf = ({ state, reason = '' }: Message, answer: MessageAnswer): DeliveryOutcome => {
  switch (state) {
    case 'queued':
      return answer.kind === 'unknown'
        ? { kind: 'again', detail: answer.detail, maybeSent: true }
        : again(answer.kind === 'again' ? answer.detail : '');
    case 'failed':
      return never(reason);
    case 'unknown':
      return done('handed over twice without an answer');
    case 'sent':
    case 'delivered':
      return done('handed over');
  }
};

/** Calls the provider and writes what came of it. The message counts this call already. */
const handOver = async ({ message, call, nowMs }: Draft, deps: HandOverDependencies): Promise<DeliveryOutcome> => {
  const answer = await call(message);
  if (answer === undefined) return never('this stage does not send by this channel');
  const { channel, to } = message;
  // The provider's list holds for its senders alone, ours for every way to the recipient.
  if (answer.kind === 'refused' && answer.reason === 'opted-out') {
    await deps.optOuts.add(channel, to, { atMs: nowMs, reason: 'provider' });
  }
  const after = afterHandOver(message, answer, nowMs);
  // Refused only where a report of the provider was written in between, which knows more.
  await deps.messages.replace(after);
  return outcomeOf(after, answer);
};

/** A message that was never begun and never leaves is recorded with its reason, so that the dealer is told. */
export const refuseNew = async (
  message: Message,
  reason: string,
  { messages }: Pick<HandOverDependencies, 'messages'>,
): Promise<DeliveryOutcome> => {
  const { queuedAtMs } = message;
  await messages.keepUnsent({ ...message, state: 'failed', handOvers: 0, endedAtMs: queuedAtMs, reason });
  return never(reason);
};

/** A message that was begun and must not leave any more. */
export const refuseBegun = async (
  message: Message,
  reason: string,
  { messages, nowMs }: Pick<HandOverDependencies, 'messages'> & { readonly nowMs: number },
): Promise<DeliveryOutcome> => {
  const failed = { ...message, version: message.version + 1, state: 'failed', endedAtMs: nowMs, reason } as const;
  return (await messages.replace(failed)) ? never(reason) : again('another try is under way');
};

/** Why nobody gets messages on this address; undefined where they may leave. */
export const heldBack = async (
  { channel, to }: Pick<Message, 'channel' | 'to'>,
  { optOuts, stage }: Pick<HandOverDependencies, 'optOuts' | 'stage'>,
): Promise<string | undefined> => {
  const optedOut = await optOuts.find(channel, to);
  if (optedOut !== undefined) return unsentReasonOf(optedOut);
  return mayReach(stage, to) ? undefined : 'not-a-listed-recipient';
};

/** What the delivery of a message is whose calls are over; undefined while it may still leave. */
export const endedBefore = ({ state, reason = '' }: Message): DeliveryOutcome | undefined => {
  if (state === 'queued') return undefined;
  return state === 'failed' ? never(reason) : done('handed over before');
};

/** Hands over a message that was begun before: asked for elsewhere, or left by a try that crashed or had no clear answer. */
export const handOverBegun = async (
  draft: Draft,
  known: Message,
  deps: HandOverDependencies,
): Promise<DeliveryOutcome> => {
  const ended = endedBefore(known);
  if (ended !== undefined) return ended;
  const next = handOverAgain(known);
  if (next === undefined) {
    const lost = { ...known, version: known.version + 1, state: 'unknown', endedAtMs: draft.nowMs } as const;
    await deps.messages.replace(lost);
    return done('handed over twice without an answer');
  }
  if (!(await deps.messages.replace(next))) return again('another try is under way');
  return handOver({ ...draft, message: next }, deps);
};

/** Writes a new message, counts it in every cap, and hands it over. */
export const handOverNew = async (draft: Draft, deps: HandOverDependencies): Promise<DeliveryOutcome> => {
  const { message, dealerCode, settings, nowMs } = draft;
  const { channel, kind, segments = 0 } = message;
  const caps = capsOf({ channel, kind, segments, nowMs, stage: deps.stage, dealer: settings });
  const begun = await deps.messages.begin(message, dealerCode, caps);
  switch (begun.kind) {
    case 'known':
      return handOverBegun(draft, begun.message, deps);
    case 'too-many':
      if (begun.owner === 'stage') deps.metrics.budgetUsedUp();
      return refuseNew(message, `too-many-of-${begun.owner}`, deps);
    case 'taken':
      return again('another try is under way');
    case 'begun':
      return handOver(draft, deps);
  }
};
