import type { Dealer } from '../../../../shared/domain/dealer/dealer.ts';
import { type Definition, deliveryModes, installmentSides } from '../../../../shared/domain/link/definition.ts';
import type { MessageChannel } from '../../../../shared/domain/message/message.ts';
import { missingChannels, sendsMessages } from '../../../../shared/domain/message/messaging-settings.ts';
import { type CommandCall, changeCommand, showCommand } from '../command.ts';
import { notFound, notPossible } from '../command-error.ts';
import { defaulted, neededWhenNew, optional, required } from '../fields.ts';
import { choice, flag, freeText, givenId, installmentCounts, whole } from '../kinds.ts';
import { changedFieldNames, nextVersion, putValues, versionField } from '../put.ts';
import { existingDealer } from './dealer.ts';
import { ALL_COUNTS, dealerCodeField } from './fields-in-common.ts';

const MINUTES_PER_WEEK = 7 * 24 * 60;
const MINUTES_PER_YEAR = 365 * 24 * 60;
const MAX_REMINDER_HOURS = 30 * 24;
const MINUTES_PER_HOUR = 60;

const dealerCustomerTypeId = required(givenId, 'DealerCustomerTypeId of payment requests, unique over all dealers.');

const definitionFields = {
  displayName: neededWhenNew(freeText(100), 'Name of the kind of request.'),
  deliveryMode: neededWhenNew(choice(deliveryModes), 'How the link reaches its payer; "none": it is only returned.'),
  installmentsSetBy: defaulted(choice(installmentSides), 'either', { meaning: 'Who chooses the installment count.' }),
  preAuthorisation: defaulted(flag, false, { meaning: 'Pre-authorisation is permitted (IsPreAuth 1).' }),
  directPayment: defaulted(flag, true, { meaning: 'Direct payment is permitted (IsPreAuth 0).' }),
  pooledPayment: defaulted(flag, false, { meaning: 'Pooled payment is permitted, where the dealer has it too.' }),
  cardStorage: defaulted(flag, false, { meaning: 'Card storage is permitted, where the dealer has it too.' }),
  threeDMandatory: defaulted(flag, true, { meaning: '3D is mandatory; IsThreeD 0 is refused.' }),
  threeDChoice: defaulted(flag, false, {
    meaning: 'The page asks the payer whether to pay with 3D, where it is not mandatory; else it leads through 3D.',
  }),
  installmentCounts: defaulted(installmentCounts, ALL_COUNTS, {
    meaning: "Installment counts, of which the dealer's own are left.",
    shown: '2 to 12',
  }),
  linkLifeMinutes: defaulted(whole(5, MINUTES_PER_YEAR), MINUTES_PER_WEEK, {
    meaning: 'Life of a link in minutes.',
    shown: `${MINUTES_PER_WEEK} (7 days)`,
  }),
  reminderHours: optional(
    whole(1, MAX_REMINDER_HOURS),
    'Hours before the expiry of a link at which its payer is reminded once; nobody is when not given.',
  ),
  defaultCommissionByDealer: defaulted(whole(0, 12), 12, {
    meaning: 'CommissionByDealer of requests that do not say: 0 = the payer bears all, 12 = the dealer.',
  }),
};

const WORDS: Readonly<Record<MessageChannel, string>> = { sms: 'SMS', email: 'e-mail' };

/** A definition must not promise what nobody sends: its dealer would find out by its first link. */
const refuseMissingChannels = async (
  { dealerCode, deliveryMode: mode }: Pick<Definition, 'dealerCode' | 'deliveryMode'>,
  { deps }: CommandCall,
): Promise<void> => {
  const dealer = await deps.dealerMessaging.of(dealerCode);
  const missing = missingChannels(mode, deps.messaging, dealer).map((channel) => WORDS[channel]);
  if (missing.length === 0) return;
  const needs = `${missing.join(' and ')} ${missing.length === 1 ? 'is' : 'are'}`;
  throw notPossible(
    `${mode} cannot be used: ${needs} not set up in this stage (messaging in cdk.json).`,
    'deliveryMode',
  );
};

/** A reminder needs somebody to send it to, and time before it. */
const refuseIdleReminder = ({ reminderHours, linkLifeMinutes, deliveryMode }: Definition): void => {
  if (reminderHours === undefined) return;
  if (!sendsMessages(deliveryMode)) {
    throw notPossible(`Links of deliveryMode ${deliveryMode} are not sent, so nobody is reminded.`, 'reminderHours');
  }
  if (reminderHours * MINUTES_PER_HOUR >= linkLifeMinutes) {
    throw notPossible(`A link lives ${linkLifeMinutes} minutes, which is not longer.`, 'reminderHours');
  }
};

/** The dealer whose new links are told to the senders; undefined when they are already. */
const wishingForLinks = (dealer: Dealer): Dealer | undefined => {
  const { messages = [], ...others } = dealer.wantedEvents ?? {};
  if (messages.includes('link.created')) return undefined;
  const wantedEvents = { ...others, messages: [...messages, 'link.created' as const] };
  return { ...dealer, version: dealer.version + 1, wantedEvents };
};

export const putDefinition = changeCommand(
  {
    name: 'put-definition',
    group: 'Definitions',
    summary: "Create or change a payment-request definition: the rules of a dealer's links.",
    notes: [
      'Links that exist keep the terms that they were created with.',
      'Links are sent on each channel that deliveryMode names and the request gives a contact for; "any" sends on those that the stage has set up.',
    ],
    fields: { dealerCode: dealerCodeField, dealerCustomerTypeId, version: versionField, ...definitionFields },
    example: { dealerCode: '1001', dealerCustomerTypeId: 45, displayName: 'By e-mail', deliveryMode: 'email' },
  },
  async (input, call) => {
    const { dealerCode, dealerCustomerTypeId: id } = input;
    const dealer = await existingDealer(dealerCode, call);
    const stored = await call.deps.definitions.find(id);
    if (stored !== undefined && stored.dealerCode !== dealerCode) {
      throw notPossible(`Definition ${id} belongs to another dealer: take another id.`, 'dealerCustomerTypeId');
    }
    const version = nextVersion(`definition ${id}`, stored?.version, input.version);
    type Plain = Omit<Definition, 'dealerCode' | 'dealerCustomerTypeId' | 'version'>;
    const values = putValues<Plain, typeof definitionFields>(definitionFields, input, stored);
    const record = { ...values, dealerCode, dealerCustomerTypeId: id, version };
    await refuseMissingChannels(record, call);
    refuseIdleReminder(record);
    const changed = changedFieldNames(stored, record);
    const wishing = sendsMessages(record.deliveryMode) ? wishingForLinks(dealer) : undefined;
    return {
      dealerCode,
      change: { kind: 'definition', record, ...(wishing === undefined ? {} : { dealer: wishing }) },
      changed,
      result: { dealerCode, dealerCustomerTypeId: id, version, changed },
    };
  },
);

export const showDefinition = showCommand(
  {
    name: 'show-definition',
    group: 'Definitions',
    summary: 'Show a payment-request definition.',
    fields: { dealerCode: dealerCodeField, dealerCustomerTypeId },
    example: { dealerCode: '1001', dealerCustomerTypeId: 26 },
  },
  async ({ dealerCode, dealerCustomerTypeId: id }, { deps }) => {
    const found = await deps.definitions.find(id);
    if (found?.dealerCode !== dealerCode) throw notFound(`definition ${id} of dealer ${dealerCode}`);
    return { ...found };
  },
);
