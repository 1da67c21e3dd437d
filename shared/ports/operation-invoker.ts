/** The operation did not answer: it failed, or it could not be reached. */
export class OperationUnreachable extends Error {
  override readonly name = 'OperationUnreachable';
  readonly errorName: string;

  constructor(errorName: string) {
    super(`an operation could not be invoked (${errorName})`);
    this.errorName = errorName;
  }
}

export interface OperationInvoker {
  /**
   * Hands an HTTP event to a function and returns its response unchanged. Never tries twice. Throws
   * OperationUnreachable.
   */
  invoke(functionName: string, event: unknown): Promise<unknown>;
}
