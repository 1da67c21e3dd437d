import { createHmac, randomBytes } from 'node:crypto';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type { PaymentNames } from '../../../ports/identifiers.ts';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const BITS_A_LETTER = 5;
const NAME_LENGTH = 26;
/** 130 bits need 17 bytes. */
const NAME_BYTES = 17;

/** The first 130 bits in base32, which keys, order ids and addresses take as it is. */
const nameIn = (bytes: Buffer): PaymentName => {
  let bits = BigInt(`0x${bytes.subarray(0, NAME_BYTES).toString('hex')}`) >> BigInt(NAME_BYTES * 8 - 130);
  let name = '';
  for (let letter = 0; letter < NAME_LENGTH; letter += 1) {
    name = `${ALPHABET[Number(bits & 31n)]}${name}`;
    bits >>= BigInt(BITS_A_LETTER);
  }
  return name;
};

/** Each part with its length before it, so that no two lists of parts read the same. */
const messageOf = (...parts: readonly string[]): string => parts.map((part) => `${part.length}:${part}`).join('');

/**
 * Names of a stage's payments. The stage's name is the key, so that two stages which share a merchant account at a bank
 * never send it one order id.
 */
export const hmacPaymentNames = (stage: string): PaymentNames => {
  const named = (...parts: readonly string[]): PaymentName =>
    nameIn(
      createHmac('sha256', stage)
        .update(messageOf(...parts), 'utf8')
        .digest(),
    );
  return {
    nameOf: (dealerCode, otherTrxCode) =>
      otherTrxCode === undefined ? nameIn(randomBytes(NAME_BYTES)) : named('code', dealerCode, otherTrxCode),
    nameOfTry: ({ dealerCode, dealerPaymentPlanId }, tryNumber) =>
      named('plan', dealerCode, `${dealerPaymentPlanId}#${tryNumber}`),
    nameOfLink: (dealerCode, linkCode) => named('reusable-link', dealerCode, linkCode),
  };
};
