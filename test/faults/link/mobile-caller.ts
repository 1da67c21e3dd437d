import { contract } from '../../../functions/three-d-payment/start-mobile-3d/contract.ts';
import { startMobile3D } from '../../../functions/three-d-payment/start-mobile-3d/start-mobile-3d.ts';
import { blockIdentifiers } from '../../../shared/adapters/dynamodb/identifiers.ts';
import { dynamoLimitUsage } from '../../../shared/adapters/dynamodb/limit/limit-usage.ts';
import { dynamoPaymentRequests } from '../../../shared/adapters/dynamodb/link/payment-requests.ts';
import { dynamoIdempotencyRecords } from '../../../shared/adapters/dynamodb/payment/idempotency-records.ts';
import { dynamoMobileCalls } from '../../../shared/adapters/dynamodb/three-d-payment/mobile-calls.ts';
import { clearVault } from '../../fakes/clear-vault.ts';
import { namesOfCodes } from '../direct/direct-functions.ts';
import { lira } from '../direct/direct-requests.ts';
import { demand } from '../invariants.ts';
import { calling, type StepHeard } from '../life/life-calls.ts';
import type { Instance, World } from '../world.ts';
import type { LinkOfRun } from './link-functions.ts';

const BASE_URL = 'https://pay.example';
const MOST_VARIANTS = 3;

/** What a call heard. */
interface HeardOfMobile {
  readonly kind: StepHeard['kind'];
  /** Of a refusal. */
  readonly reason?: string;
  /** The token of the address that was answered. */
  readonly token?: string;
}

/** A dealer that calls for one mobile payment again and again: for the same, for something else, for what it asked before. */
export class MobileCaller {
  readonly #world: World;
  readonly #of: LinkOfRun;
  readonly #code: string;
  readonly #amount: number;
  /** CodeForHash of each address: no two calls have the same. */
  readonly #codes = new Map<string, string>();

  constructor(world: World, { code, amount, ...of }: LinkOfRun & { readonly code: string; readonly amount: number }) {
    this.#world = world;
    this.#of = of;
    this.#code = code;
    this.#amount = amount;
  }

  async call(instance: Instance, variant = this.#world.seeded.below(MOST_VARIANTS)): Promise<HeardOfMobile> {
    const { seeded, circumstances } = this.#world;
    const heard = await this.#serve(instance)({
      PaymentType: this.#of.pos.bankCode,
      Amount: lira(this.#amount + variant),
      OtherTrxCode: this.#code,
      RedirectURL: `https://shop.example/result?code=${this.#code}`,
      ClientIP: `10.0.0.${seeded.below(250)}`,
    });
    const reason = heard.kind === 'refused' ? ` ${heard.reason}` : '';
    const again = heard.kind === 'answered' && heard.replayed ? ' again' : '';
    circumstances.met.add(`mobile heard ${heard.kind}${again}${reason}`);
    if (heard.kind !== 'answered') return heard;
    const token = String(heard.data.Url).split('/').at(-1) ?? '';
    const codeForHash = String(heard.data.CodeForHash);
    demand((this.#codes.get(token) ?? codeForHash) === codeForHash, 'an address has two CodeForHash');
    demand(
      [...this.#codes].every(([other, code]) => other === token || code !== codeForHash),
      'two addresses have one CodeForHash',
    );
    this.#codes.set(token, codeForHash);
    return { kind: heard.kind, token };
  }

  #serve({ table }: Instance): (fields: Readonly<Record<string, unknown>>) => Promise<StepHeard> {
    const { clock, seeded } = this.#world;
    const { dealer, pos } = this.#of;
    const start = startMobile3D({
      virtualPosDirectory: { ofDealer: async () => [pos] },
      limitUsage: dynamoLimitUsage(table),
      paymentRequests: dynamoPaymentRequests(table),
      mobileCalls: dynamoMobileCalls(table),
      idempotencyRecords: dynamoIdempotencyRecords(table, namesOfCodes),
      paymentNames: namesOfCodes,
      identifiers: blockIdentifiers(table),
      randomness: seeded,
      clock,
      sealer: clearVault,
      opener: clearVault,
      baseUrl: BASE_URL,
      sandbox: true,
    });
    return calling(contract, start, dealer);
  }
}
