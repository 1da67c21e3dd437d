import * as z from 'zod/mini';
import type { HttpResponse } from '../../shared/http/envelope.ts';
import { answerElements, orderStatus, xmlResponse } from './answers.ts';
import { type ApiRequest, type ApiResult, bankError, requestSchema } from './api-request.ts';
import { charge } from './charge.ts';
import type { BankSimulatorDependencies } from './dependencies.ts';
import { followUp } from './follow-up.ts';

const answerTo = async (deps: BankSimulatorDependencies, request: ApiRequest): Promise<ApiResult> => {
  const { ClientId, OrderId, Type, Extra } = request;
  const merchant = deps.merchantOf(ClientId);
  if (merchant === undefined || merchant.apiUser !== request.Name || merchant.apiPassword !== request.Password) {
    return bankError(OrderId, 'Authentication failed');
  }
  if (Type === 'Auth' || Type === 'PreAuth') return charge(deps, request, Type);
  const order = await deps.ledger.findOrder(ClientId, OrderId);
  if (Type === undefined && Extra?.ORDERSTATUS === 'QUERY') {
    return order === undefined ? bankError(OrderId, `No record found for ${OrderId}`) : orderStatus(order);
  }
  if (order === undefined) return bankError(OrderId, 'No record found');
  return followUp(deps, request, order);
};

/** `POST /fim/api`: charges, follow-ups and inquiries of the merchants. */
export const paymentApi =
  (deps: BankSimulatorDependencies) =>
  async (body: string): Promise<HttpResponse> => {
    const parsed = z.safeParse(requestSchema, deps.readXml(body));
    const result = parsed.success
      ? await answerTo(deps, parsed.data.CC5Request)
      : bankError('', 'The request cannot be read');
    return 'raw' in result ? result.raw : xmlResponse(deps.writeXml(answerElements(result, deps.clock.now())));
  };
