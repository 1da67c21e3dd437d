import { type ResultReport, reportFields, resultReportOf } from '../../domain/link/result-report.ts';
import { type EventType, noticeEvents } from '../../domain/outbox/event.ts';
import { noticeOutcome } from '../../domain/webhook/webhook-answer.ts';
import type { ChannelSender } from '../../ports/channel-sender.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import type { Payments } from '../../ports/payments.ts';

const isNoticed = (type: EventType): boolean => noticeEvents.some((one) => one === type);

/** The plain notice of a dealer that has an address for it: the results of its links. */
export const noticeChannels = (dealers: Dealers): ChannelDirectory => ({
  channelsFor: async ({ dealerCode, type }) => {
    if (!isNoticed(type)) return [];
    const account = await dealers.load(dealerCode);
    return account?.dealer.noticeAddress === undefined ? [] : [{ kind: 'notice' }];
  },
});

const formOf = (report: ResultReport): string =>
  new URLSearchParams(Object.fromEntries(reportFields(report))).toString();

/**
 * Sends the plain notice: the five fields of the result report, as the payer's browser posts them. The hashes are read
 * here, because an event holds no secret (rule 42).
 */
export const noticeSender = ({
  dealers,
  payments,
  client,
}: {
  readonly dealers: Dealers;
  readonly payments: Pick<Payments, 'find'>;
  readonly client: OutgoingClient;
}): ChannelSender => ({
  send: async ({ dealerCode, payment: name }) => {
    if (name === undefined) return { kind: 'never', detail: 'the event is about no payment' };
    const [account, payment] = await Promise.all([dealers.load(dealerCode), payments.find(name)]);
    const address = account?.dealer.noticeAddress;
    if (address === undefined) return { kind: 'never', detail: 'the dealer has no address for notices' };
    const link = payment?.link;
    const report = link?.dealerCode === dealerCode ? resultReportOf(link) : undefined;
    if (report === undefined) return { kind: 'never', detail: 'the link has no result' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    return noticeOutcome(await client.post({ address, headers, body: formOf(report) }));
  },
});
