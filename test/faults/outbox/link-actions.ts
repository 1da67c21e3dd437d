import { dynamoAttempts } from '../../../shared/adapters/dynamodb/attempt/attempts.ts';
import type { Table } from '../../../shared/adapters/dynamodb/engine/table.ts';
import { dynamoLinkClosing } from '../../../shared/adapters/dynamodb/link/link-closing.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import type { EventWriter } from '../../../shared/adapters/dynamodb/outbox/event-writer.ts';
import { hmacPaymentNames } from '../../../shared/adapters/dynamodb/payment/payment-names.ts';
import { dynamoPayments } from '../../../shared/adapters/dynamodb/payment/payments.ts';
import { isOfLink } from '../../../shared/domain/attempt/attempt.ts';
import { changeTo } from '../../../shared/domain/attempt/attempt-change.ts';
import { approve, begin, decline } from '../../../shared/domain/attempt/transitions.ts';
import { NO_PROGRESS, type PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { askForReceipt, isWhole } from '../../../shared/domain/message/receipt.ts';
import { minor } from '../../../shared/domain/money/money.ts';
import { addressOf } from '../../../shared/domain/payment/payment-name.ts';
import { linkWith } from '../../support/dealer/records.ts';
import { linkAttemptWith } from '../../support/payment/attempts.ts';
import type { World } from '../world.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** What happens to a link. `give-back`: a part of its charge is refunded. */
export type LinkAction = 'cancel' | 'give-up' | 'resolve' | 'pay' | 'ask-receipt' | 'give-back';

const paymentNames = hmacPaymentNames('faults');

/** A new link; some have a reminder, and some live too short for much. */
export const newLink = ({ seeded, clock }: World, userPosPaymentId: number): PaymentRequest => {
  const otherTrxCode = seeded.guid();
  const payment = paymentNames.nameOf('D1', otherTrxCode);
  const nowMs = clock.now();
  return linkWith({
    payment,
    token: addressOf(payment, seeded.token()),
    userPosPaymentId,
    dealerCode: 'D1',
    otherTrxCode,
    createdAtMs: nowMs,
    expiresAtMs: nowMs + (seeded.chance(0.3) ? 5 * MINUTE_MS : 3 * HOUR_MS),
    progress: { ...NO_PROGRESS, ...(seeded.chance(0.6) ? { remindAtMs: nowMs + 2 * MINUTE_MS } : {}) },
  });
};

interface Scene {
  readonly table: Table;
  readonly events: EventWriter;
  readonly world: World;
  /** Whether a receipt's message stands in the row of its event. */
  readonly joins: boolean;
}

const pay = async (link: PaymentRequest, { table, events, world }: Scene): Promise<void> => {
  const nowMs = world.clock.now();
  const attempts = link.progress.attempts + 1;
  const progress = { ...link.progress, attempts, windowStartMs: nowMs, windowAttempts: 1 };
  const { pendingCard: _none, ...attempt } = linkAttemptWith(link, {
    number: attempts,
    startedAtMs: nowMs,
    dueAtMs: nowMs + HOUR_MS,
  });
  const counters = { windowStartMs: nowMs, cardHash: 'card', address: 'a' };
  await dynamoAttempts(table, events).begin(begin(attempt, { ...link, progress }, []), counters);
};

const endAttempt = async (link: PaymentRequest, { table, events, world }: Scene): Promise<void> => {
  const attempts = dynamoAttempts(table, events);
  const attempt = (await attempts.ofPayment(link.payment)).at(-1);
  if (attempt === undefined || !isOfLink(attempt)) return;
  const ending = { nowMs: world.clock.now(), resultReference: addressOf(link.payment, world.seeded.token()) };
  const isApproved = world.seeded.chance(0.6);
  const change = isApproved ? approve(attempt, {}, ending) : decline(attempt, { code: '005' }, ending);
  if (change !== undefined) await attempts.apply(change);
};

const giveBack = async (link: PaymentRequest, { table, events }: Scene): Promise<void> => {
  const attempts = dynamoAttempts(table, events);
  const attempt = (await attempts.ofPayment(link.payment)).at(-1);
  if (attempt === undefined || !isWhole(attempt)) return;
  await attempts.apply(changeTo(attempt, { ...attempt, refunded: minor(1), version: attempt.version + 1 }));
};

const askReceipt = async (link: PaymentRequest, { table, world, joins }: Scene): Promise<void> => {
  const messages = dynamoMessages(table, { joins });
  const payment = await dynamoPayments(table, paymentNames).find(link.payment);
  if (payment === undefined) return;
  const to = `${world.seeded.token()}@example.com`;
  const context = { payment, messages: await messages.ofPayment(link.payment), to, nowMs: world.clock.now() };
  const asked = askForReceipt({ ...context, language: 'tr' });
  if (asked.kind === 'ask') await messages.begin(asked.message, 'D1', [], { event: asked.event });
};

const cancel = async (link: PaymentRequest, { table, events, world }: Scene): Promise<void> => {
  const nowMs = world.clock.now();
  const commandId = world.seeded.guid();
  const entry = { commandId, command: 'cancel', atMs: nowMs, changed: [], inputFingerprint: '', result: {} };
  await dynamoOperatorChanges(table, events).apply({ kind: 'cancel-link', record: { link, nowMs } }, entry);
};

const giveUp = async (link: PaymentRequest, { table, events, world }: Scene): Promise<void> => {
  const resultReference = addressOf(link.payment, world.seeded.token());
  const result = { resultReference, code: '001', orderId: '', atMs: world.clock.now() } as const;
  await dynamoLinkClosing(table, events).close(link, result);
};

const ACTIONS: Readonly<Record<LinkAction, (link: PaymentRequest, scene: Scene) => Promise<void>>> = {
  cancel,
  'give-up': giveUp,
  resolve: endAttempt,
  pay,
  'ask-receipt': askReceipt,
  'give-back': giveBack,
};

const NEEDS_LIFE: readonly LinkAction[] = ['give-up', 'pay'];

/** Carries an action out on a link as it stands. */
export const actOn = async (token: string, action: LinkAction, scene: Scene): Promise<void> => {
  const link = await dynamoPaymentRequests(scene.table).findByToken(token);
  if (link === undefined) return;
  if (NEEDS_LIFE.includes(action) && scene.world.clock.now() >= link.expiresAtMs) return;
  await ACTIONS[action](link, scene);
};
