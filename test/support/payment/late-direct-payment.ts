import type { TestBank } from '../bank/bank-server.ts';
import { paidBy } from './direct-payments.ts';
import type { DirectScene } from './direct-scene.ts';

/** After this time an invocation asks the bank no more and keeps the rest for its answer. */
export const PAST_ASKING_MS = 22_000;
/** The dealer's code of a payment. */
export const CODE = { OtherTrxCode: 'P-1' };

/** Pays by a card whose charge the bank holds past all deadlines, so the caller hears OutcomeUnknown. */
export const payTooLate = async (
  { pay, timeOut, advance }: DirectScene,
  bank: Pick<TestBank, 'held'>,
  { card, fields = CODE }: { readonly card: string; readonly fields?: object },
) => {
  const answer = pay(
    { ...paidBy(card), ...fields },
    {
      afterCharge: async (outcome) => {
        advance(PAST_ASKING_MS);
        return outcome;
      },
    },
  );
  await bank.held;
  timeOut();
  return answer;
};
