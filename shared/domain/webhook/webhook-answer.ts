import type { DeliveryOutcome } from '../outbox/delivery.ts';
import { type OutgoingProblem, outgoingProblems } from '../outgoing/outgoing-address.ts';

/** What came of a POST to an address that a dealer named. */
export type PostOutcome =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'refused'; readonly problem: OutgoingProblem }
  | { readonly kind: 'failed'; readonly cause: string };

const GONE = 410;

const failure = (answer: Exclude<PostOutcome, { kind: 'answered' }>): string =>
  // Why a name is not called does not become right by itself, but its records at the name server may.
  answer.kind === 'refused' ? `the address ${outgoingProblems[answer.problem]}` : answer.cause;

/** The outcome of a try at an endpoint: 2xx is success, 410 switches it off, anything else is tried again. */
export const webhookOutcome = (answer: PostOutcome): DeliveryOutcome => {
  if (answer.kind !== 'answered') return { kind: 'again', detail: failure(answer) };
  const detail = `HTTP ${answer.status}`;
  if (answer.status >= 200 && answer.status < 300) return { kind: 'done', detail };
  return answer.status === GONE ? { kind: 'gone', detail } : { kind: 'again', detail };
};

const OK_TEXT = /^\s*OK\s*$/i;

/** The outcome of a plain notice: only status 200 with the text OK says that the dealer has taken it. */
export const noticeOutcome = (answer: PostOutcome): DeliveryOutcome => {
  if (answer.kind !== 'answered') return { kind: 'again', detail: failure(answer) };
  if (answer.status !== 200) return { kind: 'again', detail: `HTTP ${answer.status}` };
  return OK_TEXT.test(answer.body.replace(/^\uFEFF/, ''))
    ? { kind: 'done', detail: 'answered OK' }
    : { kind: 'again', detail: 'did not answer OK' };
};
