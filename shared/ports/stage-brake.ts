export interface ChargingPause {
  /**
   * True while no new charge may begin in the whole stage (rule 18); what has begun is settled all the same. As old as
   * the stage's cache life at most. Throws StoreUnavailable.
   */
  isOn(): Promise<boolean>;
}
