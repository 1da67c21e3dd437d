/** How much every section does. Times are in milliseconds. */
export interface Plan {
  /** Starts of every bundle in a process of its own. */
  readonly loadRounds: number;
  readonly warmUpCalls: number;
  /** Calls of every handler, and of the bare requests beside it. */
  readonly handlerCalls: number;
  /** Those of the handlers that call the bank, which take many times as long. */
  readonly paymentCalls: number;
  /** Links paid from page to result. */
  readonly walks: number;
  /** How often a batch of split calculations is timed, and how many a batch has. */
  readonly splitRounds: number;
  readonly splitCalculations: number;
  readonly clients: readonly number[];
  /** How long each number of clients asks one operation. */
  readonly httpMs: number;
  /** Links stored in the two stores that are compared. */
  readonly storedLinks: { readonly few: number; readonly many: number };
  /** Calls of every operation on each of the two stores. */
  readonly growthCalls: number;
  /** Links whose writes are counted by key. */
  readonly keyLinks: number;
}

/** What the figures are taken from. */
export const fullPlan: Plan = {
  loadRounds: 13,
  warmUpCalls: 250,
  handlerCalls: 1500,
  paymentCalls: 400,
  walks: 150,
  splitRounds: 25,
  splitCalculations: 1000,
  clients: [1, 8, 32],
  httpMs: 2000,
  storedLinks: { few: 1000, many: 100_000 },
  growthCalls: 1500,
  keyLinks: 10_000,
};

/** Shows that everything runs. Its figures say little. */
export const quickPlan: Plan = {
  loadRounds: 3,
  warmUpCalls: 30,
  handlerCalls: 100,
  paymentCalls: 50,
  walks: 10,
  splitRounds: 5,
  splitCalculations: 200,
  clients: [1, 8, 32],
  httpMs: 300,
  storedLinks: { few: 100, many: 2000 },
  growthCalls: 100,
  keyLinks: 1000,
};
