/**
 * Why a recipient gets no more messages on a channel: an operator noted it, a complaint came, the provider keeps the
 * recipient's own STOP, or the mailbox refused a message for good.
 */
export const optOutReasons = ['operator', 'complaint', 'provider', 'bounce'] as const;
export type OptOutReason = (typeof optOutReasons)[number];

/** What a dealer is told of a message that was not sent: a mailbox that does not exist did not opt out. */
export const unsentReasonOf = (reason: OptOutReason): string => (reason === 'bounce' ? 'bounced-before' : 'opted-out');
