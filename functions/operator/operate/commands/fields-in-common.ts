import { isOtherTrxCode } from '../../../../shared/domain/attempt/other-trx-code.ts';
import { DEALER_CODE } from '../../../../shared/domain/dealer/dealer.ts';
import { currencies } from '../../../../shared/domain/money/money.ts';
import { attemptOfOrder } from '../../../../shared/domain/payment/payment-name.ts';
import { knownBankCodes, readBankCode } from '../../../../shared/domain/virtual-pos/bank-list.ts';
import { alsoNamed, optional, required } from '../fields.ts';
import { choice, type Kind, shaped } from '../kinds.ts';

export const dealerCodeKind = shaped(
  'text of letters, digits, dot, dash and underscore, at most 32',
  'must be 1 to 32 letters, digits, dots, dashes or underscores',
  (text) => (DEALER_CODE.test(text) ? text : undefined),
);

/** Every record is looked up by its dealer first (rule 37). */
export const dealerCodeField = required(dealerCodeKind, 'The dealer.');

/** Compared character by character, as the dealer sent it (rule 12). */
export const otherTrxCode: Kind<string> = {
  type: "the dealer's transaction code, exactly",
  read: (raw) =>
    typeof raw === 'string' && isOtherTrxCode(raw)
      ? { value: raw }
      : { problem: 'must be text of 1 to 128 characters' },
};

export const orderIdKind = shaped(
  'text that begins with ORDER-',
  'must be an order id, which begins with ORDER-',
  (text) => (attemptOfOrder(text) === undefined ? undefined : text),
);

/** The order of a payment, which dealers know as VirtualPosOrderId: both names are taken. */
export const dealersOrderId = (meaning: string) =>
  alsoNamed(optional(orderIdKind, meaning), ['VirtualPosOrderId', 'virtualPosOrderId']);

/** The "next" of an answer that is not the last page. */
export const cursorOf = (position: RegExp) =>
  optional(
    shaped('the "next" of the page before', 'must be the "next" of an answer', (text) =>
      position.test(text) ? text : undefined,
    ),
    'Where to go on.',
  );

/** Leading zeros are dropped, so that a bank has one spelling. */
export const bankCode = shaped(
  `code of a known bank: ${knownBankCodes.join(', ')}`,
  `must be the code of a known bank: ${knownBankCodes.join(', ')}`,
  readBankCode,
);

export const currencyChoice = choice(currencies);

export const ALL_COUNTS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];

/** Begins the steps of a day, which lists go on with behind its payments. */
export const STEPS_PLACE = 'steps';
