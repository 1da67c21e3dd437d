import { randomInt } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { keys } from '../../shared/adapters/dynamodb/keys.ts';
import { quoteWindowOf } from '../../shared/adapters/dynamodb/quote-counters.ts';
import { readAttemptRow } from '../../shared/adapters/dynamodb/rows/attempt-row.ts';
import { readBankOrder } from '../../shared/adapters/dynamodb/rows/bank-row.ts';
import { linkItem, readLinkRow } from '../../shared/adapters/dynamodb/rows/payment-request-row.ts';
import { virtualPosItems } from '../../shared/adapters/dynamodb/rows/virtual-pos-row.ts';
import { type Attempt, type DirectAttempt, isOfLink } from '../../shared/domain/attempt/attempt.ts';
import type { PaymentRequest } from '../../shared/domain/link/payment-request.ts';
import type { VirtualPos } from '../../shared/domain/virtual-pos/virtual-pos.ts';
import { type SandboxMerchant, sandboxMerchant } from '../../shared/nestpay/sandbox-merchant.ts';
import { windowStartOf } from '../../shared/payment-flow/conclude.ts';
import type { BankOrder } from '../../shared/ports/bank-ledger.ts';
import { merchantKeyContext } from '../../shared/ports/vault.ts';
import { type NewDealerOptions, newDealer, type TestDealer } from './dealers.ts';
import { rememberMade } from './made-here.ts';
import type { StackAddress } from './stack-address.ts';
import { engineClient, putRows } from './store.ts';
import { vaultOf } from './vault.ts';
import { posWith } from './virtual-pos.ts';

/** Every row of a running app whose partition key begins so, of one dealer where it is named; all of them for ''. */
export const rowsOf = async (
  { engineEndpoint, tableName: TableName }: StackAddress,
  pkPrefix = '',
  dealerCode?: string,
): Promise<readonly Record<string, unknown>[]> => {
  const client = engineClient(engineEndpoint);
  const rows: Record<string, unknown>[] = [];
  // The engine leaves out what is not asked for: the rows of all other tests are many.
  const conditions = [
    ...(pkPrefix === '' ? [] : ['begins_with(pk, :prefix)']),
    ...(dealerCode === undefined ? [] : ['dealerCode = :dealerCode']),
  ];
  const values = {
    ...(pkPrefix === '' ? {} : { ':prefix': pkPrefix }),
    ...(dealerCode === undefined ? {} : { ':dealerCode': dealerCode }),
  };
  const filter =
    conditions.length === 0 ? {} : { FilterExpression: conditions.join(' AND '), ExpressionAttributeValues: values };
  let start: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({
        TableName,
        ConsistentRead: true,
        ...filter,
        ...(start === undefined ? {} : { ExclusiveStartKey: start }),
      }),
    );
    rows.push(...(page.Items ?? []));
    start = page.LastEvaluatedKey;
  } while (start !== undefined);
  return rows;
};

/** All tests pay from one address, whose attempts and quotes are counted: each begins with none used. */
export const forgetWhatAddressDid = ({ store }: Pick<TestDealer, 'store'>): Promise<void> => {
  const nowMs = Date.now();
  return putRows(store, [
    { ...keys.counter('address', '127.0.0.1', windowStartOf(nowMs)), count: 0 },
    { ...keys.counter('quotes-of-address', '127.0.0.1', quoteWindowOf(nowMs)), count: 0 },
  ]);
};

export interface BankDealer extends TestDealer {
  /** The dealer's account at the embedded bank. */
  readonly merchant: SandboxMerchant;
  /** Puts a virtual POS of the dealer's at the embedded bank, over the one with its id and version. */
  readonly putPos: (changes?: Partial<VirtualPos>) => Promise<VirtualPos>;
  /** Creates a link and answers its address and the secret of its result. */
  readonly newLink: (fields?: Record<string, unknown>) => Promise<NewLink>;
  readonly linkAt: (url: string) => Promise<PaymentRequest>;
  /** Rewrites a link's row past every rule: how a test sets a scene. */
  readonly changeLink: (url: string, changes: Partial<PaymentRequest>) => Promise<void>;
  readonly attemptsAt: (url: string) => Promise<readonly Attempt[]>;
  /** Every direct payment of the dealer, in the order in which they were begun. */
  readonly directAttempts: () => Promise<readonly DirectAttempt[]>;
  /** The bank's own books of this merchant, in no order. */
  readonly orders: () => Promise<readonly BankOrder[]>;
  /** What the bank's books hold as taken. */
  readonly charges: () => Promise<readonly BankOrder[]>;
}

interface NewLink {
  readonly url: string;
  readonly codeForHash: string;
}

const tokenOf = (url: string): string => new URL(url).pathname.split('/').at(-1) ?? '';

/** A new dealer with a merchant account of its own at the embedded bank, and one virtual POS for it. */
export const newBankDealer = async (
  options: NewDealerOptions & { readonly pos?: Partial<VirtualPos> } = {},
): Promise<BankDealer> => {
  const dealer = await newDealer({ virtualPos: [], ...options });
  const { stack, store } = dealer;
  const { dealerCode } = dealer.dealer;
  const merchant = sandboxMerchant(String(randomInt(100_000_000, 999_999_999)));
  if (merchant === undefined) throw new Error('no merchant');
  const { clientId, apiUser, apiPassword, storeKey } = merchant;
  rememberMade(clientId);
  const vault = vaultOf(stack);

  const putPos = async (changes: Partial<VirtualPos> = {}): Promise<VirtualPos> => {
    const pos = posWith({ dealerCode, gateway: stack.baseUrl, ...changes });
    const seal = async (field: string, text: string) => ({
      sealed: await vault.seal(text, merchantKeyContext(pos, field, pos.version)),
      version: pos.version,
    });
    const sealed = { apiPassword: await seal('apiPassword', apiPassword), storeKey: await seal('storeKey', storeKey) };
    const put = { ...pos, merchant: { clientId, apiUser, ...sealed } };
    await putRows(store, Object.values(virtualPosItems(put)));
    return put;
  };

  const linkAt = async (url: string) => readLinkRow(await store.get(keys.link(tokenOf(url))));
  const orders = async () => (await rowsOf(stack, `BANK#${clientId}#ORDER#`)).map(readBankOrder);
  await putPos(options.pos);
  await forgetWhatAddressDid(dealer);
  return {
    ...dealer,
    merchant,
    putPos,
    newLink: async (fields) => {
      const answer = await dealer.createLink(fields);
      if (answer.ResultCode !== 'Success') throw new Error(`${answer.ResultCode}: ${answer.ResultMessage}`);
      const { Url, CodeForHash } = answer.Data as { Url: string; CodeForHash: string };
      return { url: Url, codeForHash: CodeForHash };
    },
    linkAt,
    changeLink: async (url, changes) => putRows(store, [linkItem({ ...(await linkAt(url)), ...changes })]),
    attemptsAt: async (url) =>
      (await rowsOf(stack, 'ATTEMPT#', dealerCode))
        .filter(({ linkToken }) => linkToken === tokenOf(url))
        .map(readAttemptRow)
        .toSorted((one, other) => one.number - other.number),
    directAttempts: async () =>
      (await rowsOf(stack, 'ATTEMPT#', dealerCode))
        .filter(({ entity }) => entity === 'attempt')
        .map(readAttemptRow)
        .filter((attempt): attempt is DirectAttempt => !isOfLink(attempt))
        .toSorted((one, other) => one.startedAtMs - other.startedAtMs),
    orders,
    charges: async () =>
      (await orders()).filter(({ capturedAmount, state }) => capturedAmount > 0 && state === 'captured'),
  };
};

/** Terms of a link that every card pays alike: one payment, no commission, straight to the card form. */
export const simple = { InstallmentNumber: 1, SetInstallmentBy: 1, CommissionByDealer: 12 } as const;
