/** The name of the operators' function of a stage. */
export const operateFunctionName = (stage: string): string => `payment-link-${stage}-operate`;

/** The event that the function is invoked with. */
export interface OperateEvent {
  readonly command: string;
  /** A UUID made by the caller; needed for changes, which are applied once per id. */
  readonly commandId?: string;
  /** The stage that the operator means, which must be the function's own. */
  readonly stage: string;
  /** Says what a change would do, and changes nothing. */
  readonly dryRun?: boolean;
  readonly input?: Readonly<Record<string, unknown>>;
}

export const commandErrorCodes = [
  /** A field is missing, unknown or wrong; `field` names it. */
  'InvalidInput',
  'UnknownCommand',
  'NotFound',
  /** The stored version is not the one that the put replaces. */
  'VersionConflict',
  /** The current state forbids the change; the message says why. */
  'NotPossible',
  /** The command names another stage than the function's. */
  'WrongStage',
  /** A failure that is not the operator's fault. Repeating the command with the same id is safe. */
  'Unexpected',
] as const;
export type CommandErrorCode = (typeof commandErrorCodes)[number];

export type OperateAnswer =
  | {
      readonly ok: true;
      readonly commandId?: string;
      /** False if a command with this id was applied before: then it is the same result again, without secrets. */
      readonly applied?: boolean;
      readonly result: Readonly<Record<string, unknown>>;
    }
  | { readonly ok: false; readonly commandId?: string; readonly error: CommandFailure };

export interface CommandFailure {
  readonly code: CommandErrorCode;
  readonly field?: string;
  readonly message: string;
}
