import { actOnPayments } from '../../../functions/desk/act-at-desk/payments.ts';
import { showStep } from '../../../functions/desk/show-desk/payment-step.ts';
import { dynamoDealerMessaging } from '../../../shared/adapters/dynamodb/dealer/dealer-messaging.ts';
import type { Row } from '../../../shared/adapters/dynamodb/engine/writes.ts';
import { dynamoMessages } from '../../../shared/adapters/dynamodb/message/messages.ts';
import { dynamoOperatorChanges } from '../../../shared/adapters/dynamodb/operator/operator-changes.ts';
import { dynamoOutbox } from '../../../shared/adapters/dynamodb/outbox/outbox.ts';
import { shownStepText } from '../../../shared/desk/payment/asked-step.ts';
import type { Dealer } from '../../../shared/domain/dealer/dealer.ts';
import { deskRoles } from '../../../shared/domain/desk/roles.ts';
import type { Step } from '../../../shared/domain/payment/step.ts';
import type { Steps } from '../../../shared/ports/payments.ts';
import { StoreUnavailable } from '../../../shared/ports/store-errors.ts';
import { VaultUnavailable } from '../../../shared/ports/vault.ts';
import { deskCallWith, fieldsOfForm } from '../../support/desk/desk-calls.ts';
import { type RunVault, VAULT_METHODS } from '../faulty-vault.ts';
import type { ProcessOptions } from '../processes.ts';
import type { Instance, World } from '../world.ts';
import type { Work } from './beginning.ts';
import { checkDeskPosts, type DeskForm, type DeskHeard, type DeskPost, heardOf } from './desk-promises.ts';
import { type LifeOperation, type LifeRequest, stepsAtBank } from './life-calls.ts';

/** What people press for what programs call. */
const ACTIONS: Readonly<Record<Exclude<LifeOperation, 'detail'>, string>> = {
  capture: 'capture',
  void: 'void',
  refund: 'refund',
  'approve-pool': 'approve',
  'undo-pool': 'undo',
};

interface NamedShare {
  readonly DealerId: number;
  readonly Amount?: number;
}

/** What a request asks for, as somebody types and ticks it. */
const typedOf = ({ fields }: LifeRequest): Readonly<Record<string, string>> => {
  const { Amount, SubDealer = [] } = fields as { readonly Amount?: number; readonly SubDealer?: readonly NamedShare[] };
  const shares = SubDealer.map(({ DealerId, Amount: share }): [string, string] =>
    share === undefined ? [`part-${DealerId}`, 'yes'] : [`share-${DealerId}`, share.toFixed(2)],
  );
  return { go: 'yes', ...(Amount === undefined ? {} : { amount: Amount.toFixed(2) }), ...Object.fromEntries(shares) };
};

const GUID = /^(.{8})(.{4})(.{4})(.{4})(.{12})$/;

/** The desk of a life's dealer: people open pages before steps, and post their forms now, later, twice, or again. */
export class DeskOfLife {
  readonly #world: World;
  readonly #dealer: Dealer;
  readonly #vault: RunVault;
  readonly #forms: DeskForm[] = [];
  readonly posts: DeskPost[] = [];

  constructor(world: World, { dealer, vault }: { readonly dealer: Dealer; readonly vault: RunVault }) {
    this.#world = world;
    this.#dealer = dealer;
    this.#vault = vault;
  }

  #deps(instance: Instance) {
    const { table, process } = instance;
    const { seeded } = this.#world;
    return {
      ...stepsAtBank(this.#world, instance, process.using(this.#vault, VAULT_METHODS)),
      changes: dynamoOperatorChanges(table),
      outbox: dynamoOutbox(table),
      messages: dynamoMessages(table),
      dealerMessaging: dynamoDealerMessaging(table),
      messaging: { recipients: 'any recipient' },
      randomness: { guid: () => seeded.guid().replace(GUID, '$1-$2-$3-$4-$5') },
    } as const;
  }

  /** Finds a step that begins and is not the one that the page of its form showed. */
  #asShown(steps: Steps, { fields: { shown } }: DeskForm): Steps {
    const { violations } = this.#world.circumstances;
    return {
      apply: (move, entry) => {
        const isShown = entry === undefined || shownStepText(move.step) === shown;
        if (!isShown) violations.push('a form begins a step that its page did not show');
        return steps.apply(move, entry);
      },
    };
  }

  #call(rest: Pick<Parameters<typeof deskCallWith>[0], 'role' | 'posted' | 'query' | 'sourceAddress'>) {
    return deskCallWith({ dealer: this.#dealer, nowMs: this.#world.clock.now(), ...rest });
  }

  /** Opens the page before a step, and keeps its form. */
  open(request: LifeRequest, paymentId: number, options: ProcessOptions): Work {
    const instance = this.#world.instance(options);
    const id = String(paymentId);
    const work = async (): Promise<void> => {
      if (request.of === 'detail') return;
      const action = ACTIONS[request.of];
      const show = showStep(this.#deps(instance));
      const answer = await unlessUnavailable(() => show(this.#call({ query: typedOf(request) }), { id, view: action }));
      if (answer === undefined || !('page' in answer) || answer.statusCode !== 200) return;
      this.#forms.push({ action, fields: fieldsOfForm(answer.page.markup, `/desk/payments/${id}/${action}`) });
    };
    return { process: instance.process, work };
  }

  /** Posts a form that was shown: mostly the latest; now and then an old one, by somebody whose role may not. */
  post(paymentId: number, options: () => ProcessOptions): readonly Work[] {
    const { seeded, circumstances } = this.#world;
    const form = seeded.chance(0.7) ? this.#forms.at(-1) : this.#forms[seeded.below(this.#forms.length)];
    if (form === undefined) return [];
    const times = seeded.pick([1, 1, 2, 3]);
    if (times > 1) circumstances.met.add('desk: one form at once');
    return Array.from({ length: times }, () => this.#postOnce(form, String(paymentId), options()));
  }

  #postOnce(form: DeskForm, id: string, options: ProcessOptions): Work {
    const { seeded, circumstances } = this.#world;
    const role = seeded.chance(0.85) ? 'manager' : seeded.pick(deskRoles);
    const made: DeskPost = { clientIp: `10.1.0.${this.posts.length + 1}`, role, form };
    this.posts.push(made);
    const instance = this.#world.instance(options);
    const work = async (): Promise<void> => {
      const call = this.#call({ role, posted: form.fields, sourceAddress: made.clientIp });
      const deps = this.#deps(instance);
      const act = actOnPayments({ ...deps, steps: this.#asShown(deps.steps, form) });
      const heard = await unlessUnavailable<DeskHeard>(async () =>
        heardOf(await act(call, { id, action: form.action })),
      );
      made.heard = heard ?? 'unknown';
      circumstances.met.add(`desk: ${form.action} heard ${made.heard}`);
    };
    return { process: instance.process, work };
  }

  /** Compares what was heard with the rows. */
  keepsItsWord(steps: readonly Step[], rows: readonly Row[]): void {
    checkDeskPosts(this.posts, steps, rows);
  }
}

/** The page of a failure says nothing of the money: undefined. Every other error is a defect. */
const unlessUnavailable = async <Value>(work: () => Promise<Value>): Promise<Value | undefined> => {
  try {
    return await work();
  } catch (error) {
    if (error instanceof StoreUnavailable || error instanceof VaultUnavailable) return undefined;
    throw error;
  }
};
