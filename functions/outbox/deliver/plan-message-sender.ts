import type { Customer } from '../../../shared/domain/customer/customer.ts';
import type { DealerLooks } from '../../../shared/domain/dealer/dealer-looks.ts';
import { smsSize } from '../../../shared/domain/message/gsm-text.ts';
import { type Message, type MessageChannel, messageReference } from '../../../shared/domain/message/message.ts';
import { type DealerMessaging, recipientOn } from '../../../shared/domain/message/messaging-settings.ts';
import { shortDay } from '../../../shared/domain/message/moment-text.ts';
import {
  isStaleNotice,
  type PlanMessageKind,
  planMessageKindOf,
  planSmsText,
} from '../../../shared/domain/message/plan-message.ts';
import { shownValue } from '../../../shared/domain/message/shown-value.ts';
import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import type { OutboxEvent, PlanFacts } from '../../../shared/domain/outbox/event.ts';
import { amountText } from '../../../shared/pages/amounts.ts';
import { planEmail } from '../../../shared/pages/email/plan-email.ts';
import type { ChannelSender } from '../../../shared/ports/channel-sender.ts';
import type { Customers } from '../../../shared/ports/customers.ts';
import type { Dealers } from '../../../shared/ports/dealers.ts';
import { again, CALL_MS, type Draft, handOverNew, heldBack, never, refuseNew } from './hand-over.ts';
import type { MessageSenderDependencies } from './message-sender.ts';

export interface PlanMessageSenderDependencies extends Omit<MessageSenderDependencies, 'links' | 'baseUrl'> {
  readonly customers: Customers;
  readonly dealers: Pick<Dealers, 'load'>;
}

/** A message about a plan, with what it is made of. */
interface PlanMessage {
  readonly event: OutboxEvent;
  readonly plan: PlanFacts;
  readonly kind: PlanMessageKind;
  readonly settings: DealerMessaging;
  readonly looks: DealerLooks | undefined;
  readonly dealerName: string;
}

const LAST_DIGITS = 4;

const smsOf = ({ plan, kind, settings, looks, dealerName }: PlanMessage, serviceName: string): string => {
  const { language } = settings;
  const name = looks?.displayName ?? dealerName;
  const values = {
    dealer: shownValue(name) === '' ? serviceName : name,
    amount: amountText(plan.amount, { currency: plan.currency, language }),
    day: shortDay(plan.dueDay, language),
    card: plan.maskedCard?.slice(-LAST_DIGITS),
  };
  return planSmsText(values, { kind, language });
};

/** The message with its contents; undefined where nothing takes its channel any more. */
const draftOf = (
  message: Message,
  made: PlanMessage,
  { sms, ownSms, email, serviceName }: PlanMessageSenderDependencies,
): Pick<Draft, 'message' | 'call'> | undefined => {
  const { event, plan, kind, settings, looks, dealerName } = made;
  const reference = messageReference(message);
  if (message.channel === 'email') {
    if (email === undefined) return undefined;
    const contents = planEmail({ kind, plan, language: settings.language, serviceName, dealerName, looks });
    const replyTo = settings.replyTo ?? looks?.contact?.email;
    return { message, call: (one) => email.sendEmail({ ...contents, to: one.to, replyTo, reference }) };
  }
  const { smsProvider, senderId } = settings;
  const provider = smsProvider === undefined ? sms : ownSms.of(event.dealerCode, smsProvider);
  if (provider === undefined) return undefined;
  const text = smsOf(made, serviceName);
  return {
    message: { ...message, segments: smsSize(text).segments },
    call: (one) => provider.sendSms({ to: one.to, text, senderId, reference }),
  };
};

const contactOf = (channel: MessageChannel, customer: Customer | undefined): string | undefined =>
  customer && recipientOn(channel, omitUndefined({ gsmNumber: customer.gsmNumber, email: customer.email }));

/**
 * Tells the customer of a recurring sale about a payment plan by SMS or e-mail, where its dealer wants that (decisions:
 * recurring sales). Its row, caps and opt-outs are those of every message (rule 43). The contact is read when it leaves.
 */
export const planMessageSender = (channel: MessageChannel, deps: PlanMessageSenderDependencies): ChannelSender => ({
  send: async (event, { channel: asked }, { nowMs, untilMs }) => {
    const { dealerCode, payment, type, facts } = event;
    const kind = planMessageKindOf(type);
    const { plan, sale } = facts;
    if (asked.kind !== channel || payment === undefined || kind === undefined || plan === undefined) {
      return never('not a message about a plan');
    }
    if (untilMs - nowMs < CALL_MS) return again('too little time is left');
    if (isStaleNotice(kind, event.occurredAtMs, nowMs)) return never('too-late');
    const [settings, looks, account, customers] = await Promise.all([
      deps.dealerMessaging.of(dealerCode),
      deps.looks.of(dealerCode),
      deps.dealers.load(dealerCode),
      deps.customers.find(dealerCode, { dealerCustomerId: sale?.dealerCustomerId }),
    ]);
    const to = contactOf(channel, customers.byId);
    if ((settings.planMessages ?? 'none') === 'none' || to === undefined) return never('nobody wants it any more');
    const { round } = asked;
    const message: Message = {
      payment,
      channel,
      kind,
      round,
      state: 'queued',
      version: 1,
      to,
      handOvers: 1,
      queuedAtMs: nowMs,
    };
    const reason = await heldBack(message, deps);
    if (reason !== undefined) return refuseNew(message, reason, deps);
    const dealerName = account?.dealer.name ?? '';
    const draft = draftOf(message, { event, plan, kind, settings, looks, dealerName }, deps);
    if (draft === undefined) return refuseNew(message, 'channel-not-set-up', deps);
    return handOverNew({ ...draft, dealerCode, settings, nowMs }, deps);
  },
});

/** The sender of a channel: messages about plans, and those about links. */
export const eitherSender = (ofPlans: ChannelSender, ofLinks: ChannelSender): ChannelSender => ({
  send: (event, delivery, time, messages) =>
    (planMessageKindOf(event.type) === undefined ? ofLinks : ofPlans).send(event, delivery, time, messages),
});
