import type { PaymentRequest } from '../link/payment-request.ts';
import { type ResultReport, resultReportOf } from '../link/result-report.ts';
import { noticeEvents, type OutboxEvent } from '../outbox/event.ts';

type NoticeEvent = (typeof noticeEvents)[number];

const isNoticed = (type: OutboxEvent['type']): type is NoticeEvent => noticeEvents.some((one) => one === type);

/** The state in which a link must still be for a notice to be true. */
const toldState: Readonly<Record<NoticeEvent, PaymentRequest['state']>> = {
  'link.paid': 'paid',
  'link.failed': 'failed',
  'payment.approved': 'paid',
  'payment.failed': 'failed',
};

/**
 * The report that a notice of an event sends; undefined when there is none: the event is about no link of the dealer, or the
 * link has moved on since, as a shop's 3D payment does when it is called anew.
 */
export const noticeReportOf = (
  { type, dealerCode }: Pick<OutboxEvent, 'type' | 'dealerCode'>,
  link: PaymentRequest | undefined,
): ResultReport | undefined => {
  if (!isNoticed(type) || link?.dealerCode !== dealerCode || link.state !== toldState[type]) return undefined;
  return resultReportOf(link);
};
