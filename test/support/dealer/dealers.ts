import { randomBytes, randomUUID } from 'node:crypto';
import { hashPassword, newPassword } from '../../../shared/adapters/accounts/password-hash.ts';
import { credentialItem, dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import { channels, type Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import { checkKeyOf } from '../../../shared/http/check-key.ts';
import type { Envelope } from '../../../shared/http/envelope.ts';
import type { StackAddress } from '../app/stack-address.ts';
import { stackOfTests } from '../app/stack-of-tests.ts';
import { numbersFrom } from '../new-numbers.ts';
import { rememberMade } from '../store/made-codes.ts';
import { engineTable, putRows } from '../store/store.ts';
import { posWith } from './virtual-pos.ts';

const COUNTS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
const UNLIMITED = { values: { daily: 'unlimited', monthly: 'unlimited', shards: 1 } } as const;

/** A dealer with every permission. Tests remove the one that they are about. */
export const dealerWith = (changes: Partial<Dealer> = {}): Dealer => ({
  dealerCode: `T${randomBytes(6).toString('hex')}`,
  version: 1,
  name: 'Test Store',
  enabled: true,
  paused: false,
  allowedAddresses: 'any address',
  channels,
  barredOperations: [],
  currencies: ['TL', 'USD', 'EUR', 'GBP'],
  cardStorage: true,
  threeDRequired: false,
  tokenWithoutThreeD: true,
  preferCheapest: false,
  cvcOptional: false,
  captureChannels: channels,
  voidChannels: channels,
  refundChannels: channels,
  poolApprovalChannels: channels,
  captureAbove: false,
  preAuthorisationDays: 30,
  unsignedResult: false,
  planNotice: false,
  storedCardsOnLinks: false,
  storedCardsWithoutPassword: false,
  recurring: true,
  checkBasket: false,
  preAuthorisation: 'allowed',
  pool: 'allowed',
  integratorIds: [7],
  installmentCounts: COUNTS,
  agreementDate: '20200101',
  fixedAmount: minor(0),
  topDealerRates: {},
  limits: { TL: UNLIMITED, USD: UNLIMITED, EUR: UNLIMITED, GBP: UNLIMITED },
  cardLimit: { count: 'unlimited', amount: 'unlimited' },
  allowedRedirectHosts: 'any host',
  listingShards: 1,
  ...changes,
});

const newDefinitionId = numbersFrom(1_000_000, 2_000_000_000);

/** A definition of a dealer that permits everything. Tests remove what they are about. */
export const definitionWith = (dealerCode: string, changes: Partial<Definition> = {}): Definition => ({
  dealerCustomerTypeId: newDefinitionId(),
  dealerCode,
  version: 1,
  displayName: 'Anything goes',
  deliveryMode: 'any',
  installmentsSetBy: 'either',
  preAuthorisation: true,
  directPayment: true,
  pooledPayment: true,
  cardStorage: true,
  threeDMandatory: false,
  threeDChoice: true,
  installmentCounts: COUNTS,
  linkLifeMinutes: 60,
  defaultCommissionByDealer: 12,
  ...changes,
});

export interface Answer extends Envelope {
  readonly status: number;
  readonly headers: Headers;
}

export interface Account {
  readonly DealerCode: string;
  readonly Username: string;
  readonly Password: string;
}

/** The authentication block of an account, CheckKey included. */
export const authenticationOf = ({ DealerCode, Username, Password }: Account) => ({
  DealerCode,
  Username,
  Password,
  CheckKey: checkKeyOf({ dealerCode: DealerCode, username: Username, password: Password }),
});

export interface TestDealer {
  readonly stack: StackAddress;
  readonly store: Table;
  readonly dealer: Dealer;
  readonly definition: Definition;
  readonly account: Account;
  /** POSTs an unchanged body to a path of the API. */
  readonly post: (path: string, body: RequestInit['body'], headers?: Record<string, string>) => Promise<Answer>;
  readonly getSale: (block: unknown) => Promise<Answer>;
  readonly getCustomer: (block: unknown) => Promise<Answer>;
  readonly getDealer: (block: unknown) => Promise<Answer>;
  /** Starts a mobile 3D payment at Isbank with these fields, and the required ones beside them. */
  readonly startMobile: (fields?: Record<string, unknown>) => Promise<Answer>;
  /** Charges a card with these fields, and the required ones beside them; without sub-dealers by default. */
  readonly payDirectly: (fields?: Record<string, unknown>, path?: DirectPath) => Promise<Answer>;
  /** Calls an operation about a payment request that exists. */
  readonly callLink: (operation: string, fields: Record<string, unknown>) => Promise<Answer>;
  /** Creates a payment request with these fields, and the required ones beside them. */
  readonly createLink: (fields?: Record<string, unknown>) => Promise<Answer>;
}

/** The smallest mobile payment that succeeds. */
export const leastMobile = {
  PaymentType: '64',
  Amount: 27.5,
  OtherTrxCode: 'M-1',
  RedirectURL: 'https://shop.example/result?MyTrxCode=M-1',
};

const postTo =
  (baseUrl: string): TestDealer['post'] =>
  async (path, body, headers = {}) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      body: body ?? null,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return { status: response.status, headers: response.headers, ...((await response.json()) as Envelope) };
  };

export type DirectPath = '/PaymentDealer/DoDirectPayment' | '/PaymentDealer/DoDirectPaymentMarketPlace';

/** The smallest direct payment that succeeds, by a card that the embedded bank approves. */
export const leastDirect = {
  CardHolderFullName: 'Elif Y',
  CardNumber: '4111111111111111',
  ExpMonth: '12',
  ExpYear: '2030',
  CvcNumber: '000',
  Amount: 27.5,
};

export interface NewDealerOptions {
  readonly dealer?: Partial<Dealer>;
  readonly definition?: Partial<Definition>;
  readonly stack?: StackAddress;
  /** One that takes everything, unless they are given. With none no link can be made. */
  readonly virtualPos?: readonly Partial<VirtualPos>[];
  /** Rows that are written together with the dealer's own. */
  readonly rows?: readonly (Row & Key)[];
}

const posRows = (dealerCode: string, all: readonly Partial<VirtualPos>[]) =>
  all.flatMap((changes, index) => {
    const pos = posWith({ posId: `pos-${index}`, isDefault: index === 0, ...changes, dealerCode });
    const { current, version } = virtualPosItems(pos);
    return [current, version];
  });

/** Puts a new dealer with one definition, one API user and one virtual POS into the store of the running app. */
export const newDealer = async (options: NewDealerOptions = {}): Promise<TestDealer> => {
  const stack = options.stack ?? stackOfTests();
  const store = engineTable(stack);
  const dealer = dealerWith(options.dealer);
  rememberMade(dealer.dealerCode);
  const definition = definitionWith(dealer.dealerCode, options.definition);
  const account = { DealerCode: dealer.dealerCode, Username: 'apiuser', Password: newPassword() };
  const credential = { credentialId: randomUUID(), username: account.Username, revoked: false };
  await putRows(store, [
    dealerItem(dealer),
    credentialItem(dealer.dealerCode, { ...credential, ...hashPassword(account.Password) }),
    definitionItem(definition),
    ...posRows(dealer.dealerCode, options.virtualPos ?? [{}]),
    ...(options.rows ?? []),
  ]);
  const post = postTo(stack.baseUrl);
  const call = (path: string, block: string, request: string) => (fields: unknown) =>
    post(path, JSON.stringify({ [block]: authenticationOf(account), [request]: fields }));
  const start = call(
    '/PaymentDealer/DoDirectPaymentThreeDMobile',
    'PaymentDealerAuthentication',
    'PaymentDealerRequest',
  );
  const create = call('/PaymentUserPos/CreateUserPosPayment', 'DealerAuthentication', 'PaymentUserPosRequest');
  return {
    stack,
    store,
    dealer,
    definition,
    account,
    post,
    getSale: call('/DealerSale/GetSale', 'DealerSaleAuthentication', 'DealerSaleRequest'),
    getCustomer: call('/DealerCustomer/GetCustomer', 'DealerCustomerAuthentication', 'DealerCustomerRequest'),
    getDealer: call('/Dealer/GetDealer', 'DealerAuthentication', 'DealerRequest'),
    payDirectly: (fields = {}, path = '/PaymentDealer/DoDirectPayment') =>
      call(path, 'PaymentDealerAuthentication', 'PaymentDealerRequest')({ ...leastDirect, ...fields }),
    callLink: (operation, fields) =>
      call(`/PaymentUserPos/${operation}`, 'DealerAuthentication', 'PaymentUserPosRequest')(fields),
    startMobile: (fields = {}) => start({ ...leastMobile, ...fields }),
    createLink: (fields = {}) =>
      create({
        DealerCustomerTypeId: definition.dealerCustomerTypeId,
        Amount: 27.5,
        ReturnHash: 1,
        RedirectUrl: 'https://shop.example/result',
        ...fields,
      }),
  };
};
