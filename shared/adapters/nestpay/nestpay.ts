import { saysMalformedRequest } from '../../nestpay/codes.ts';
import type { BankAnswer } from '../../ports/bank-answers.ts';
import type { CallTime, WholeGateway } from '../../ports/bank-gateway.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import type { ThreeDForm, ThreeDStart } from '../../ports/three-d-gate.ts';
import { type Asked, type GatewayOptions, gatewayClient, unanswered } from '../bank/gateway-client.ts';
import type { NestPayAccount } from './account.ts';
import { verifyCallback } from './callback.ts';
import { type AskedFor, classifyAnswer } from './classify.ts';
import { classifyHistory } from './classify-history.ts';
import { classifyInquiry } from './classify-inquiry.ts';
import { chargeRequest, followUpRequest, historyRequest, inquiryRequest, provisionRequest } from './request-xml.ts';
import type { NestPayAnswer } from './response-xml.ts';
import { threeDForm } from './three-d-form.ts';

/** The port, with a way to close its connections. */
export interface NestPay extends WholeGateway<NestPayAccount> {
  close(): void;
}

const move = async (
  asking: Promise<Asked<NestPayAnswer>>,
  order: PosOrder,
  askedFor: AskedFor,
): Promise<BankAnswer> => {
  const asked = await asking;
  return asked.kind === 'answer' ? classifyAnswer(asked.answer, order, askedFor) : asked;
};

/** The gateway of banks that speak NestPay. */
export const nestPay = (options: GatewayOptions): NestPay => {
  const client = gatewayClient<NestPayAccount, NestPayAnswer>(options, {
    charset: 'ISO-8859-9',
    merchantOf: ({ clientId }) => clientId,
    loadReader: async () => (await import('./response-xml.ts')).readAnswer,
    defectIn: ({ extra: { ERRORCODE: code } }) => (code !== undefined && saysMalformedRequest(code) ? code : undefined),
  });

  const ask = (account: NestPayAccount, body: string, time: CallTime) =>
    client.ask(account, { path: '/fim/api', body }, time);

  const formOf = (account: NestPayAccount, start: ThreeDStart): ThreeDForm => {
    client.refuseOtherCards(start.card);
    return threeDForm(account, client.addressOf(account), start);
  };

  return {
    charge: (account, order, time) => {
      client.refuseOtherCards(order.card);
      return move(ask(account, chargeRequest(account, order), time), order, 'charge');
    },
    start3D: (account, start) => Promise.resolve({ kind: 'form', form: formOf(account, start) }),
    startOnServer: (account, start, time) =>
      client.postForm(account, start, { formOf: () => formOf(account, start), time }),
    verifyCallback: (account, expected, posted) => Promise.resolve(verifyCallback(account, expected, posted)),
    provision: (account, order, time) =>
      move(ask(account, provisionRequest(account, order), time), order, 'charge-after-3d'),
    inquire: async (account, order, time) => {
      const asked = await ask(account, inquiryRequest(account, order), time);
      return asked.kind === 'answer' ? classifyInquiry(asked.answer, order) : unanswered(asked);
    },
    inquireHistory: async (account, order, time) => {
      const asked = await ask(account, historyRequest(account, order), time);
      return asked.kind === 'answer' ? classifyHistory(asked.answer, order) : unanswered(asked);
    },
    listOrders: () => Promise.resolve({ kind: 'not-offered' }),
    followUp: (account, order, step, time) =>
      move(ask(account, followUpRequest(account, order, step), time), order, 'follow-up'),
    close: () => client.close(),
  };
};
