import { isOtherTrxCode } from '../../../shared/domain/attempt/other-trx-code.ts';
import { DEALER_CODE } from '../../../shared/domain/dealer/dealer.ts';
import { currencies } from '../../../shared/domain/money/money.ts';
import { knownBankCodes, readBankCode } from '../../../shared/domain/virtual-pos/bank-list.ts';
import { optional, required } from '../fields.ts';
import { choice, type Kind, shaped } from '../kinds.ts';

const dealerCodeKind = shaped(
  'text of letters, digits, dot, dash and underscore, at most 32',
  'must be 1 to 32 letters, digits, dots, dashes or underscores',
  (text) => (DEALER_CODE.test(text) ? text : undefined),
);

/** Every record is found by its dealer first (rule 37). */
export const dealerCodeField = required(dealerCodeKind, 'The dealer.');

/** Exact code points, as the dealer sent it (rule 12). */
export const otherTrxCode: Kind<string> = {
  type: "the dealer's transaction code, exactly",
  read: (raw) =>
    typeof raw === 'string' && isOtherTrxCode(raw)
      ? { value: raw }
      : { problem: 'must be text of 1 to 128 characters' },
};

/** The "next" of an answer that has more behind it. */
export const cursorOf = (position: RegExp) =>
  optional(
    shaped('the "next" of the page before', 'must be the "next" of an answer', (text) =>
      position.test(text) ? text : undefined,
    ),
    'Where to go on.',
  );

/** Leading zeros are dropped, so that one bank has one spelling. */
export const bankCode = shaped(
  `code of a known bank: ${knownBankCodes.join(', ')}`,
  `must be the code of a known bank: ${knownBankCodes.join(', ')}`,
  readBankCode,
);

export const currencyChoice = choice(currencies);

export const ALL_COUNTS: readonly number[] = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
