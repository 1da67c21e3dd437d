import { type ResultReport, reportFields } from '../../domain/link/result-report.ts';
import type { OutboxEvent } from '../../domain/outbox/event.ts';
import { noticeReportOf } from '../../domain/webhook/notice.ts';
import { noticeOutcome } from '../../domain/webhook/webhook-answer.ts';
import type { ChannelSender } from '../../ports/channel-sender.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import type { Payments } from '../../ports/payments.ts';

export interface NoticeDependencies {
  readonly dealers: Dealers;
  readonly payments: Pick<Payments, 'find'>;
}

/** Where the notice of an event goes, and what it reports; both undefined where there is none. */
const noticeOf = async (
  { dealers, payments }: NoticeDependencies,
  event: OutboxEvent,
): Promise<{ readonly address?: string | undefined; readonly report?: ResultReport | undefined }> => {
  if (event.payment === undefined) return {};
  const [account, payment] = await Promise.all([dealers.load(event.dealerCode), payments.find(event.payment)]);
  return { address: account?.dealer.noticeAddress, report: noticeReportOf(event, payment?.link) };
};

/** The plain notice of a dealer that has an address for it. */
export const noticeChannels = (deps: NoticeDependencies): ChannelDirectory => ({
  channelsFor: async (event) => {
    const { address, report } = await noticeOf(deps, event);
    return address === undefined || report === undefined ? [] : [{ kind: 'notice' }];
  },
});

/**
 * Sends the plain notice: the five fields of the result report, as the payer's browser posts them. The hashes are read
 * here, because an event holds no secret (rule 42).
 */
export const noticeSender = ({
  client,
  ...deps
}: NoticeDependencies & { readonly client: OutgoingClient }): ChannelSender => ({
  send: async (event) => {
    const { address, report } = await noticeOf(deps, event);
    if (address === undefined) return { kind: 'never', detail: 'the dealer has no address for notices' };
    if (report === undefined) return { kind: 'never', detail: 'the result is another one by now' };
    const headers = { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' };
    const body = new URLSearchParams(Object.fromEntries(reportFields(report))).toString();
    return noticeOutcome(await client.post({ address, headers, body }));
  },
});
