import * as z from 'zod/mini';
import { type DeliveryReport, type MessageName, messageOfReference } from '../../../shared/domain/message/message.ts';
import type { OptOutReason } from '../../../shared/domain/message/opt-out.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';

/** A report of a service, with the message that it is about. */
export interface ReportedMessage {
  readonly name: MessageName;
  /** Absent: the recipient complains about a message that arrived. */
  readonly report?: DeliveryReport;
  /** Why the recipient gets no more; absent: nothing of that kind is reported. */
  readonly optsOut?: OptOutReason;
}

const smsEvent = z.object({
  source: z.literal('aws.sms-voice'),
  detail: z.object({
    eventType: z.string(),
    isFinal: z.optional(z.boolean()),
    messageId: z.string(),
    context: z.object({ reference: z.string() }),
  }),
});

const emailEvent = z.object({
  source: z.literal('aws.ses'),
  'detail-type': z.string(),
  detail: z.object({
    mail: z.object({ messageId: z.string(), tags: z.object({ reference: z.array(z.string()) }) }),
    bounce: z.optional(z.object({ bounceType: z.string() })),
  }),
});

const DELIVERED = { kind: 'delivered' } as const;
const failed = (reason: string): DeliveryReport['outcome'] => ({ kind: 'failed', reason });

/** States on the way, and the one of which the service itself knows nothing: they end nothing. */
const ON_THE_WAY = new Set(['TEXT_QUEUED', 'TEXT_PENDING', 'TEXT_SENT', 'TEXT_UNKNOWN']);

const smsOutcome = (eventType: string, isFinal: boolean): DeliveryReport['outcome'] | undefined => {
  if (eventType === 'TEXT_DELIVERED') return DELIVERED;
  // The carrier took it; where the carrier tells no more, this is the end.
  if (eventType === 'TEXT_SUCCESSFUL') return isFinal ? DELIVERED : undefined;
  return ON_THE_WAY.has(eventType) ? undefined : failed(eventType.toLowerCase().replaceAll('_', '-'));
};

const emailOutcome = (kind: string, bounceType = ''): DeliveryReport['outcome'] | undefined => {
  switch (kind) {
    case 'Email Delivered':
      return DELIVERED;
    case 'Email Bounced':
      return failed(`bounced-${bounceType.toLowerCase()}`);
    case 'Email Rejected':
    case 'Email Rendering Failed':
      return failed('rejected');
    default:
      return undefined;
  }
};

/** A mailbox that is full or busy is another matter: SES calls such a bounce transient. */
const emailOptOut = (kind: string, bounceType = ''): OptOutReason | undefined => {
  if (kind === 'Email Complaint Received') return 'complaint';
  return kind === 'Email Bounced' && bounceType === 'Permanent' ? 'bounce' : undefined;
};

const reported = (
  reference: string | undefined,
  report: {
    readonly providerId: string;
    readonly outcome: DeliveryReport['outcome'] | undefined;
    readonly atMs: number;
  },
  optsOut?: OptOutReason,
): ReportedMessage | undefined => {
  const name = messageOfReference(reference ?? '');
  const { outcome, ...others } = report;
  if (name === undefined || (outcome === undefined && optsOut === undefined)) return undefined;
  return omitUndefined({ name, optsOut, report: outcome === undefined ? undefined : { ...others, outcome } });
};

/** The report in an event of EventBridge; undefined for an event that tells no end, or is about no message of ours. */
export const readReport = (raw: unknown, atMs: number): ReportedMessage | undefined => {
  const sms = z.safeParse(smsEvent, raw);
  if (sms.success) {
    const { eventType, isFinal = false, messageId: providerId, context } = sms.data.detail;
    return reported(context.reference, { providerId, outcome: smsOutcome(eventType, isFinal), atMs });
  }
  const email = z.safeParse(emailEvent, raw);
  if (!email.success) return undefined;
  const { detail } = email.data;
  const kind = email.data['detail-type'];
  const report = { providerId: detail.mail.messageId, outcome: emailOutcome(kind, detail.bounce?.bounceType), atMs };
  return reported(detail.mail.tags.reference[0], report, emailOptOut(kind, detail.bounce?.bounceType));
};
