import { type MessageName, messageId } from '../../../domain/message/message.ts';
import type { AttemptName, PaymentName } from '../../../domain/payment/payment-name.ts';
import type { Key } from '../keys.ts';

// Keys of a payment's own rows. The table at the top of keys.ts tells what each is for.

export const PAYMENT_PARTITION_PREFIX = 'PAY#';

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const threeDigits = (number: number): string => String(number).padStart(3, '0');

/** A step of a payment; steps are counted from 1 over all attempts. */
type StepName = AttemptName;

/** A payment's partition, and the ranks of sort keys that a reader wants of it, both ends included. */
export const paymentPartition = (payment: PaymentName): string => `${PAYMENT_PARTITION_PREFIX}${payment}`;
export const paymentRanks = {
  /** A link alone. */
  link: { from: '1', until: '2~' },
  /** What a link shows, and its attempts. */
  pages: { from: '1', until: '3~' },
  /** All of it but cards. */
  details: { from: '1', until: '6~' },
  /** The card that waits in an attempt as well. */
  cards: { from: '1', until: '7~' },
} as const;
export const ATTEMPT_PREFIX = '3#ATTEMPT#';
export const SECRETS_PREFIX = '3#SECRETS#';
const SUB_DEALERS_PREFIX = '6#SUB-DEALERS#';
export const STEP_PREFIX = '5#STEP#';
const WAITING_CARD_PREFIX = '7#WAITING-CARD#';
export const MESSAGE_PREFIX = '9#MESSAGE#';

export const paymentKeys = {
  payment: (payment: PaymentName): Key => ({ pk: paymentPartition(payment), sk: '1#PAYMENT' }),
  state: (payment: PaymentName): Key => ({ pk: paymentPartition(payment), sk: '2#STATE' }),
  attempt: ({ payment, number }: AttemptName): Key => ({
    pk: paymentPartition(payment),
    sk: `${ATTEMPT_PREFIX}${twoDigits(number)}`,
  }),
  /** What a call with the code asked for; beside the state, since a link is read from both. A call of a direct payment or of a shop's 3D payment has its attempt's number. */
  call: ({ payment, number }: AttemptName): Key => ({
    pk: paymentPartition(payment),
    sk: `2#CALL#${twoDigits(number)}`,
  }),
  step: ({ payment, number }: StepName): Key => ({
    pk: paymentPartition(payment),
    sk: `${STEP_PREFIX}${threeDigits(number)}`,
  }),
  stepShares: ({ payment, number }: StepName): Key => ({
    pk: paymentPartition(payment),
    sk: `${SUB_DEALERS_PREFIX}S#${threeDigits(number)}`,
  }),
  subDealers: ({ payment, number }: AttemptName): Key => ({
    pk: paymentPartition(payment),
    sk: `${SUB_DEALERS_PREFIX}${twoDigits(number)}`,
  }),
  /** What a call of a dealer's own 3D payment made up: secrets that no other call has. */
  secrets: ({ payment, number }: AttemptName): Key => ({
    pk: paymentPartition(payment),
    sk: `${SECRETS_PREFIX}${twoDigits(number)}`,
  }),
  /** The place of a payment's box in the queue. */
  box: (payment: PaymentName): Key => ({ pk: paymentPartition(payment), sk: '9#BOX' }),
  message: ({ payment, ...message }: MessageName): Key => ({
    pk: paymentPartition(payment),
    sk: `${MESSAGE_PREFIX}${messageId(message, '#')}`,
  }),
  waitingCard: ({ payment, number }: AttemptName): Key => ({
    pk: paymentPartition(payment),
    sk: `${WAITING_CARD_PREFIX}${twoDigits(number)}`,
  }),
  /** Which card's day an attempt took from: the hash is in the key, beside nothing else of the card (rule 26). */
  cardDay: (attempt: AttemptName, cardHash: string): Key => ({
    pk: paymentPartition(attempt.payment),
    sk: `${cardDayPrefix(attempt)}${cardHash}`,
  }),
} as const;

export const cardDayPrefix = ({ number }: Pick<AttemptName, 'number'>): string => `8#CARD-DAY#${twoDigits(number)}#`;
