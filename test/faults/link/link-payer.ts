import type { Attempt } from '../../../shared/domain/attempt/attempt.ts';
import type { FormField } from '../../../shared/domain/form-field.ts';
import type { PaymentRequest } from '../../../shared/domain/link/payment-request.ts';
import { callbackAddressOf, referenceOf } from '../../../shared/domain/payment/payment-name.ts';
import { quotesFor } from '../../../shared/domain/virtual-pos/installment-quotes.ts';
import type { HttpResponse } from '../../../shared/http/envelope.ts';
import { choiceValue, formFields, NO, YES } from '../../../shared/pages/form-fields.ts';
import type { ThreeDForm } from '../../../shared/ports/three-d-gate.ts';
import { formsOf } from '../../support/bank/bank-payer.ts';
import { CVC } from '../../support/payment/payer.ts';
import { demand } from '../invariants.ts';
import type { Instance, World } from '../world.ts';
import { type LinkOfRun, linkFunctions, type PayersCall } from './link-functions.ts';

/** What a payer does on a link's page and at the bank's gate. */
export type PayersAction =
  | 'pay'
  | 'pay-without-3d'
  | 'callback'
  | 'callback-failed'
  | 'callback-spoilt'
  | 'view'
  | 'retry'
  | 'give-up';

/** One 3D authentication: the form for the gate, and the fields that the browser brought back. */
interface AtBank {
  readonly address: string;
  readonly form: Pick<ThreeDForm, 'action' | 'fields'>;
  brought?: readonly FormField[] | undefined;
  /** Whether a browser posted on what it brought, spoilt or not. */
  postedOn?: boolean;
}

type Serve = ReturnType<typeof linkFunctions>;

/** When a browser is closed around the post that finishes a payment. */
const CLOSES = ['never', 'never', 'never', 'never', 'before', 'after'] as const;

/** Where the gate sends the payer back to; undefined for a form of no gate. */
const wayBackOf = ({ fields }: Pick<ThreeDForm, 'fields'>): string | undefined => {
  const values = new Map(fields);
  return values.get('okUrl') ?? values.get('successurl');
};

/** The browser of whoever has a link. */
export class LinkPayer {
  readonly #world: World;
  #link: PaymentRequest;
  /** Tokens of tabs that the dealer's later calls left behind. */
  readonly #oldTabs: string[] = [];
  readonly #of: LinkOfRun;
  readonly #pickCard: () => string;
  readonly #atBank: AtBank[] = [];
  /** References of the results that a payer was sent to. */
  readonly results: string[] = [];

  constructor(
    world: World,
    { link, pickCard, ...of }: LinkOfRun & { readonly link: PaymentRequest; readonly pickCard: () => string },
  ) {
    this.#world = world;
    this.#link = link;
    this.#of = of;
    this.#pickCard = pickCard;
  }

  /** One action in an instance of the page's functions; `newest` never in an old tab. */
  async perform(action: PayersAction, instance: Instance, where: 'any-tab' | 'newest' = 'any-tab'): Promise<void> {
    const call = await this.#callOf(action, where === 'newest' ? this.#link.token : this.#tab());
    if (call === undefined) return;
    const serve = linkFunctions(this.#world, instance, this.#of);
    const first = await serve(call);
    const answer = call.of === 'complete-3d' ? await this.#postOn(call, first, serve) : first;
    if (answer === undefined) return;
    const [, result] = /\/result\/([^/?]+)/.exec(answer.headers.location ?? '') ?? [];
    if (result !== undefined) this.results.push(result);
    const form = formsOf(answer.body).find(({ fields }) => wayBackOf({ fields }) !== undefined);
    if (form !== undefined) this.atGate(form);
  }

  /** The dealer sends its payer to another address. The tabs of the one before stay open. */
  follow(link: PaymentRequest): void {
    if (link.token === this.#link.token) return;
    this.#oldTabs.push(this.#link.token);
    this.#link = link;
    this.results.length = 0;
  }

  /** Mostly the newest tab. */
  #tab(): string {
    const { seeded } = this.#world;
    return this.#oldTabs.length > 0 && seeded.chance(0.2) ? seeded.pick(this.#oldTabs) : this.#link.token;
  }

  /** The payer stands at the bank with this form. One that the gate's answer was made into names no way back. */
  atGate(form: AtBank['form'], address = wayBackOf(form)?.split('/').at(-1) ?? ''): void {
    this.#atBank.push({ address, form });
  }

  /** The second post of a callback, by the page that answered the first. Undefined where nobody sees its answer. */
  async #postOn(call: PayersCall, first: HttpResponse, serve: Serve): Promise<HttpResponse | undefined> {
    const { seeded, circumstances } = this.#world;
    const [page] = formsOf(first.body);
    if (page === undefined) return first;
    const closes = seeded.pick(CLOSES);
    if (closes !== 'never') circumstances.met.add(`payer closes ${closes} the post`);
    if (closes === 'before') return undefined;
    for (const one of this.#atBank) if (one.address === call.parameters.address) one.postedOn = true;
    const second = await serve({ ...call, form: page.fields });
    return closes === 'after' ? undefined : second;
  }

  /** Nothing becomes of an attempt whose callback no browser posted on: the sweeper closes it. */
  checkWhoLeft(attempts: readonly Attempt[]): void {
    for (const { address, postedOn } of this.#atBank) {
      const state = attempts.find(({ reference }) => address.startsWith(`${reference}.`))?.state;
      const left = state === 'authenticating' || state === 'closed';
      demand(postedOn === true || left, `an attempt whose callback was not posted on is ${state}`);
    }
  }

  /** The request of the payer's browser; undefined for a callback that never comes. */
  async #callOf(action: PayersAction, token: string): Promise<PayersCall | undefined> {
    if (action.startsWith('callback')) return this.#callback(action);
    const parameters = { token };
    if (action === 'view') return { of: 'show-payment-page', parameters, form: [] };
    if (action === 'retry' || action === 'give-up') {
      return { of: 'start-payment', parameters, form: [[formFields.action, action]] };
    }
    const [quote] = quotesFor({ terms: this.#link.terms, pos: this.#of.pos });
    const form: readonly FormField[] = [
      [formFields.action, 'pay'],
      [formFields.cardNumber, this.#pickCard()],
      [formFields.holderName, 'Elif Deneme'],
      [formFields.expiry, '09 / 31'],
      [formFields.cvc, CVC],
      [formFields.choice, quote === undefined ? '' : choiceValue(quote)],
      [formFields.threeD, action === 'pay-without-3d' ? NO : YES],
      [formFields.storeCard, this.#world.seeded.chance(0.5) ? YES : NO],
    ];
    return { of: 'start-payment', parameters, form };
  }

  /** The first attempt's way back with another secret. */
  #forgedAddress(): string {
    const reference = referenceOf({ payment: this.#link.payment, number: this.#link.progress.attempts + 1 });
    return callbackAddressOf({ reference, callbackSecret: this.#world.seeded.token() });
  }

  /** The first time through the gate, later the same callback again: browsers repeat posts. */
  async #callback(action: PayersAction): Promise<PayersCall | undefined> {
    const { seeded, bank, processes } = this.#world;
    const one = this.#atBank[seeded.below(this.#atBank.length)];
    if (one === undefined) return { of: 'complete-3d', parameters: { address: this.#forgedAddress() }, form: [] };
    await processes.turn();
    const walked = await processes.doing(async () => {
      one.brought ??= await bank.throughGate(one.form, action !== 'callback-failed');
    });
    if ('error' in walked) throw walked.error;
    if (one.brought === undefined) return undefined;
    const spoilt = seeded.below(one.brought.length);
    const form =
      action === 'callback-spoilt'
        ? one.brought.map(([name, value], index): FormField => [name, index === spoilt ? `${value}1` : value])
        : one.brought;
    return { of: 'complete-3d', parameters: { address: one.address }, form };
  }
}
