import type { MessageAnswer } from '../../ports/message-provider.ts';

/** Limits of every call of a message service. One call takes less than the time that a try has. */
export const CLIENT_LIMITS = {
  // A message that is sent twice reaches its recipient twice, so the client repeats nothing by itself.
  maxAttempts: 1,
  requestHandler: { connectionTimeout: 1000, requestTimeout: 8000, throwOnRequestTimeout: true },
} as const;

/** The request surely did not leave: no connection was made. */
const NOT_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const SERVER_ERROR = 500;

const property = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null && name in value ? value[name as keyof typeof value] : undefined;

const textOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/** A failed call as its adapter classifies it: names alone, none of the library's texts (rule 29). */
export interface AwsFailure {
  readonly name: string;
  /** Member `Reason` of the service's error. */
  readonly reason?: string | undefined;
}

/**
 * The answer for a failed call of an AWS message service. `known` decides about errors that the service itself named;
 * undefined is "again". A server's error or no answer at all is "unknown": the message may be on its way.
 */
export const answerToFailure = (
  error: unknown,
  known: (failure: AwsFailure) => MessageAnswer | undefined,
): MessageAnswer => {
  const name = textOf(property(error, 'name')) ?? typeof error;
  const status = property(property(error, '$metadata'), 'httpStatusCode');
  if (typeof status !== 'number') {
    const code = textOf(property(error, 'code')) ?? name;
    return NOT_SENT.has(code) ? { kind: 'again', detail: code } : { kind: 'unknown', detail: code };
  }
  if (status >= SERVER_ERROR) return { kind: 'unknown', detail: name };
  const failure = { name, reason: textOf(property(error, 'Reason')) };
  return known(failure) ?? { kind: 'again', detail: failure.reason ?? name };
};
