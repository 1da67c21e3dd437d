import type { Dealer } from '../../domain/dealer/dealer.ts';
import type { FormField } from '../../domain/form-field.ts';
import { reportFields } from '../../domain/link/result-report.ts';
import type { OutboxEvent } from '../../domain/outbox/event.ts';
import { signingSecrets } from '../../domain/webhook/endpoint.ts';
import { noticeReportOf } from '../../domain/webhook/notice.ts';
import { planNoticeFields } from '../../domain/webhook/plan-notice.ts';
import { noticeOutcome } from '../../domain/webhook/webhook-answer.ts';
import type { ChannelSender } from '../../ports/channel-sender.ts';
import type { Dealers } from '../../ports/dealers.ts';
import type { ChannelDirectory } from '../../ports/event-wishes.ts';
import type { OutgoingClient } from '../../ports/outgoing-client.ts';
import type { Payments } from '../../ports/payments.ts';
import { type Opener, webhookSecretContext } from '../../ports/vault.ts';
import type { WebhookEndpoints } from '../../ports/webhook-endpoints.ts';
import { webhookHeaders } from './sign-webhook.ts';

export interface NoticeDependencies {
  readonly dealers: Dealers;
  readonly payments: Pick<Payments, 'find'>;
}

export interface NoticeSenderDependencies extends NoticeDependencies {
  readonly client: OutgoingClient;
  readonly endpoints: Pick<WebhookEndpoints, 'ofDealer'>;
  readonly opener: Opener;
}

/** A form that a notice posts. */
interface NoticeForm {
  readonly fields: readonly FormField[];
  /** It is signed as webhooks are: nothing in it proves where it comes from. */
  readonly isSigned: boolean;
}

/** What the notice of an event tells; undefined where the dealer is told nothing of it, or not any more. */
const formOf = async (
  { payments }: NoticeDependencies,
  event: OutboxEvent,
  { planNotice }: Pick<Dealer, 'planNotice'>,
): Promise<NoticeForm | undefined> => {
  const ofPlan = planNoticeFields(event);
  if (ofPlan !== undefined) return planNotice ? { fields: ofPlan, isSigned: true } : undefined;
  const payment = event.payment === undefined ? undefined : await payments.find(event.payment);
  const report = noticeReportOf(event, payment?.link);
  return report && { fields: reportFields(report), isSigned: false };
};

/** Where the notice of an event goes, and what it posts; each undefined where there is none. */
const noticeOf = async (
  deps: NoticeDependencies,
  event: OutboxEvent,
): Promise<{ readonly address?: string | undefined; readonly form?: NoticeForm | undefined }> => {
  if (event.payment === undefined) return {};
  const dealer = (await deps.dealers.load(event.dealerCode))?.dealer;
  if (dealer?.noticeAddress === undefined) return {};
  return { address: dealer.noticeAddress, form: await formOf(deps, event, dealer) };
};

/** The plain notice of a dealer that has an address for it. */
export const noticeChannels = (deps: NoticeDependencies): ChannelDirectory => ({
  channelsFor: async (event) => ((await noticeOf(deps, event)).form === undefined ? [] : [{ kind: 'notice' }]),
});

/**
 * The headers of a webhook over the form, with a signature by the secret of each endpoint of the dealer. A notice has no
 * secret of its own, so without an endpoint there is no signature.
 */
const signed = async (
  { dealerCode, eventId }: OutboxEvent,
  { body, nowMs }: { readonly body: string; readonly nowMs: number },
  { endpoints, opener }: NoticeSenderDependencies,
): Promise<Readonly<Record<string, string>>> => {
  const all = (await endpoints.ofDealer(dealerCode)).filter(({ enabled }) => enabled);
  const secrets = await Promise.all(
    all.flatMap((endpoint) =>
      signingSecrets(endpoint, nowMs).map(({ sealed, version }) =>
        opener.open(sealed, webhookSecretContext(endpoint, version)),
      ),
    ),
  );
  const { 'webhook-signature': signature = '', ...named } = webhookHeaders({ eventId, nowMs, body, secrets });
  return signature === '' ? named : { ...named, 'webhook-signature': signature };
};

/**
 * Sends the plain notice: the five fields of the result report, as the payer's browser posts them, or the form of a plan
 * that has ended. The hashes are read here, because an event holds no secret (rule 42).
 */
export const noticeSender = (deps: NoticeSenderDependencies): ChannelSender => ({
  send: async (event, _delivery, { nowMs }) => {
    const { address, form } = await noticeOf(deps, event);
    if (address === undefined) return { kind: 'never', detail: 'the dealer has no address for notices' };
    if (form === undefined) return { kind: 'never', detail: 'the result is another one by now' };
    const body = new URLSearchParams(Object.fromEntries(form.fields)).toString();
    const headers = {
      'content-type': 'application/x-www-form-urlencoded; charset=utf-8',
      ...(form.isSigned ? await signed(event, { body, nowMs }, deps) : {}),
    };
    return noticeOutcome(await deps.client.post({ address, headers, body }));
  },
});
