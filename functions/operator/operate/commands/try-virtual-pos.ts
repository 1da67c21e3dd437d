import { CHARGE_MS } from '../../../../shared/domain/attempt/timing.ts';
import { minor } from '../../../../shared/domain/money/money.ts';
import { hostOfGateway, readGateway } from '../../../../shared/domain/virtual-pos/gateway-address.ts';
import type { GatewayKind, VirtualPos } from '../../../../shared/domain/virtual-pos/virtual-pos.ts';
import { openPosAccount } from '../../../../shared/payment-flow/pos-account.ts';
import type { TriedAccount } from '../../../../shared/ports/account-trial.ts';
import type { BookedOrder } from '../../../../shared/ports/bank-order.ts';
import type { Randomness } from '../../../../shared/ports/identifiers.ts';
import { type CommandCall, showCommand } from '../command.ts';
import { notFound } from '../command-error.ts';
import { dealerCodeField } from './fields-in-common.ts';
import { posId } from './virtual-pos-fields.ts';

/** What came of a trial: whether the account works, and what the bank said, in a sentence. */
interface Verdict {
  readonly works: 'yes' | 'no' | 'not known';
  readonly because: string;
}

interface KindTexts {
  /** The fields that a question of the provision user proves. */
  readonly proven: string;
  readonly notProven: string;
  readonly protocol: string;
}

const texts: Readonly<Record<GatewayKind, KindTexts>> = {
  nestpay: {
    proven: 'gateway, clientId, apiUser and apiPassword',
    notProven: 'storeKey: only a payment with 3D proves it.',
    protocol: 'NestPay',
  },
  garanti: {
    proven: 'gateway, merchantId, terminalId, provisionUser and provisionPassword',
    notProven:
      'refundUser and refundPassword, which only a void or refund proves, and storeKey, which only a payment with 3D proves.',
    protocol: 'GVPS',
  },
};

/** The codes of Garanti's answers that call password, hash or terminal wrong; any other defect is one of a field. */
const WRONG_HASH: readonly string[] = ['0651', '0752'];

/** Codes of banks are digits and letters. Anything else is the bank's text, which is not shown. */
const shownCode = (code: string): string => (/^[A-Z0-9-]{1,12}$/i.test(code) ? code : 'unreadable');

const ofDefect = (defect: string, { proven }: KindTexts): Verdict =>
  WRONG_HASH.includes(defect)
    ? {
        works: 'no',
        because: `The bank refuses the hash of the question (${defect}): provisionPassword, merchantId or terminalId is wrong, or provisionUser has no right to ask.`,
      }
    : {
        works: 'no',
        because: `The bank calls the question malformed (code ${shownCode(defect)}): look at ${proven}, then ask the bank.`,
      };

const ofSilence = (cause: string, host: string, { protocol, proven }: KindTexts): Verdict => {
  const sentences: Readonly<Record<string, string>> = {
    'time-out': `${host} took the question and did not answer in time: try again. Nothing is proven.`,
    'connection-lost': `${host} ended the connection without a whole answer: try again. Nothing is proven.`,
    'not-asked': `${host} could not be reached: its name, port or certificate is wrong, or a firewall stands before it. Nothing was sent.`,
  };
  const silence = sentences[cause];
  if (silence !== undefined) return { works: 'not known', because: silence };
  if (cause === 'unreadable')
    return { works: 'no', because: `${host} answers something else than ${protocol}: gateway or kind is wrong.` };
  return cause === 'error-answer'
    ? {
        works: 'no',
        because: `The bank answers with an error: one of ${proven} is wrong, or it does not permit our address.`,
      }
    : { works: 'not known', because: `The bank contradicts itself about an order that it cannot have: ask the bank.` };
};

/** What the bank's answer to a question for an order that it cannot have tells of the account. */
export const verdictOf = (
  { answer, defect }: TriedAccount,
  { kind, gateway }: Pick<VirtualPos, 'kind' | 'gateway'>,
): Verdict => {
  const host = hostOfGateway(gateway);
  if (defect !== undefined) return ofDefect(defect, texts[kind]);
  if (answer.kind === 'no-record')
    return { works: 'yes', because: `${host} knows the account, and has no order of the name that was asked for.` };
  if (answer.kind === 'unknown') return ofSilence(answer.cause, host, texts[kind]);
  return { works: 'not known', because: `${host} claims to have an order that nobody made: ask the bank.` };
};

/** An order that no bank has: ours begin with ORDER-, and its 128 random bits were never sent before. */
const impossibleOrder = ({ currencies }: VirtualPos, randomness: Randomness): BookedOrder => ({
  orderId: `TRY-${randomness.guid().replaceAll('-', '')}`,
  amount: minor(1),
  currency: currencies[0] ?? 'TL',
  installments: 1,
  type: 'sale',
});

const tryAccount = async (pos: VirtualPos, { deps, nowMs }: CommandCall): Promise<Verdict> => {
  if ('problem' in readGateway(pos.gateway, deps.gateways)) {
    const because = `The stage may not call ${hostOfGateway(pos.gateway)}: its gatewayHosts do not name it. Nothing was sent.`;
    return { works: 'no', because };
  }
  const { opener } = await deps.stepping();
  const account = await openPosAccount(pos, opener);
  const order = impossibleOrder(pos, deps.randomness);
  return verdictOf(await deps.accountTrial.inquire(account, order, { answerBy: nowMs + CHARGE_MS }), pos);
};

export const tryVirtualPos = showCommand(
  {
    name: 'try-virtual-pos',
    group: 'Virtual POS',
    summary: 'Ask the bank one harmless question with the account of a virtual POS.',
    notes: [
      'The question is for the state of an order that cannot exist. It charges nothing, and works whether the virtual POS is enabled or not.',
      'put-virtual-pos with --try does the same after the put.',
      'It proves neither the 3D key (storeKey) nor, with kind garanti, refundUser and refundPassword: "notProven" says so.',
    ],
    fields: { dealerCode: dealerCodeField, posId },
    example: { dealerCode: '1001', posId: 'isbank' },
  },
  async ({ dealerCode, posId: id }, call) => {
    const pos = await call.deps.records.virtualPos(dealerCode, id);
    if (pos === undefined) throw notFound(`virtual POS ${id} of dealer ${dealerCode}`);
    const verdict = await tryAccount(pos, call);
    const { proven, notProven } = texts[pos.kind];
    const found = verdict.works === 'yes' ? { proven } : {};
    return { dealerCode, posId: id, version: pos.version, kind: pos.kind, ...verdict, ...found, notProven };
  },
);
