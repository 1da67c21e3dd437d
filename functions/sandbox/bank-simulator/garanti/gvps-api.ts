import * as z from 'zod/mini';
import { minor } from '../../../../shared/domain/money/money.ts';
import type { HttpResponse } from '../../../../shared/http/envelope.ts';
import { terminalCharges, terminalSteps } from '../../../../shared/ports/bank-terminal-ledger.ts';
import { bankDayOf } from '../bank-day.ts';
import type { BankSimulatorDependencies } from '../dependencies.ts';
import { type ApiResult, refused, respond, writeAnswer } from './answers.ts';
import { charge } from './charge.ts';
import { orderHistory, orderState } from './inquiries.ts';
import { orderList } from './order-list.ts';
import { documentIn, type GvpsRequest, requestOf, requestSchema, wireAmount, wireCurrency } from './request.ts';
import { accountError, formError } from './request-checks.ts';
import { takeStep } from './steps.ts';

const answerToTerminal = async (
  deps: BankSimulatorDependencies,
  request: GvpsRequest,
  terminalId: string,
): Promise<ApiResult> => {
  const { type, order: named, originalReference } = request;
  const chargeType = terminalCharges.find((known) => known === type);
  if (chargeType !== undefined) return charge(deps, request, { type: chargeType, terminalId });
  if (type === 'orderlistinq') return orderList(deps, request, terminalId);
  const order = await deps.ledger.terminals.find(terminalId, named.id);
  if (type === 'orderinq') return orderState(deps, named.id, order);
  const day = await bankDayOf(deps, terminalId);
  if (type === 'orderhistoryinq') return orderHistory(deps, named.id, { order, day });
  const stepType = terminalSteps.find((known) => known === type);
  const currency = wireCurrency(request.currency);
  if (stepType === undefined || currency === undefined) return refused(named.id, 'missing field');
  if (order === undefined) return refused(named.id, 'unknown order');
  const amount = wireAmount(request.amount) ?? minor(0);
  return takeStep(deps, order, { type: stepType, amount, currency, originalReference }, day);
};

const answerTo = async (deps: BankSimulatorDependencies, request: GvpsRequest): Promise<ApiResult> => {
  const wrongForm = formError(request);
  if (wrongForm !== undefined) return refused(request.order.id, wrongForm);
  const terminal = deps.terminalOf(request.terminal.id);
  const wrongAccount = accountError(request, terminal);
  if (wrongAccount !== undefined) return refused(request.order.id, wrongAccount);
  return answerToTerminal(deps, request, request.terminal.id);
};

/** `POST /VPServlet`: charges, captures, voids, refunds and inquiries of Garanti's terminals. */
export const gvpsApi =
  (deps: BankSimulatorDependencies) =>
  async (body: string): Promise<HttpResponse> => {
    const parsed = z.safeParse(requestSchema, deps.readXml(documentIn(body)));
    if (!parsed.success) return respond(writeAnswer(deps, refused('', 'unreadable'), ''));
    const request = requestOf(parsed.data.GVPSRequest);
    const result = await answerTo(deps, request);
    if ('raw' in result) return result.raw;
    return respond(writeAnswer(deps, result, request.terminal.id), result.charset);
  };
