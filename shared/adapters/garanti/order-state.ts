import { omitUndefined } from '../../domain/omit-undefined.ts';
import { gatewayReason, REFUSED_BY_GATEWAY, SUCCESS } from '../../garanti/codes.ts';
import type { BankStatement, UnknownCause } from '../../ports/bank-answers.ts';
import type { PosOrder } from '../../ports/bank-order.ts';
import { readMinor } from '../bank/read-minor.ts';
import type { GarantiAnswer, StateTexts } from './response-xml.ts';

/** What the answer to a question for an order's state says. `told` is to be compared with the history. */
export type ReadState =
  | { readonly kind: 'told'; readonly state: StateTexts }
  | { readonly kind: 'no-record' }
  | { readonly kind: 'unknown'; readonly cause: UnknownCause };

/** True of the gateway's answer that it has no such order. The caller decides from when that is believed. */
export const isNoRecord = ({ source, code, reasonCode, message, state }: GarantiAnswer): boolean =>
  source !== 'HOST' &&
  code === REFUSED_BY_GATEWAY &&
  message !== 'Approved' &&
  gatewayReason(reasonCode)?.kind === 'no-record' &&
  (state?.Status ?? '') === '';

/** Reads the answer to a question for the state of an order. */
export const readState = (answer: GarantiAnswer, order: PosOrder): ReadState => {
  const { orderId, code, message, state } = answer;
  if (orderId !== '' && orderId !== order.orderId) return { kind: 'unknown', cause: 'contradictory' };
  if (isNoRecord(answer)) return { kind: 'no-record' };
  if (code !== SUCCESS || message !== 'Approved') return { kind: 'unknown', cause: 'error-answer' };
  if (orderId === '' || state === undefined) return { kind: 'unknown', cause: 'contradictory' };
  return { kind: 'told', state };
};

const STATE = /^[A-Za-z]{1,20}$/;
const RETURN_CODE = /^[0-9A-Za-z]{2}$/;

/** What the bank said, for operators. Its fields are texts and may hold anything: only a well-formed one is shown. */
export const statementOf = ({ code, state }: GarantiAnswer): BankStatement => {
  const status = state?.Status ?? '';
  const told = [state?.ReturnCode ?? '', code].find((one) => RETURN_CODE.test(one));
  return omitUndefined({
    state: status === '' || STATE.test(status) ? status : '?',
    amount: readMinor(state?.AuthAmount) || readMinor(state?.PreAuthAmount) || undefined,
    procReturnCode: told,
  });
};
