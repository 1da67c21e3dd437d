import { isEmail, normalizeGsm } from '../../../../shared/domain/customer/contact.ts';
import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { languages } from '../../../../shared/domain/language.ts';
import { messageChannels } from '../../../../shared/domain/message/message.ts';
import {
  DEFAULT_MESSAGING,
  type DealerMessaging,
  missingChannels,
  planMessageModes,
} from '../../../../shared/domain/message/messaging-settings.ts';
import { planMessageEvents } from '../../../../shared/domain/message/plan-message.ts';
import { templateProblem } from '../../../../shared/domain/message/sms-text.ts';
import { omitUndefined } from '../../../../shared/domain/omit-undefined.ts';
import { receiptEvents } from '../../../../shared/domain/outbox/event.ts';
import { type CommandCall, changeCommand, showCommand } from '../command.ts';
import { invalidField, notPossible } from '../command-error.ts';
import { defaulted, optional, required } from '../fields.ts';
import { choice, flag, freeText, type Kind, shaped, whole } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { existingDealer } from './dealer.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { wishesAfter } from './outgoing-fields.ts';
import { shownProvider } from './sms-provider.ts';

const MAX_A_DAY = 1_000_000;

const emailAddress = shaped('e-mail address', 'must be an e-mail address', (text) =>
  isEmail(text) ? text : undefined,
);

const senderId = shaped('sender id of 3 to 11 letters and digits', 'must be a sender id', (text) =>
  /^[A-Za-z0-9]{3,11}$/.test(text) && /[A-Za-z]/.test(text) ? text : undefined,
);

/** Words and placeholders: a template is no place for an address. */
const template: Kind<string> = {
  type: 'text with {dealer}, {amount}, {expires} and {link}',
  read: (raw) => {
    const problem = typeof raw === 'string' ? templateProblem(raw) : 'must be a text';
    return problem === undefined ? { value: String(raw) } : { problem };
  },
};

const { language, smsADay, emailsADay, resendsADay } = DEFAULT_MESSAGING;

const messagingFields = {
  language: defaulted(choice(languages), language, { meaning: 'Language of messages about links that name none.' }),
  senderId: optional(senderId, "Sender id of its SMS, registered with the provider; the stage's when not given."),
  replyTo: optional(emailAddress, 'Address that answers to its e-mails go to.'),
  receiptsTo: optional(
    emailAddress,
    "The dealer's own address for a receipt of each payment; none is sent when not given.",
  ),
  planMessages: optional(
    choice(planMessageModes),
    'How customers of recurring sales are told of a payment the day before, and of its end; they are not when not given.',
  ),
  smsTemplate: optional(template, 'Own words of the first SMS. It is used where it fits into one segment.'),
  smsADay: defaulted(whole(0, MAX_A_DAY), smsADay, { meaning: 'Most SMS a day in Istanbul.' }),
  emailsADay: defaulted(whole(0, MAX_A_DAY), emailsADay, { meaning: 'Most e-mails a day in Istanbul.' }),
  resendsADay: defaulted(whole(0, 10), resendsADay, { meaning: 'How often a link may be sent again in a day.' }),
};

/**
 * Receipts and messages about plans are told by events, so the dealer's record says that somebody wants them; undefined where
 * it says so already.
 */
const wishing = (
  dealer: Dealer,
  { receiptsTo, planMessages = 'none' }: Pick<DealerMessaging, 'receiptsTo' | 'planMessages'>,
): Dealer | undefined => {
  const [receipts, plans] = [receiptsTo !== undefined, planMessages !== 'none'];
  const { receipts: hadReceipts, plans: hadPlans } = dealer.wantedEvents ?? {};
  if (receipts === (hadReceipts !== undefined) && plans === (hadPlans !== undefined)) return undefined;
  const { wantedEvents: _before, ...rest } = dealer;
  const before = omitUndefined({ wantedEvents: wishesAfter(dealer, 'receipts', receipts ? receiptEvents : []) });
  const wantedEvents = wishesAfter(before, 'plans', plans ? planMessageEvents : []);
  return { ...rest, version: dealer.version + 1, ...omitUndefined({ wantedEvents }) };
};

/** Customers must not be promised what nobody sends. */
const refuseMissingPlanChannels = (
  { planMessages = 'none', smsProvider }: Pick<DealerMessaging, 'planMessages' | 'smsProvider'>,
  { deps }: CommandCall,
): void => {
  const missing = missingChannels(planMessages, deps.messaging, omitUndefined({ smsProvider }));
  if (missing.length === 0) return;
  const sentence = `${planMessages} cannot be used: ${missing.join(' and ')} not set up in this stage (messaging in cdk.json).`;
  throw notPossible(sentence, 'planMessages');
};

const refuseReceiptsWithoutEmail = (receiptsTo: string | undefined, { deps }: CommandCall): void => {
  if (receiptsTo === undefined || deps.messaging.email !== undefined) return;
  throw notPossible('E-mail is not set up in this stage (messaging in cdk.json).', 'receiptsTo');
};

/** Functions may send from the senders alone that the stage's settings list. */
const refuseUnlistedSender = (given: string | undefined, { deps }: CommandCall): void => {
  const { sms } = deps.messaging;
  if (given === undefined || sms?.dealerSenders.includes(given) === true) return;
  throw notPossible('The stage does not list this sender id (messaging.sms.dealerSenders in cdk.json).', 'senderId');
};

export const putMessaging = changeCommand(
  {
    name: 'put-messaging',
    group: 'Messages',
    summary: "Set how a dealer's SMS and e-mails look, and how many there may be.",
    notes: [
      'Which links are sent is a matter of their definition (deliveryMode of put-definition).',
      'Caps hold at once. One phone gets at most 5 SMS an hour and 10 a day, one mailbox 10 e-mails a day, over all dealers.',
      'Receipts to receiptsTo count as e-mails of the dealer alone. The version of the dealer rises when they begin or end.',
      'planMessages counts in all caps. It takes effect from the next plan on, and raises the version of the dealer too.',
    ],
    fields: { dealerCode: dealerCodeField, version: versionField, ...messagingFields },
    example: { dealerCode: '2001', language: 'tr', replyTo: 'shop@example.com', smsADay: 200 },
  },
  async (input, call) => {
    const { dealerCode } = input;
    const dealer = await existingDealer(dealerCode, call);
    const found = await call.deps.dealerMessaging.of(dealerCode);
    const stored = found.version === 0 ? undefined : found;
    const version = nextVersion(`messaging of dealer ${dealerCode}`, stored?.version, input.version);
    type Plain = Omit<DealerMessaging, 'version' | 'smsProvider'>;
    const values = putValues<Plain, typeof messagingFields>(messagingFields, input, stored);
    const record = { ...values, version, ...omitUndefined({ smsProvider: stored?.smsProvider }) };
    refuseUnlistedSender(record.senderId, call);
    refuseReceiptsWithoutEmail(record.receiptsTo, call);
    refuseMissingPlanChannels(record, call);
    const wishingDealer = wishing(dealer, record);
    const changed = changedFieldNames(stored, record);
    return {
      dealerCode,
      change: { kind: 'messaging', dealerCode, record, ...omitUndefined({ dealer: wishingDealer }) },
      changed,
      result: { dealerCode, version, changed },
    };
  },
);

export const showMessaging = showCommand(
  {
    name: 'show-messaging',
    group: 'Messages',
    summary: "Show a dealer's settings for SMS and e-mails, and what the stage has set up.",
    fields: { dealerCode: dealerCodeField },
    example: { dealerCode: '1001' },
  },
  async ({ dealerCode }, call) => {
    await existingDealer(dealerCode, call);
    const { sms, email } = call.deps.messaging;
    const { smsProvider, ...messaging } = await call.deps.dealerMessaging.of(dealerCode);
    return {
      dealerCode,
      ...messaging,
      smsProvider: smsProvider === undefined ? 'none' : shownProvider(smsProvider),
      stage: { sms: sms?.sender ?? 'not set up', email: email?.from ?? 'not set up' },
    };
  },
);

export const putOptOut = changeCommand(
  {
    name: 'put-opt-out',
    group: 'Messages',
    summary: 'Note that a recipient wants no more messages of any dealer on a channel, or wants them again.',
    notes: [
      'Complaints about e-mails, mailboxes that do not exist and what SMS providers refuse after STOP are noted by themselves.',
      'The recipient is kept as a digest alone.',
    ],
    fields: {
      channel: required(choice(messageChannels), 'What the recipient wants no more of.'),
      recipient: required(freeText(254), 'Phone or e-mail address.'),
      optedOut: defaulted(flag, true, { meaning: 'false: the recipient wants messages again.' }),
    },
    example: { channel: 'sms', recipient: '5551110022' },
  },
  async ({ channel, recipient, optedOut }, { nowMs }) => {
    const address = channel === 'sms' ? normalizeGsm(recipient) : recipient;
    if (address === undefined || (channel === 'email' && !isEmail(address))) {
      throw invalidField(
        'recipient',
        channel === 'sms' ? 'must be a Turkish mobile number' : 'must be an e-mail address',
      );
    }
    const record = { channel, recipient: address, optedOut: optedOut !== false, atMs: nowMs };
    return {
      change: { kind: 'opt-out', record },
      changed: ['optedOut'],
      result: { channel, optedOut: record.optedOut },
    };
  },
);
