import { hashPassword, newPassword } from '../../../shared/adapters/accounts/password-hash.ts';
import { credentialItem, dealerItem } from '../../../shared/adapters/dynamodb/dealer/dealers.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import type { Key } from '../../../shared/adapters/dynamodb/keys.ts';
import { definitionItem } from '../../../shared/adapters/dynamodb/link/definitions.ts';
import { virtualPosItems } from '../../../shared/adapters/dynamodb/virtual-pos/virtual-pos-directory.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import type { Definition } from '../../../shared/domain/link/definition.ts';
import type { VirtualPos } from '../../../shared/domain/virtual-pos/virtual-pos.ts';
import type { Envelope } from '../../../shared/http/envelope.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { FakeClock } from '../../fakes/clock.ts';
import { apiEvent, lambdaContext } from '../app/api-event.ts';
import { newMerchant, posOfMerchant } from '../bank/memory-bank.ts';
import { type Answer, authenticationOf, dealerWith, definitionWith } from '../dealer/dealers.ts';
import { MemoryTable } from '../store/memory-table.ts';
import { putRows } from '../store/store.ts';
import { paymentOperations } from './payment-operations.ts';
import { type PortsInMemory, portsInMemory } from './ports-in-memory.ts';
import { recordOperations } from './record-operations.ts';

/** Ports that a test puts in the place of those of the handlers, which it may call. */
export type ChangedPorts = (ports: PortsInMemory & { readonly clock: FakeClock }) => Partial<PortsInMemory>;

interface ServiceOptions {
  readonly dealer?: Partial<Dealer> | undefined;
  readonly definition?: Partial<Definition> | undefined;
  /** One that takes everything, unless they are given. The first is the default. */
  readonly virtualPos?: readonly Partial<VirtualPos>[] | undefined;
  /** Where the virtual POS send their charges, and who answers there. */
  readonly gateway: string;
  readonly bank: BankGateway;
  readonly clock: FakeClock;
  readonly changes?: ChangedPorts;
}

/** All operations of dealers behind their pipelines, over a table in memory, with one dealer who may do everything. */
export const serviceInMemory = async ({
  gateway,
  bank,
  clock,
  virtualPos = [{}],
  changes,
  ...options
}: ServiceOptions) => {
  const table = new MemoryTable();
  const composed = portsInMemory({ table, clock, bank, pause: async (ms) => clock.advance(ms) });
  const ports: PortsInMemory = { ...composed, ...changes?.({ ...composed, clock }) };
  const dealer = dealerWith(options.dealer);
  const { dealerCode } = dealer;
  const definition = definitionWith(dealerCode, options.definition);
  const account = { DealerCode: dealerCode, Username: 'apiuser', Password: newPassword() };
  const credential = { credentialId: 'C-1', username: account.Username, revoked: false };
  const all = virtualPos.map((one, index) =>
    posOfMerchant(
      newMerchant(),
      { posId: `pos-${index}`, isDefault: index === 0, gateway, ...one, dealerCode },
      ports.sealer,
    ),
  );
  const put = (rows: readonly (Row & Key)[]): Promise<void> => putRows(table, rows);
  await put([
    dealerItem(dealer),
    credentialItem(dealerCode, { ...credential, ...hashPassword(account.Password) }),
    definitionItem(definition),
    ...(await Promise.all(all)).flatMap((pos) => Object.values(virtualPosItems(pos))),
  ]);
  const operations = [...paymentOperations(ports), ...recordOperations(ports)];
  const post = async (path: string, body: string): Promise<Answer> => {
    const routeKey = `POST ${path}`;
    const operation = operations.find(({ routeKeys }) => routeKeys.includes(routeKey));
    if (operation === undefined) throw new Error(`nothing answers ${routeKey}`);
    const response = await operation.handle(apiEvent({ routeKey, body }), lambdaContext);
    const { statusCode: status, headers } = response;
    return { status, headers: new Headers(headers), ...(JSON.parse(response.body) as Envelope) };
  };
  return {
    store: table,
    table,
    clock,
    ports,
    operations,
    dealer,
    definition,
    account,
    put,
    post,
    now: () => clock.now(),
    /** Calls an operation with the blocks that its contract names. */
    call: (path: string, [authentication, request]: readonly [string, string], fields: object) =>
      post(path, JSON.stringify({ [authentication]: authenticationOf(account), [request]: fields })),
  };
};
