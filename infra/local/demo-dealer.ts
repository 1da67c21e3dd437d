/** What the demo dealer is set up with. */
export interface DemoDealerOptions {
  readonly invokeOperate: (payload: unknown) => Promise<unknown>;
  readonly dataDir: string;
  readonly baseUrl: string;
}

/** Sets up a dealer to try things with. Runs on a start that finds no demo-dealer.json in the data folder. */
export async function setUpDemoDealer(_options: DemoDealerOptions): Promise<void> {}
