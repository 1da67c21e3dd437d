import { type BankCode, bankCodes } from '../../../shared/domain/attempt/bank-codes.ts';
import type { BankGateway } from '../../../shared/ports/bank-gateway.ts';
import type { World } from '../world.ts';

/** Codes that are no decline of a bank: the service itself says them. */
const NOT_OF_BANKS: readonly string[] = ['000', '021'];

/** The bank of a run, which declines with every code, and which is out for days now and then. */
export const bankOfPlans = (world: World, state: { readonly isOut: () => boolean }, port: BankGateway): BankGateway => {
  const { seeded, circumstances } = world;
  const codes = bankCodes.filter((code) => !NOT_OF_BANKS.includes(code));
  const byOrder = new Map<string, BankCode>();
  const coded = <Answer extends { readonly kind: string }>(orderId: string, answer: Answer): Answer => {
    if (answer.kind !== 'declined' || !('code' in answer) || answer.code !== '002') return answer;
    const code = byOrder.get(orderId) ?? seeded.pick(codes);
    byOrder.set(orderId, code);
    circumstances.met.add(`bank declined ${code}`);
    return { ...answer, code };
  };
  const charge: BankGateway['charge'] = async (account, order, time) => {
    if (!state.isOut()) return coded(order.orderId, await port.charge(account, order, time));
    circumstances.met.add('fault: bank out');
    if (seeded.chance(0.5)) return { kind: 'not-sent', code: '008' };
    return { kind: 'unknown', cause: 'time-out' };
  };
  const inquire: BankGateway['inquire'] = async (account, order, time) => {
    if (state.isOut()) return { kind: 'unknown', cause: 'time-out' };
    return coded(order.orderId, await port.inquire(account, order, time));
  };
  return new Proxy(port, {
    get: (_port, name) => {
      if (name === 'charge') return charge;
      if (name === 'inquire') return inquire;
      const member: unknown = Reflect.get(port, name, port);
      return typeof member === 'function' ? (member.bind(port) as unknown) : member;
    },
  });
};
