import { generationOfAttempt, isOfLink, type LinkAttempt } from '../../../domain/attempt/attempt.ts';
import { generationOf, type PaymentRequest } from '../../../domain/link/payment-request.ts';
import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { PaymentName } from '../../../domain/payment/payment-name.ts';
import type {
  CalledPayment,
  CardOfCall,
  NumberedCall,
  SupersededCall,
} from '../../../domain/three-d-payment/repeated-call.ts';
import type { Row } from '../engine/writes.ts';
import { readKept, readSecrets } from '../link/secrets-item.ts';
import { readCallFacts } from './call-part.ts';
import { paymentKeys } from './payment-keys.ts';
import { attemptsIn, linkIn, type PaymentRows, paymentRowIn } from './payment-partition.ts';
import { isSecret } from './secrets.ts';

/* A shop or mobile payment with all its calls, from its items. */

interface ReadItems {
  readonly rows: PaymentRows;
  readonly item: Row;
  readonly link: PaymentRequest;
  readonly attempts: readonly LinkAttempt[];
}

/** The card of a call from before calls kept it: that of its attempt, if it was opened. */
const cardOf = ([attempt]: readonly LinkAttempt[]): CardOfCall | undefined =>
  attempt?.shop === undefined
    ? undefined
    : { maskedCard: attempt.maskedCard, ...omitUndefined({ cardToken: attempt.shop.cardToken }) };

const callAt = ({ rows, item, link, attempts }: ReadItems, number: number): NumberedCall => {
  const name = { payment: link.payment, number };
  const [row, next] = [name, { ...name, number: number + 1 }].map((one) => rows.get(paymentKeys.secrets(one).sk));
  const { token, secrets } =
    row === undefined ? link : readSecrets(row, link.shop === undefined ? 'mobile-3d' : 'three-d');
  const kept = row === undefined ? {} : readKept(row);
  const own = attempts.filter((attempt) => generationOfAttempt(attempt) === number);
  const { fingerprint } = readCallFacts({ payment: item, call: rows.get(paymentKeys.call(name).sk) });
  return {
    number,
    token,
    sealedCodeForHash: secrets.sealedCodeForHash,
    attempts: own,
    ...omitUndefined({
      fingerprint,
      card: kept.card ?? cardOf(own),
      resultReference: kept.resultReference,
      replacedAtMs: kept.replacedAtMs ?? (next === undefined ? undefined : readKept(next).begunAtMs),
    }),
  };
};

/** Undefined where the items are no shop or mobile payment's. */
export const calledPaymentIn = (rows: PaymentRows, payment: PaymentName): CalledPayment | undefined => {
  const [item, link] = [paymentRowIn(rows, payment), linkIn(rows, payment)];
  if (item === undefined || link === undefined || link.source === 'payment-request') return undefined;
  const items = { rows, item, link, attempts: attemptsIn(rows, payment).filter(isOfLink) };
  const calls = Array.from({ length: generationOf(link) }, (_, index) => callAt(items, index + 1));
  return { link, calls };
};

/** The earlier call that an address belongs to; undefined where it belongs to none. Every one is compared. */
const earlierCall = (
  { link, calls }: CalledPayment,
  isOf: (call: NumberedCall) => boolean,
): SupersededCall | undefined => {
  const [superseded] = calls.slice(0, -1).filter(isOf);
  return superseded === undefined ? undefined : { superseded, link };
};

/** The earlier call whose address has this token. */
export const supersededIn = (payment: CalledPayment, token: string): SupersededCall | undefined =>
  earlierCall(payment, (call) => isSecret(token, call.token));

/** The earlier call whose result was reported under this address. */
export const supersededByResult = (payment: CalledPayment, reference: string): SupersededCall | undefined =>
  earlierCall(payment, ({ resultReference }) => resultReference !== undefined && isSecret(reference, resultReference));
