import type { Customer } from '../../shared/domain/customer/customer.ts';
import { windowStartOf } from '../../shared/domain/link/attempt-count.ts';
import { awaitsOpening } from '../../shared/domain/link/opening.ts';
import {
  arePasswordsUsedUp,
  countWrongPassword,
  rightPassword,
  wrongPassword,
} from '../../shared/domain/link/password-count.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import { isSameText } from '../../shared/http/is-same-text.ts';
import { declined, LINK_CHANGED, type LinkChanged } from '../../shared/payment-flow/link-start.ts';
import type { Attempts } from '../../shared/ports/attempts.ts';
import { customerPasswordContext, type Opener } from '../../shared/ports/vault.ts';
import type { StoredCardForm, StoredCardOutcome } from './stored-card-call.ts';

export interface CustomerPasswordDependencies {
  readonly attempts: Pick<Attempts, 'notePassword'>;
  readonly opener: Opener;
}

/** Whether this is the customer's password. A customer without one needs none (rule 48). */
export const isPasswordOf = async (
  customer: Customer,
  password: string,
  { opener }: Pick<CustomerPasswordDependencies, 'opener'>,
): Promise<boolean> => {
  const { sealedPassword } = customer;
  if (sealedPassword === undefined) return true;
  return isSameText(await opener.open(sealedPassword, customerPasswordContext(customer)), password);
};

/** A wrong password of a link, posted from this address. */
export interface WrongPassword {
  readonly link: PaymentRequest;
  readonly addressScope: string;
  readonly nowMs: number;
}

/**
 * Counts a wrong password, and only then tells it. It is no attempt, and no bank hears of it. The last one that the link
 * takes is answered like a card that is not offered, which holds for all of them from now on.
 */
export const tellWrong = async (
  { link, addressScope, nowMs }: WrongPassword,
  form: (link: PaymentRequest) => StoredCardForm,
  { attempts }: Pick<CustomerPasswordDependencies, 'attempts'>,
): Promise<StoredCardOutcome | LinkChanged> => {
  const counts = countWrongPassword(link.progress, nowMs);
  const opened = awaitsOpening(link) ? { openedAtMs: nowMs } : {};
  const counter = { windowStartMs: windowStartOf(nowMs), address: addressScope };
  const noted = await attempts.notePassword(wrongPassword(link, { ...counts, ...opened }), counter);
  if (noted === 'link-changed') return LINK_CHANGED;
  if (noted === 'too-many') return declined(link, 'try-later');
  const after = { ...link, progress: { ...link.progress, ...counts, ...opened } };
  return arePasswordsUsedUp(after.progress) ? declined(after, 'try-another-card') : form(after);
};

/**
 * Tells what a right password led to where no attempt is written. The link must be as it was read: else many guesses at
 * once would tell the right one beside more wrong ones than a window allows.
 */
export const tellRight = async (
  outcome: StoredCardOutcome,
  { link, customer }: { readonly link: PaymentRequest; readonly customer: Customer },
  { attempts }: Pick<CustomerPasswordDependencies, 'attempts'>,
): Promise<StoredCardOutcome | LinkChanged> => {
  if (customer.sealedPassword === undefined) return outcome;
  return (await attempts.notePassword(rightPassword(link))) === 'noted' ? outcome : LINK_CHANGED;
};
