/** The name that the stacks give to a stage's operators' function. */
export const operateFunctionName = (stage: string): string => `payment-link-${stage}-operate`;

/** The event that the function is invoked with. */
export interface OperateEvent {
  readonly command: string;
  /** A UUID made by the caller; needed for changes, which are applied once per id. */
  readonly commandId?: string;
  /** The stage that the operator means, which must be the function's own. */
  readonly stage: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

export const commandErrorCodes = [
  /** A field is missing, unknown or wrong; `field` names it. */
  'InvalidInput',
  'UnknownCommand',
  'NotFound',
  /** The record's version is not the one that the put replaces. */
  'VersionConflict',
  /** The state of things forbids the change; the message says which. */
  'NotPossible',
  /** The command names another stage than the function's. */
  'WrongStage',
  /** Neither the operator's fault nor known; a repeat with the same id is safe. */
  'Unexpected',
] as const;
export type CommandErrorCode = (typeof commandErrorCodes)[number];

export type OperateAnswer =
  | {
      readonly ok: true;
      readonly commandId?: string;
      /** False when a command with this id was applied before: the same result again, without secrets. */
      readonly applied?: boolean;
      readonly result: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly commandId?: string; readonly error: CommandFailure };

export interface CommandFailure {
  readonly code: CommandErrorCode;
  readonly field?: string;
  readonly message: string;
}
