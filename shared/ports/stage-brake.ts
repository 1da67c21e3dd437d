export interface ChargingPause {
  /**
   * True while no new charge may begin in the whole stage (rule 18); charges that began are still reconciled. The
   * answer may be as old as the stage's cache. Throws StoreUnavailable.
   */
  isOn(): Promise<boolean>;
}

export interface StageRecovery {
  /**
   * True from the restore of a table until its stage is resumed: nothing is reversed or told as expired by itself (rule
   * 47). The answer may be some seconds old. Throws StoreUnavailable.
   */
  isOn(): Promise<boolean>;
}
