/**
 * How long a test waits for an answer of its own app: a machine that has much else to do answers late, and that is no
 * mistake of what is tested.
 */
export const PATIENCE_MS = 120_000;
