import type { DealerLooks } from '../../../shared/domain/dealer/dealer-looks.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import type { Message } from '../../../shared/domain/message/message.ts';
import { messageReference } from '../../../shared/domain/message/message.ts';
import type { DealerMessaging } from '../../../shared/domain/message/messaging-settings.ts';
import { shortMoment } from '../../../shared/domain/message/moment-text.ts';
import { shownValue } from '../../../shared/domain/message/shown-value.ts';
import { type LinkMessageKind, smsText } from '../../../shared/domain/message/sms-text.ts';
import { amountText } from '../../../shared/pages/amounts.ts';
import { linkEmail } from '../../../shared/pages/email/link-email.ts';
import { linkUrl } from '../../../shared/payment-flow/addresses.ts';
import type { EmailMessage, SmsMessage } from '../../../shared/ports/message-provider.ts';

/** What a message about a link is made of. */
export interface MessageParts {
  readonly link: PaymentRequest;
  readonly settings: DealerMessaging;
  readonly looks?: DealerLooks | undefined;
  readonly baseUrl: string;
  readonly serviceName: string;
}

/** What brings a link is its first message, one that is sent again, or a reminder. */
const linkKindOf = ({ kind }: Pick<Message, 'kind'>): LinkMessageKind => (kind === 'reminder' ? kind : 'link');

/** The text of the SMS that brings a link. */
export const smsOfLink = (
  message: Pick<Message, 'kind' | 'queuedAtMs'>,
  { link, settings, looks, baseUrl, serviceName }: MessageParts,
): string => {
  const { queuedAtMs } = message;
  const kind = linkKindOf(message);
  const language = link.language ?? settings.language;
  const { amount, currency } = link.terms;
  const name = looks?.displayName ?? link.dealerName;
  const values = {
    dealer: shownValue(name) === '' ? serviceName : name,
    amount: amountText(amount, { currency, language }),
    expires: shortMoment(link.expiresAtMs, { language, nowMs: queuedAtMs }),
    link: linkUrl(baseUrl, link.token),
  };
  return smsText(values, { kind, language, own: kind === 'link' ? settings.smsTemplate : undefined });
};

/** The SMS, ready to leave. */
export const smsMessage = (message: Message, text: string, { settings }: MessageParts): SmsMessage => ({
  to: message.to,
  text,
  senderId: settings.senderId,
  reference: messageReference(message),
});

/** The e-mail that brings a link, ready to leave. */
export const emailMessage = (message: Message, parts: MessageParts): EmailMessage => {
  const { link, settings, looks, baseUrl, serviceName } = parts;
  const language = link.language ?? settings.language;
  const contents = linkEmail({
    kind: linkKindOf(message),
    language,
    serviceName,
    dealerName: link.dealerName,
    looks,
    amount: link.terms.amount,
    currency: link.terms.currency,
    expiresAtMs: link.expiresAtMs,
    description: link.description,
    href: linkUrl(baseUrl, link.token, language),
  });
  const replyTo = settings.replyTo ?? looks?.contact?.email;
  return { ...contents, to: message.to, replyTo, reference: messageReference(message) };
};
