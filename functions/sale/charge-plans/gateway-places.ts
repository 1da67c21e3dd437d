import { Places } from './places.ts';

/** Keeps charges to one gateway below a number at once, within a run. The others wait for their turn. */
export class GatewayPlaces {
  readonly #most: number;
  readonly #gateways = new Map<string, Places>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Runs a charge to a gateway's host in one of its places. */
  within<Value>(host: string, charge: () => Promise<Value>): Promise<Value> {
    const places = this.#gateways.get(host) ?? new Places(this.#most);
    this.#gateways.set(host, places);
    return places.within(charge);
  }
}
