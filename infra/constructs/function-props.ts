import type { Key } from 'aws-cdk-lib/aws-kms';
import type { Code, IFunction } from 'aws-cdk-lib/aws-lambda';
import type { FunctionDefinition } from '../functions/function-definition.ts';
import type { StageSettings } from '../settings/stage-config.ts';
import type { OwnAddress } from './own-address.ts';
import type { TableInUse } from './payments-table.ts';

/** Inputs of every Lambda here. */
export interface OperationFunctionProps {
  readonly definition: FunctionDefinition;
  readonly settings: StageSettings;
  readonly code: Code;
  readonly table: TableInUse;
  readonly boxesTable: TableInUse;
  readonly tableKey: Key;
  readonly vaultKey: Key;
  /** Former keys of the vault that still decrypt, the newest first. */
  readonly previousVaultKeys: readonly Key[];
  readonly cardHashKey: Key;
  /**
   * Addresses of the stage: one for the links and pages that functions write, all for what they may not call. Only functions
   * that are deployed with the API or after it have them.
   */
  readonly address?: OwnAddress;
  /** Environment of this function only. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Functions that it may invoke, as their callers name them. */
  readonly mayInvoke?: readonly IFunction[];
}
