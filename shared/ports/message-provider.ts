import type { SmsProviderSettings } from '../domain/message/sms-provider.ts';

/** An SMS, ready to leave: its text is in the GSM alphabet. */
export interface SmsMessage {
  /** A Turkish mobile number as ten digits, `5XXXXXXXXX`. */
  readonly to: string;
  readonly text: string;
  /** Sender id of the dealer; absent: that of the stage. */
  readonly senderId?: string | undefined;
  /** Names the message in the events of the provider. It holds no secret. */
  readonly reference: string;
}

/** A picture inside an e-mail, shown by `cid:<contentId>`. */
export interface InlineImage {
  readonly contentId: string;
  readonly fileName: string;
  /** PNG in base64. */
  readonly base64: string;
}

/** An e-mail, ready to leave. Nothing that a dealer or payer wrote stands in its subject (rule 43). */
export interface EmailMessage {
  readonly to: string;
  /** Display name beside the stage's own sender address: a checked name of the dealer. */
  readonly fromName: string;
  readonly replyTo?: string | undefined;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly images: readonly InlineImage[];
  readonly reference: string;
}

/** Why a provider takes a message never, however often it is tried. */
type MessageRefusal =
  | 'recipient-not-valid'
  | 'opted-out'
  | 'sender-not-allowed'
  | 'message-not-valid'
  /** For a reason that the provider does not name in words of ours. */
  | 'refused-by-provider';

/**
 * What became of a call. `accepted`: the provider took the message and names it. `refused`: it never will. `again`: it took
 * nothing for now (throttled, paused, out of money). `unknown`: no answer came, and the message may be on its way.
 */
export type MessageAnswer =
  | { readonly kind: 'accepted'; readonly messageId: string }
  | { readonly kind: 'refused'; readonly reason: MessageRefusal; readonly detail: string }
  | { readonly kind: 'again'; readonly detail: string }
  | { readonly kind: 'unknown'; readonly detail: string };

/** Takes SMS. Its name is part of the key under which an event of the provider finds its message. */
export interface SmsProvider {
  readonly name: string;
  /** Hands one SMS over, once: no call is repeated behind the caller's back. Never throws. */
  sendSms(message: SmsMessage): Promise<MessageAnswer>;
}

/** SMS providers that dealers have of their own. */
export interface SmsProviders {
  /** The provider of a dealer's settings. No call is made before its first SMS. */
  of(dealerCode: string, settings: SmsProviderSettings): SmsProvider;
}

/** Takes e-mails. */
export interface EmailProvider {
  readonly name: string;
  /** Hands one e-mail over, once. Never throws. */
  sendEmail(message: EmailMessage): Promise<MessageAnswer>;
}
