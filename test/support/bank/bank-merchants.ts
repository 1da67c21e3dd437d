import { ScanCommand, type ScanCommandOutput } from '@aws-sdk/lib-dynamodb';
import { chooseEngine } from '../../../infra/local/engine.ts';
import { keys } from '../../../shared/adapters/dynamodb/keys.ts';
import { quoteWindowOf } from '../../../shared/adapters/dynamodb/limit/quote-counters.ts';
import { readPaymentPointer } from '../../../shared/adapters/dynamodb/payment/payment-item.ts';
import { readBankOrder } from '../../../shared/adapters/dynamodb/sandbox/bank-ledger.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { type DirectAttempt, isOfLink, type LinkAttempt } from '../../../shared/domain/attempt/attempt.ts';
import { windowStartOf } from '../../../shared/domain/link/attempt-count.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { type PaymentName, readAddress } from '../../../shared/domain/payment/payment-name.ts';
import type { VirtualPos, VirtualPosOf } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { type SandboxMerchant, sandboxMerchant } from '../../../shared/nestpay/sandbox-merchant.ts';
import type { BankOrder } from '../../../shared/ports/bank-ledger.ts';
import { merchantKeyContext } from '../../../shared/ports/vault.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { stackOfTests } from '../app/stack-of-tests.ts';
import { vaultOf } from '../card/vault.ts';
import { dealerWith, type NewDealerOptions, newDealer, type TestDealer } from '../dealer/dealers.ts';
import { posWith } from '../dealer/virtual-pos.ts';
import { itemsOfLink, storedAttempts, storedLink } from '../payment/stored-payments.ts';
import { rememberMade } from '../store/made-codes.ts';
import { memoryEngineAt } from '../store/memory-engines.ts';
import { engineClient, putRows } from '../store/store.ts';
import { newAccountNumber } from './account-numbers.ts';

/** A scan costs by the row that is read, wanted or not, so pages begin small. */
const FIRST_PAGE = 8;
const LARGEST_PAGE = 200;

/**
 * Every row of a running app whose partition key begins with a prefix, all rows for ''. A whole scan takes the native engine
 * a tenth of a second for a thousand rows. But it keeps rows in the order of their keys, so a scan of a prefix begins in
 * front of it and ends behind it. Other engines scan in the order of a hash, all of it.
 */
export const rowsOf = async (
  { engineEndpoint, tableName: TableName }: StackAddress,
  pkPrefix = '',
): Promise<readonly Record<string, unknown>[]> => {
  const inMemory = memoryEngineAt(engineEndpoint);
  if (inMemory !== undefined) return inMemory.rows().filter(({ pk }) => String(pk).startsWith(pkPrefix));
  const client = engineClient(engineEndpoint);
  const rows: Record<string, unknown>[] = [];
  const isOrdered = pkPrefix !== '' && chooseEngine() === 'dynoxide';
  let from: Record<string, unknown> | undefined = isOrdered ? { pk: pkPrefix, sk: ' ' } : undefined;
  let limit = FIRST_PAGE;
  do {
    const { Items = [], LastEvaluatedKey }: ScanCommandOutput = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ...(isOrdered ? { Limit: limit } : {}),
        ...(from === undefined ? {} : { ExclusiveStartKey: from }),
      }),
    );
    const found = Items.filter(({ pk }) => String(pk).startsWith(pkPrefix));
    rows.push(...found);
    if (isOrdered) refuseDisorder([from ?? {}, ...Items]);
    limit = Math.min(4 * limit, LARGEST_PAGE);
    from = isOrdered && found.length < Items.length ? undefined : LastEvaluatedKey;
  } while (from !== undefined);
  return rows;
};

/** Where the engine kept no order, rows would be missed in silence. */
const refuseDisorder = (rows: readonly Record<string, unknown>[]): void => {
  const partitions = rows.map(({ pk }) => String(pk));
  if (partitions.some((pk, index) => index > 0 && pk < (partitions[index - 1] ?? '')))
    throw new Error('the engine scans in another order than that of the keys');
};

/** The names of all payments of a dealer: each is written together with the pointer that leads to it by its id. */
export const paymentsOf = async (stack: StackAddress, dealerCode: string): Promise<readonly PaymentName[]> =>
  (await rowsOf(stack, `DEALER#${dealerCode}#PAYMENT#`)).map(readPaymentPointer);

const emptyCountsOfAddress = () => {
  const nowMs = Date.now();
  return [
    { ...keys.counter('address', '127.0.0.1', windowStartOf(nowMs)), count: 0 },
    { ...keys.counter('quotes-of-address', '127.0.0.1', quoteWindowOf(nowMs)), count: 0 },
  ];
};

/** All tests pay from one address, whose attempts and quotes are counted. So each test resets these counts. */
export const forgetWhatAddressDid = ({ store }: Pick<TestDealer, 'store'>): Promise<void> =>
  putRows(store, emptyCountsOfAddress());

export interface BankDealer extends TestDealer {
  /** The dealer's account at the embedded bank. */
  readonly merchant: SandboxMerchant;
  /** Writes a virtual POS of the dealer at the embedded bank, over the one with its id and version. */
  readonly putPos: (changes?: Partial<VirtualPos>) => Promise<VirtualPosOf<'nestpay'>>;
  /** Creates a link. Answers its address and its CodeForHash. */
  readonly newLink: (fields?: Record<string, unknown>) => Promise<NewLink>;
  readonly linkAt: (url: string) => Promise<PaymentRequest>;
  /** Rewrites a link's row without any check, to set up a scene. */
  readonly changeLink: (url: string, changes: Partial<PaymentRequest>) => Promise<void>;
  readonly attemptsAt: (url: string) => Promise<readonly LinkAttempt[]>;
  /** Every direct payment of the dealer, in the order of their start. */
  readonly directAttempts: () => Promise<readonly DirectAttempt[]>;
  /** The orders of this merchant in the bank's books, unordered. */
  readonly orders: () => Promise<readonly BankOrder[]>;
  /** The orders that the bank's books hold as charged. */
  readonly charges: () => Promise<readonly BankOrder[]>;
}

interface NewLink {
  readonly url: string;
  readonly codeForHash: string;
}

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** A new dealer with its own merchant account at the embedded bank, and one virtual POS for it. */
export const newBankDealer = async (
  options: NewDealerOptions & { readonly pos?: Partial<VirtualPos> } = {},
): Promise<BankDealer> => {
  const stack = options.stack ?? stackOfTests();
  const ofDealer = dealerWith(options.dealer);
  const { dealerCode } = ofDealer;
  const merchant = sandboxMerchant(newAccountNumber());
  if (merchant === undefined) throw new Error('no merchant');
  const { clientId, apiUser, apiPassword, storeKey } = merchant;
  rememberMade(clientId);
  const vault = vaultOf(stack);

  const sealedPos = async (changes: Partial<VirtualPos> = {}): Promise<VirtualPosOf<'nestpay'>> => {
    const pos = posWith({ dealerCode, gateway: stack.baseUrl, ...changes });
    const seal = async (field: string, text: string) => ({
      sealed: await vault.seal(text, merchantKeyContext(pos, field, pos.version)),
      version: pos.version,
    });
    const sealed = { apiPassword: await seal('apiPassword', apiPassword), storeKey: await seal('storeKey', storeKey) };
    return { ...pos, merchant: { clientId, apiUser, ...sealed } };
  };
  const pos = await sealedPos(options.pos);
  const rows = [...Object.values(virtualPosItems(pos)), ...emptyCountsOfAddress()];
  const dealer = await newDealer({ virtualPos: [], ...options, stack, dealer: ofDealer, rows });
  const { store } = dealer;

  const linkAt = (url: string) => storedLink(store, tokenOf(url));
  const payments = () => paymentsOf(stack, dealerCode);
  const orders = async () => (await rowsOf(stack, `BANK#${clientId}#ORDER#`)).map(readBankOrder);
  return {
    ...dealer,
    merchant,
    putPos: async (changes) => {
      const put = await sealedPos(changes);
      await putRows(store, Object.values(virtualPosItems(put)));
      return put;
    },
    newLink: async (fields) => {
      const answer = await dealer.createLink(fields);
      if (answer.ResultCode !== 'Success') throw new Error(`${answer.ResultCode}: ${answer.ResultMessage}`);
      const { Url, CodeForHash } = answer.Data as { Url: string; CodeForHash: string };
      return { url: Url, codeForHash: CodeForHash };
    },
    linkAt,
    changeLink: async (url, changes) => putRows(store, itemsOfLink({ ...(await linkAt(url)), ...changes })),
    attemptsAt: async (url) => (await storedAttempts(store, readAddress(tokenOf(url))?.payment ?? '')).filter(isOfLink),
    directAttempts: async () =>
      (await Promise.all((await payments()).map((payment) => storedAttempts(store, payment))))
        .flat()
        .filter((attempt): attempt is DirectAttempt => !isOfLink(attempt))
        .toSorted((one, other) => one.startedAtMs - other.startedAtMs),
    orders,
    charges: async () =>
      (await orders()).filter(({ capturedAmount, state }) => capturedAmount > 0 && state === 'captured'),
  };
};

/** Terms of a link that every card pays alike: a single payment, no commission, the card form at once. */
export const simple = { InstallmentNumber: 1, SetInstallmentBy: 1, CommissionByDealer: 12 } as const;
