import type { BankReferences } from '../../../shared/ports/bank-answers.ts';
import { type BankTransaction, standingOf } from './bank-transactions.ts';

const DIGITS = 11;

type Kept = { -readonly [Field in keyof BankTransaction]: BankTransaction[Field] };

const referencesWith = (one: BankTransaction | undefined): BankReferences => ({
  authCode: '123456',
  hostReference: one?.reference ?? '',
  transactionId: 'T',
});

/** The transactions of a fake bank. Each has a reference of its own. */
export class FakeTransactions {
  readonly #ofOrder = new Map<string, Kept[]>();
  #count = 0;

  #own(orderId: string): Kept[] {
    const own = this.#ofOrder.get(orderId) ?? [];
    this.#ofOrder.set(orderId, own);
    return own;
  }

  add(orderId: string, type: BankTransaction['type'], happened = true): void {
    this.#count += 1;
    const reference = `6${String(this.#count).padStart(DIGITS, '0')}`;
    this.#own(orderId).push({ orderId, type, reference, happened, voided: false });
  }

  /** Voids what takes or holds the money. */
  voidStanding(orderId: string): void {
    const standing = standingOf(this.#own(orderId));
    if (standing !== undefined) standing.voided = true;
    this.add(orderId, 'void');
  }

  ofOrder(orderId: string): readonly BankTransaction[] {
    return this.#own(orderId);
  }

  all(): readonly BankTransaction[] {
    return [...this.#ofOrder.values()].flat();
  }

  /** References of the transaction that takes or holds the money, or of the first where none does. */
  referencesOf(orderId: string): BankReferences {
    const own = this.#own(orderId);
    return referencesWith(standingOf(own) ?? own[0]);
  }

  latestOf(orderId: string): BankReferences {
    return referencesWith(this.#own(orderId).at(-1));
  }
}
