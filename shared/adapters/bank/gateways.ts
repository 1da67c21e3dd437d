import type { GatewayKind } from '../../domain/virtual-pos/virtual-pos.ts';
import type { AccountOf, BankGateways, WholeGateway } from '../../ports/bank-gateway.ts';

/**
 * The gateway of a kind. Rows of an unknown kind are refused when they are read, so that an unknown kind here is a
 * defect of the caller: it throws.
 */
export const bankGatewayOf = <Kind extends GatewayKind>(
  gateways: BankGateways,
  kind: Kind,
): WholeGateway<AccountOf<Kind>> => {
  if (!Object.hasOwn(gateways, kind)) throw new Error(`no gateway of the kind ${kind}`);
  return gateways[kind];
};

/** The port that the functions charge through: each call goes to the gateway of its account's kind. */
export const gatewayByKind = (gateways: BankGateways): WholeGateway => ({
  charge: (account, ...call) => bankGatewayOf(gateways, account.kind).charge(account, ...call),
  start3D: (account, ...call) => bankGatewayOf(gateways, account.kind).start3D(account, ...call),
  startOnServer: (account, ...call) => bankGatewayOf(gateways, account.kind).startOnServer(account, ...call),
  verifyCallback: (account, ...call) => bankGatewayOf(gateways, account.kind).verifyCallback(account, ...call),
  provision: (account, ...call) => bankGatewayOf(gateways, account.kind).provision(account, ...call),
  inquire: (account, ...call) => bankGatewayOf(gateways, account.kind).inquire(account, ...call),
  inquireHistory: (account, ...call) => bankGatewayOf(gateways, account.kind).inquireHistory(account, ...call),
  listOrders: (account, ...call) => bankGatewayOf(gateways, account.kind).listOrders(account, ...call),
  followUp: (account, ...call) => bankGatewayOf(gateways, account.kind).followUp(account, ...call),
});
