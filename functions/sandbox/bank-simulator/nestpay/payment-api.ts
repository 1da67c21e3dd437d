import * as z from 'zod/mini';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import { bankFollowUps } from '../../../../shared/ports/bank-ledger.ts';
import { bankDayOf } from '../bank-day.ts';
import type { BankSimulatorDependencies, Merchant } from '../dependencies.ts';
import { type ApiResult, bankError, gatewayRefusal, writeAnswer, xmlResponse } from './answers.ts';
import { type ApiRequest, documentIn, requestSchema } from './api-request.ts';
import { charge } from './charge.ts';
import { unknownOrder } from './follow-up.ts';
import { followUp } from './follow-up-faults.ts';
import { orderHistory, orderStatus } from './inquiry.ts';
import { commonError } from './request-checks.ts';

const answerToMerchant = async (
  deps: BankSimulatorDependencies,
  request: ApiRequest,
  { clientId }: Merchant,
): Promise<ApiResult> => {
  const { OrderId: orderId = '', Type, Extra } = request;
  const day = await bankDayOf(deps, clientId);
  if (Type === 'Auth' || Type === 'PreAuth') return charge(deps, { request, type: Type, clientId }, day.closedAtMs);
  const asksStatus = Extra?.ORDERSTATUS === 'QUERY';
  const asks = asksStatus || Extra?.ORDERHISTORY === 'QUERY';
  const type = bankFollowUps.find((known) => known === Type);
  if (type === undefined && (Type ?? '') !== '') return gatewayRefusal(orderId, 'CORE-2001');
  if (type === undefined && !asks) return gatewayRefusal(orderId, 'CORE-2003');
  const order = orderId === '' ? undefined : await deps.ledger.findOrder(clientId, orderId);
  if (type === undefined) {
    return asksStatus ? orderStatus(orderId, order, day.closedAtMs) : orderHistory(orderId, order, day.closedAtMs);
  }
  if (order === undefined) return gatewayRefusal('', unknownOrder[type]);
  return followUp(deps, { request, order, type }, day);
};

const answerTo = async (deps: BankSimulatorDependencies, request: ApiRequest): Promise<ApiResult> => {
  const { OrderId: orderId = '', ClientId: clientId = '' } = request;
  const wrong = commonError(request);
  if (wrong !== undefined) return gatewayRefusal(orderId, wrong);
  const merchant = deps.merchantOf(clientId);
  if (merchant === undefined || merchant.apiUser !== request.Name || merchant.apiPassword !== request.Password) {
    return bankError(orderId, 'Authentication failed');
  }
  return answerToMerchant(deps, request, merchant);
};

/** `POST /fim/api`: charges, captures, voids, credits and inquiries. */
export const paymentApi =
  (deps: BankSimulatorDependencies) =>
  async (body: string): Promise<HttpResponse> => {
    const parsed = z.safeParse(requestSchema, deps.readXml(documentIn(body)));
    if (!parsed.success) return xmlResponse(writeAnswer(deps, gatewayRefusal('', 'CORE-2014'), ''));
    const request = parsed.data.CC5Request;
    const result = await answerTo(deps, request);
    return 'raw' in result ? result.raw : xmlResponse(writeAnswer(deps, result, request.ClientId ?? ''));
  };
