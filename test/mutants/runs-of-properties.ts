/** Most runs of a property against one mutant. More runs would only kill more. */
export const MOST_RUNS = 25;

/** Whether a property failed since this was set to false. */
export const runsOfProperties = { hasFailed: false };
