import type { Language } from '../language.ts';
import type { DeliveryMode } from '../link/definition.ts';
import type { LinkDelivery } from '../link/payment-request.ts';
import type { MessageChannel } from './message.ts';
import type { SmsProviderSettings } from './sms-provider.ts';

/** How a stage sends messages. A channel that is absent is not set up. */
export interface StageMessaging {
  readonly sms?: {
    /** Sender id, number or pool of dealers without a sender id of their own. */
    readonly sender: string;
    /** Sender ids that dealers may have. */
    readonly dealerSenders: readonly string[];
    /** What a segment costs, in minor units of the currency of the bill. */
    readonly segmentPriceMinor: number;
    /** What all SMS of a day in Istanbul may cost, in the same units. */
    readonly dailyBudgetMinor: number;
  };
  readonly email?: {
    /** The one address that e-mails come from. */
    readonly from: string;
  };
  /** Who gets messages of a sandbox stage (rule 43). Messages to others are recorded and not sent. */
  readonly recipients: 'any recipient' | readonly string[];
}

/** How customers of recurring sales are told of their plans: on each channel that it names and the customer has a contact for. */
export const planMessageModes = ['none', 'sms', 'email', 'smsAndEmail'] as const satisfies readonly DeliveryMode[];
type PlanMessageMode = (typeof planMessageModes)[number];

/** How a dealer's messages look and how many there may be. */
export interface DealerMessaging {
  readonly version: number;
  /** Of messages about links that name no language. */
  readonly language: Language;
  /** Sender id of its SMS through the stage, registered with the provider. */
  readonly senderId?: string;
  /** SMS provider of its own; absent: its SMS go through the stage. */
  readonly smsProvider?: SmsProviderSettings;
  readonly replyTo?: string;
  /** The dealer's own address for a receipt of each payment. */
  readonly receiptsTo?: string;
  /** How customers of its recurring sales are told of their payment plans; absent: they are not. */
  readonly planMessages?: PlanMessageMode;
  /** Own words of the first SMS, with placeholders. */
  readonly smsTemplate?: string;
  readonly smsADay: number;
  readonly emailsADay: number;
  /** How often a link may be sent again in a day. */
  readonly resendsADay: number;
}

/** The settings of a dealer who has given none. */
export const DEFAULT_MESSAGING: DealerMessaging = {
  version: 0,
  language: 'tr',
  smsADay: 1000,
  emailsADay: 2000,
  resendsADay: 3,
};

/** Channels that a mode sends on when the request gives the contact. Of `any`, those that the dealer has. */
const CHANNELS: Readonly<Record<DeliveryMode, readonly MessageChannel[]>> = {
  none: [],
  sms: ['sms'],
  email: ['email'],
  smsAndEmail: ['sms', 'email'],
  smsOrEmail: ['sms', 'email'],
  any: ['sms', 'email'],
};

/** True for a definition whose links are sent. */
export const sendsMessages = (mode: DeliveryMode): boolean => CHANNELS[mode].length > 0;

/** True where messages of a dealer leave on a channel: through the stage, or through a provider of its own. */
const hasChannel = (
  channel: MessageChannel,
  stage: StageMessaging,
  { smsProvider }: Pick<DealerMessaging, 'smsProvider'>,
): boolean => stage[channel] !== undefined || (channel === 'sms' && smsProvider !== undefined);

/** Channels that a definition promises and the dealer does not have. A mode `any` promises nothing: its link is returned. */
export const missingChannels = (
  mode: DeliveryMode,
  stage: StageMessaging,
  dealer: Pick<DealerMessaging, 'smsProvider'>,
): readonly MessageChannel[] =>
  mode === 'any' ? [] : CHANNELS[mode].filter((channel) => !hasChannel(channel, stage, dealer));

/** The contact of a link on a channel. */
export const recipientOn = (channel: MessageChannel, { gsmNumber, email }: LinkDelivery): string | undefined =>
  channel === 'sms' ? gsmNumber : email;

/** Channels that a definition names for a link with these contacts, whether the stage has them or not. */
export const promisedChannels = (mode: DeliveryMode, delivery: LinkDelivery): readonly MessageChannel[] =>
  CHANNELS[mode].filter((channel) => recipientOn(channel, delivery) !== undefined);

/** Channels that a new link is sent on: those of its definition that the dealer has and the request gave a contact for. */
export const channelsOfLink = (
  mode: DeliveryMode,
  delivery: LinkDelivery,
  { stage, dealer }: { readonly stage: StageMessaging; readonly dealer: Pick<DealerMessaging, 'smsProvider'> },
): readonly MessageChannel[] =>
  promisedChannels(mode, delivery).filter((channel) => hasChannel(channel, stage, dealer));

/** True when messages to a recipient really leave. */
export const mayReach = ({ recipients }: StageMessaging, to: string): boolean =>
  recipients === 'any recipient' || recipients.includes(to);
