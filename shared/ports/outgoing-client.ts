import type { OutgoingProblem } from '../domain/outgoing/outgoing-address.ts';

/** One POST to an address that a dealer or operator named. Header names are in small letters. */
export interface OutgoingCall {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type OutgoingFailure =
  | 'name-not-found'
  | 'no-connection'
  | 'no-tls'
  | 'time-out'
  | 'connection-lost'
  /** The answer is longer than 64 kB. */
  | 'answer-too-long'
  /** What came is not HTTP. */
  | 'unreadable';

export type OutgoingAnswer =
  /** Any status, redirects included, which nobody follows. */
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  /** The address must not be called; nothing was sent. */
  | { readonly kind: 'refused'; readonly problem: OutgoingProblem }
  /** No answer. With `sent` false the other side surely has none of the call. */
  | { readonly kind: 'failed'; readonly cause: OutgoingFailure; readonly sent: boolean };

/** The one client for addresses that others typed in (rule 41). It sends once and follows nothing. */
export interface OutgoingClient {
  /** Sends one POST and waits at most 10 seconds for the whole of its answer. Never rejects. */
  post(call: OutgoingCall): Promise<OutgoingAnswer>;
}
