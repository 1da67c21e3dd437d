import { generationOf } from '../../../domain/link/payment-request.ts';
import type { MobileCall, MobileCalls } from '../../../ports/mobile-calls.ts';
import { supersedingWrites } from '../attempt/attempts.ts';
import type { Table } from '../engine/table.ts';
import { ABSENT, atVersion } from '../engine/writes.ts';
import { dueKeysOf } from '../link/payment-requests.ts';
import { supersededSecretsItem } from '../link/secrets-item.ts';
import { stateItem } from '../link/state-item.ts';
import { type EventWriter, NOBODY_TOLD } from '../outbox/event-writer.ts';
import { linkCallItem } from '../payment/call-item.ts';
import { calledPaymentIn } from '../payment/called-payment.ts';
import { changedMobileCalls } from '../payment/payment-item.ts';
import { paymentRanks } from '../payment/payment-keys.ts';
import { readRows } from '../payment/payment-partition.ts';

interface Store {
  readonly table: Table;
  readonly events: EventWriter;
}

/**
 * Nothing is reserved before the lock, and no card waits in a mobile payment: its superseded attempts give nothing back.
 */
const write = async (
  { table, events }: Store,
  { link, fingerprint, before, supersedes, replacedAtMs, unusedSecret }: MobileCall,
): Promise<boolean> => {
  const first = before.calls[0]?.fingerprint ?? '';
  const { ends } = await supersedingWrites(table, supersedes);
  const due = await dueKeysOf(events, link);
  const { applied } = await table.transact([
    { put: { ...stateItem(link), ...due }, onlyIf: atVersion(before.link.version) },
    { put: linkCallItem(link, { number: generationOf(link), fingerprint }), onlyIf: ABSENT },
    { put: supersededSecretsItem(before.link, replacedAtMs) },
    changedMobileCalls(link.payment, first, unusedSecret),
    ...ends,
  ]);
  return applied;
};

export const dynamoMobileCalls = (table: Table, events: EventWriter = NOBODY_TOLD): MobileCalls => ({
  find: async (payment) => {
    const found = calledPaymentIn(await readRows(table, payment, paymentRanks.pages), payment);
    return found?.link.source === 'mobile-3d' ? found : undefined;
  },

  write: (call) => write({ table, events }, call),
});
