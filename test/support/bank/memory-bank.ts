import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoBankLedger, readBankOrder } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { type DirectAttempt, isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import type { VirtualPos, VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { type SandboxMerchant, sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import { merchantKeyContext, type Opener, type Sealer } from '../../../shared/ports/vault.ts';
import { openVault } from '../card/card-storing.ts';
import { dealerWith } from '../dealer/dealers.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { attemptsAmong } from '../payment/stored-payments.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { putRows } from '../store/store.ts';
import { newAccountNumber } from './account-numbers.ts';
import type { BankDealer } from './bank-merchants.ts';
import { startBank, type TestBank } from './bank-server.ts';

/** The embedded bank, whose books are kept in memory. */
export interface MemoryBank extends TestBank {
  readonly books: MemoryTable;
}

export const startMemoryBank = async (changes: Parameters<typeof startBank>[2] = {}): Promise<MemoryBank> => {
  const books = new MemoryTable();
  return { ...(await startBank(dynamoBankLedger(books), undefined, changes)), books };
};

/** A merchant with an account at the embedded bank. */
export const newMerchant = (): SandboxMerchant => {
  const merchant = sandboxMerchant(newAccountNumber());
  if (merchant === undefined) throw new Error('no merchant');
  return merchant;
};

/** A virtual POS with the sealed keys of a merchant. */
export const posOfMerchant = async (
  { clientId, apiUser, apiPassword, storeKey }: SandboxMerchant,
  changes: Partial<VirtualPos> & { readonly dealerCode: string },
  vault: Sealer,
): Promise<VirtualPosOf<'nestpay'>> => {
  const pos = posWith(changes);
  const seal = async (field: string, text: string) => ({
    sealed: await vault.seal(text, merchantKeyContext(pos, field, pos.version)),
    version: pos.version,
  });
  const keys = { apiPassword: await seal('apiPassword', apiPassword), storeKey: await seal('storeKey', storeKey) };
  return { ...pos, merchant: { clientId, apiUser, ...keys } };
};

/** What tests of direct payments need of a dealer at the embedded bank, wherever its rows are kept. */
export type PayingDealer = Pick<
  BankDealer,
  'store' | 'dealer' | 'account' | 'merchant' | 'putPos' | 'directAttempts' | 'orders' | 'charges'
> & { readonly vault: Sealer & Opener };

/** A table whose methods a test may replace one by one. */
const plainTable = (table: MemoryTable): Table => ({
  get: (key) => table.get(key),
  getMany: (keys) => table.getMany(keys),
  query: (asked) => table.query(asked),
  list: (asked) => table.list(asked),
  due: (asked) => table.due(asked),
  increment: (...call) => table.increment(...call),
  transact: (writes) => table.transact(writes),
});

/** A dealer whose rows are kept in memory, with one virtual POS at the bank. */
export const newMemoryDealer = async (
  { gateway, books }: Pick<MemoryBank, 'gateway' | 'books'>,
  options: { readonly dealer?: Parameters<typeof dealerWith>[0]; readonly pos?: Partial<VirtualPos> } = {},
): Promise<PayingDealer> => {
  const [table, vault, merchant, dealer] = [new MemoryTable(), openVault(), newMerchant(), dealerWith(options.dealer)];
  const { dealerCode } = dealer;
  const putPos: PayingDealer['putPos'] = async (changes) => {
    const pos = await posOfMerchant(merchant, { gateway, ...changes, dealerCode }, vault);
    await putRows(table, Object.values(virtualPosItems(pos)));
    return pos;
  };
  await putPos(options.pos);
  const prefix = `BANK#${merchant.clientId}#ORDER#`;
  const orders = async () =>
    books
      .rows()
      .filter(({ pk }) => String(pk).startsWith(prefix))
      .map(readBankOrder);
  return {
    store: plainTable(table),
    dealer,
    vault,
    merchant,
    account: { DealerCode: dealerCode, Username: 'apiuser', Password: 'of nobody' },
    putPos,
    orders,
    charges: async () =>
      (await orders()).filter(({ capturedAmount, state }) => capturedAmount > 0 && state === 'captured'),
    directAttempts: async () =>
      attemptsAmong(table.rows())
        .filter((attempt): attempt is DirectAttempt => !isOfLink(attempt))
        .toSorted((one, other) => one.startedAtMs - other.startedAtMs),
  };
};
