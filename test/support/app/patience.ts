/** How long a test waits for its own app. A busy machine answers late, which is no fault of the code under test. */
export const PATIENCE_MS = 120_000;
