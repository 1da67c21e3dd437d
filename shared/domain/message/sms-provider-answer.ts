import { type OutgoingProblem, outgoingProblems } from '../outgoing/outgoing-address.ts';
import type { ProviderAnswerSettings } from './sms-provider.ts';

/** What came of the POST of an SMS. */
export type ProviderPost =
  | { readonly kind: 'answered'; readonly status: number; readonly body: string }
  | { readonly kind: 'refused'; readonly problem: OutgoingProblem }
  | { readonly kind: 'failed'; readonly cause: string; readonly sent: boolean };

/** Reasons that a provider may name in `reason` of an answer 4xx. */
const NAMED = ['recipient-not-valid', 'opted-out', 'sender-not-allowed', 'message-not-valid'] as const;
type NamedReason = (typeof NAMED)[number];

export type ProviderAnswer =
  | { readonly kind: 'accepted'; readonly messageId?: string }
  | { readonly kind: 'refused'; readonly reason: NamedReason | 'refused-by-provider'; readonly detail: string }
  | { readonly kind: 'again'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

const [OK, REDIRECT, BAD_REQUEST, SERVER_ERROR] = [200, 300, 400, 500] as const;
/**
 * Nothing was taken, and a later try may be: a wrong key that an operator puts right, a time-out of the request, too early, too
 * many requests, and a service that is closed for a moment.
 */
const TAKEN_LATER = new Set([401, 403, 408, 425, 429, 503]);
const MESSAGE_ID = /^[\x21-\x7e]{1,100}$/;
const CODE = /^[\w.-]{1,20}$/;

/** The member of a JSON text at a path, as text; undefined where there is none. Never throws. */
const memberAt = (body: string, path: string): string | undefined => {
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return undefined;
  }
  for (const name of path.split('.')) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined;
    value = value[name as keyof typeof value];
  }
  return typeof value === 'string' || typeof value === 'number' ? String(value) : undefined;
};

const accepted = (body: string, { idMember = 'id' }: ProviderAnswerSettings): ProviderAnswer => {
  const messageId = memberAt(body, idMember);
  return messageId !== undefined && MESSAGE_ID.test(messageId) ? { kind: 'accepted', messageId } : { kind: 'accepted' };
};

const succeeded = (body: string, status: number, settings: ProviderAnswerSettings): ProviderAnswer => {
  const { codeMember, acceptedCodes = [], againCodes = [], optedOutCodes = [] } = settings;
  if (codeMember === undefined) return accepted(body, settings);
  const code = memberAt(body, codeMember);
  // An answer that cannot be read does not say whether the message is on its way.
  if (code === undefined) return { kind: 'unknown', detail: `HTTP ${status} without a code` };
  if (acceptedCodes.includes(code)) return accepted(body, settings);
  const detail = CODE.test(code) ? `HTTP ${status}, code ${code}` : `HTTP ${status}, unknown code`;
  if (againCodes.includes(code)) return { kind: 'again', detail };
  return { kind: 'refused', reason: optedOutCodes.includes(code) ? 'opted-out' : 'refused-by-provider', detail };
};

/**
 * What became of a call. A failure on the provider's side and a lost answer are unknown, because the message may be on its way;
 * what was surely not taken is tried again by the outbox's plan. None of the provider's texts is passed on.
 */
export const providerAnswer = (post: ProviderPost, settings: ProviderAnswerSettings): ProviderAnswer => {
  if (post.kind === 'refused') return { kind: 'again', detail: `the address ${outgoingProblems[post.problem]}` };
  if (post.kind === 'failed') return { kind: post.sent ? 'unknown' : 'again', detail: post.cause };
  const { status, body } = post;
  const detail = `HTTP ${status}`;
  if (TAKEN_LATER.has(status)) return { kind: 'again', detail };
  if (status >= SERVER_ERROR) return { kind: 'unknown', detail };
  if (status >= BAD_REQUEST) {
    const reason = NAMED.find((one) => one === memberAt(body, 'reason')) ?? 'refused-by-provider';
    return { kind: 'refused', reason, detail };
  }
  // Nobody follows a redirect, so nothing was taken there.
  return status >= OK && status < REDIRECT ? succeeded(body, status, settings) : { kind: 'again', detail };
};
