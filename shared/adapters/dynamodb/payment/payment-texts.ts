import { omitUndefined } from '../../../domain/omit-undefined.ts';
import type { PaymentTextChanges, PaymentTexts } from '../../../ports/payment-texts.ts';
import { UnreadableRow } from '../../../ports/store-errors.ts';
import type { Table } from '../engine/table.ts';
import type { Expression } from '../engine/writes.ts';
import type { Key } from '../keys.ts';
import { paymentKeys } from './payment-keys.ts';

/** Sets single members, so that two changes at once lose nothing of each other. */
const settingOf = ({ buyer, ...texts }: PaymentTexts): Expression | undefined => {
  const members = Object.entries(omitUndefined(texts));
  const ofBuyer = Object.entries(omitUndefined(buyer));
  const all = [...members, ...ofBuyer];
  if (all.length === 0) return undefined;
  const sets = [
    ...members.map(([name]) => `#${name} = :${name}`),
    ...ofBuyer.map(([name]) => `#buyer.#${name} = :${name}`),
  ];
  return {
    expression: `SET ${sets.join(', ')}`,
    names: { '#buyer': 'buyer', ...Object.fromEntries(all.map(([name]) => [`#${name}`, name])) },
    values: Object.fromEntries(all.map(([name, value]) => [`:${name}`, value])),
  };
};

export const dynamoPaymentTexts = (table: Pick<Table, 'transact'>): PaymentTextChanges => ({
  change: async ({ payment, call }, texts) => {
    const set = settingOf(texts);
    if (set === undefined) return;
    const changed = async (update: Key): Promise<boolean> =>
      (await table.transact([{ update, set, onlyIf: { expression: 'attribute_exists(pk)' } }])).applied;
    if (call !== undefined && (await changed(paymentKeys.call(call)))) return;
    // Calls of the release before have no item of their own: what they asked for stands with the payment.
    if (!(await changed(paymentKeys.payment(payment)))) throw new UnreadableRow('payment', 'pk');
  },
});
