import { parseIpAddress } from '../../domain/ip-address.ts';
import type { BankAnswer } from '../../ports/bank-answers.ts';
import { BankCallNotAllowed, type WholeGateway } from '../../ports/bank-gateway.ts';
import type { PaymentCard, PosOrder } from '../../ports/bank-order.ts';
import type { ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import {
  type Asked,
  GATE_NOT_POSTED,
  type GatewayClient,
  type GatewayOptions,
  gatewayClient,
  NOT_SENT,
} from '../bank/gateway-client.ts';
import type { GarantiAccount } from './account.ts';
import { verifyCallback } from './callback.ts';
import { type AskedFor, classifyAnswer, defectIn, isReference } from './classify.ts';
import { type Ask, inquireHistoryOf, inquireOf, listOrdersOf } from './questions.ts';
import { chargeRequest, followUpRequest, provisionRequest, type Sending } from './request-xml.ts';
import type { GarantiAnswer } from './response-xml.ts';
import { threeDForm } from './three-d-form.ts';

export interface GarantiOptions extends GatewayOptions {
  /**
   * The IPv4 address of this service, sent where no payer is present or the payer's address is IPv6; empty: then nothing is
   * sent for them.
   */
  readonly ownAddress: string;
}

/** The port, with a way to close its connections. */
export interface Garanti extends WholeGateway<GarantiAccount> {
  close(): void;
}

type Client = GatewayClient<GarantiAccount, GarantiAnswer>;
type SendingOf = (account: GarantiAccount, payerAddress: string) => Sending | undefined;

const clientOf = (options: GatewayOptions): Client =>
  gatewayClient(options, {
    charset: 'UTF-8',
    merchantOf: ({ terminalId }) => terminalId,
    loadReader: async () => (await import('./response-xml.ts')).readAnswer,
    defectIn: (answer) => defectIn(answer)?.reasonCode,
  });

const isIpv4 = (address: string): boolean => parseIpAddress(address)?.bits === 32;

/** What requests are sent with; undefined without an address to name, for the bank refuses an empty one. */
const sendingBy =
  ({ sandbox, ownAddress }: GarantiOptions): SendingOf =>
  (account, payerAddress) => {
    const ipAddress = isIpv4(payerAddress) ? payerAddress : ownAddress;
    return ipAddress === '' ? undefined : { account, sandbox, ipAddress };
  };

const askBy =
  (client: Client, sendingOf: SendingOf): Ask =>
  (account, { payerAddress = '', bodyOf, ...question }, time) => {
    const sending = sendingOf(account, payerAddress);
    if (sending === undefined) return Promise.resolve(NOT_SENT);
    return client.ask(account, { ...question, path: '/VPServlet', body: bodyOf(sending) }, time);
  };

/** The form for the gate; undefined without an address to name in it. Throws BankCallNotAllowed as the port says. */
const formBy =
  (client: Client, sendingOf: SendingOf) =>
  (account: GarantiAccount, start: ThreeDStart): ThreeDForm | undefined => {
    client.refuseOtherCards(start.card);
    const address = client.addressOf(account);
    const sending = sendingOf(account, start.payerAddress);
    return sending === undefined ? undefined : threeDForm(sending, address, start);
  };

/** A charge without CVC is never routed to a bank that refuses it, so it is a defect of the caller. */
const refuseWithoutCvc = ({ withoutCvc }: GarantiAccount, { cvc }: PaymentCard): void => {
  if (cvc === undefined && !withoutCvc) {
    throw new BankCallNotAllowed('this virtual POS charges no card without its CVC');
  }
};

const move = async (
  asking: Promise<Asked<GarantiAnswer>>,
  order: PosOrder,
  askedFor: AskedFor,
): Promise<BankAnswer> => {
  const asked = await asking;
  return asked.kind === 'answer' ? classifyAnswer(asked.answer, order, askedFor) : asked;
};

/** The gateway of Garanti's virtual POS (GVPS). */
export const garanti = (options: GarantiOptions): Garanti => {
  const { sandbox, clock } = options;
  const client = clientOf(options);
  const sendingOf = sendingBy(options);
  const ask = askBy(client, sendingOf);
  const formOf = formBy(client, sendingOf);
  return {
    charge: (account, order, time) => {
      const { card, payerAddress } = order;
      client.refuseOtherCards(card);
      refuseWithoutCvc(account, card);
      const bodyOf = (sending: Sending): string => chargeRequest(sending, order);
      return move(ask(account, { payerAddress, bodyOf }, time), order, 'charge');
    },
    start3D: (account, start) => {
      const form = formOf(account, start);
      return Promise.resolve(form === undefined ? { kind: 'failed', code: NOT_SENT.code } : { kind: 'form', form });
    },
    startOnServer: (account, start, time) => {
      const form = formOf(account, start);
      if (form === undefined) return Promise.resolve(GATE_NOT_POSTED);
      return client.postForm(account, start, { formOf: () => form, time });
    },
    verifyCallback: (account, expected, posted) =>
      Promise.resolve(verifyCallback({ account, expected, sandbox }, posted)),
    provision: (account, order, time) => {
      const { payerAddress } = order;
      const bodyOf = (sending: Sending): string => provisionRequest(sending, order);
      return move(ask(account, { payerAddress, bodyOf }, time), order, 'charge');
    },
    inquire: inquireOf(ask, clock),
    inquireHistory: inquireHistoryOf(ask, clock),
    listOrders: listOrdersOf(ask),
    followUp: (account, order, { kind }, time) => {
      const originalReference = order.references?.hostReference ?? '';
      if (!isReference(originalReference)) return Promise.resolve(NOT_SENT);
      const bodyOf = (sending: Sending): string => followUpRequest(sending, order, { kind, originalReference });
      return move(ask(account, { bodyOf }, time), order, 'follow-up');
    },
    close: () => client.close(),
  };
};
