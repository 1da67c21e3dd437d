import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { GateAnswer } from '../../../shared/ports/three-d-gate.ts';
import type { RunBank } from '../world.ts';

/** What the gate does to a form that is posted from the server. */
export const gateHarms = ['silent gate', 'unusable gate'] as const;

const start3D: BankGateway['start3D'] = async (_account, { order, okUrl }) => ({
  kind: 'form',
  form: {
    action: 'https://bank.example/fim/est3Dgate',
    fields: [
      ['oid', order.orderId],
      ['okUrl', okUrl],
    ],
  },
});

/** As banks do that ask no payer: the form leads straight back. The run's payers then post a callback of their own. */
const answerOnServer = (
  harm: (typeof gateHarms)[number] | 'none',
  { orderId, okUrl }: { readonly orderId: string; readonly okUrl: string },
): GateAnswer => {
  if (harm === 'silent gate') return { kind: 'failed', code: '024', why: { kind: 'silent' } };
  if (harm === 'unusable gate') return { kind: 'failed', code: '024', why: { kind: 'unusable', reason: 'redirect' } };
  return { kind: 'form', form: { action: okUrl, fields: [['oid', orderId]], acceptCharset: 'utf-8' } };
};

const verifyCallback: BankGateway['verifyCallback'] = async (_account, { order }, posted) => {
  const fields = new Map(posted);
  if (fields.get('oid') !== order.orderId) return { kind: 'refused', reason: 'hash' };
  if (fields.get('mdStatus') !== '1') return { kind: 'failed', code: '001', mdStatus: 0 };
  return { kind: 'authenticated', authentication: { md: 'm', xid: 'x', eci: '05', cavv: 'c' }, mdStatus: 1 };
};

/** The payer brings back the two fields that the gate itself checks. */
const through: RunBank['throughGate'] = async ({ fields }, passes) => [
  ['oid', new Map(fields).get('oid') ?? ''],
  ['mdStatus', passes ? '1' : '0'],
];

/** The 3D gate of the fake bank. */
export const fakeGate = { start3D, answerOnServer, verifyCallback, through };
