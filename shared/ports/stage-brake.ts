export interface ChargingPause {
  /**
   * True while no new charge may begin in the whole stage (rule 18); charges that began are still reconciled. The
   * answer may be as old as the stage's cache. Throws StoreUnavailable.
   */
  isOn(): Promise<boolean>;
}
