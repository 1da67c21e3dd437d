import type { GatewayOptions } from '../../../shared/adapters/bank/gateway-client.ts';
import { gatewayByKind } from '../../../shared/adapters/bank/gateways.ts';
import type { Timer } from '../../../shared/adapters/bank/http-client.ts';
import { postToGate } from '../../../shared/adapters/bank/server-start.ts';
import { garanti } from '../../../shared/adapters/garanti/garanti.ts';
import { type NestPay, nestPay } from '../../../shared/adapters/nestpay/nestpay.ts';
import { systemClock } from '../../../shared/adapters/runtime/system.ts';
import { type PostedCard, postedCard } from '../../../shared/domain/card/posted-card.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { testCard } from '../../../shared/nestpay/test-cards.ts';
import type {
  BankGateway,
  BankGateways,
  CallTime,
  PosAccount,
  WholeGateway,
} from '../../../shared/ports/bank-gateway.ts';
import type { PaymentCard, PosOrder } from '../../../shared/ports/bank-order.ts';
import type { Clock } from '../../../shared/ports/clock.ts';
import type { ThreeDForm, ThreeDStart } from '../../../shared/ports/three-d-gate.ts';
import { newOrderId } from './bank-server.ts';

/** The production adapter of a sandbox stage. */
export const sandboxPos = (changes: Partial<GatewayOptions> = {}): NestPay =>
  nestPay({ clock: systemClock, allowedHosts: [], sandbox: true, postToGate, ...changes });

/** The gateways of a sandbox stage by kind, as its functions compose them. */
export const sandboxGateways = (
  changes: Partial<GatewayOptions> = {},
): BankGateways & { readonly close: () => void } => {
  const options = { clock: systemClock, allowedHosts: [], sandbox: true, postToGate, ...changes };
  const kinds = { nestpay: nestPay(options), garanti: garanti({ ...options, ownAddress: '127.0.0.1' }) };
  const close = (): void => {
    kinds.nestpay.close();
    kinds.garanti.close();
  };
  return { ...kinds, close };
};

/** The same as the one port that functions charge through. */
export const sandboxBank = (changes: Partial<GatewayOptions> = {}): WholeGateway & { readonly close: () => void } => {
  const { close, ...kinds } = sandboxGateways(changes);
  return { ...gatewayByKind(kinds), close };
};

/** A clock that stands still until the test moves it. */
export const standingClock = (startMs = 1_800_000_000_000): Clock & { advance(ms: number): void } => {
  let now = startMs;
  return {
    now: () => now,
    advance: (ms) => {
      now += ms;
    },
  };
};

/** Timers that fire on the test's command. `fire` fires the one with the longest delay: the deadline. */
export const handTimer = (): Timer & { readonly fire: () => void; readonly running: () => readonly number[] } => {
  const running = new Map<() => void, number>();
  const timer: Timer = (delayMs, fire) => {
    const run = (): void => fire();
    running.set(run, delayMs);
    return () => running.delete(run);
  };
  return Object.assign(timer, {
    fire: () => {
      const [longest] = [...running].toSorted(([, one], [, other]) => other - one);
      longest?.[0]();
    },
    running: () => [...running.values()],
  });
};

export const cardOf = (id: string): PaymentCard => ({
  number: testCard(id).number,
  expiryMonth: '09',
  expiryYear: '2031',
  cvc: '123',
});

export const orderOf = (changes: Partial<PosOrder> = {}): PosOrder => ({
  orderId: newOrderId(),
  amount: minor(12_345),
  currency: 'TL',
  installments: 1,
  type: 'sale',
  ...changes,
});

/** A charge by a test card. */
export const chargeOf = (cardId: string, changes: Partial<PosOrder> = {}) => ({
  ...orderOf(changes),
  card: cardOf(cardId),
  payerAddress: '203.0.113.7',
});

export const startOf = (
  cardId: string,
  changes: Partial<PosOrder> = {},
): ThreeDStart & { readonly card: PostedCard } => ({
  order: orderOf(changes),
  card: postedCard(cardOf(cardId)),
  okUrl: 'https://pay.example/3d/abc?x=1&y=|\\',
  failUrl: 'https://pay.example/3d/abc',
  random: 'kX3-0tq2pL',
  language: 'en',
  payerAddress: '203.0.113.7',
});

/** The form for the gate, of an authentication that begins. */
export const gateForm = async (pos: BankGateway, account: PosAccount, start: ThreeDStart): Promise<ThreeDForm> => {
  const begun = await pos.start3D(account, { ...start, card: postedCard(start.card) }, soon());
  if (begun.kind !== 'form') throw new Error(`the gateway answers ${begun.code}`);
  return begun.form;
};

/** Twenty seconds from now. */
export const soon = (clock: Clock = systemClock): CallTime => ({ answerBy: clock.now() + 20_000 });
