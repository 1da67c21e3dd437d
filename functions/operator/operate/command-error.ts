import type { CommandErrorCode, CommandFailure } from './contract.ts';

/** A refused command. The sentence is ours, for the operator; it holds no secret and no text of the input. */
export class CommandError extends Error {
  override readonly name = 'CommandError';
  readonly code: CommandErrorCode;
  readonly sentence: string;
  readonly field: string | undefined;

  constructor(code: CommandErrorCode, sentence: string, field?: string) {
    super(code);
    this.code = code;
    this.sentence = sentence;
    this.field = field;
  }

  get failure(): CommandFailure {
    const { code, field, sentence: message } = this;
    return field === undefined ? { code, message } : { code, field, message };
  }
}

/** A field that is missing, unknown or wrong. `problem` completes a sentence that begins with the field's name. */
export const invalidField = (field: string, problem: string): CommandError =>
  new CommandError('InvalidInput', `${field} ${problem}${problem.endsWith('?') ? '' : '.'}`, field);

export const notFound = (what: string): CommandError => new CommandError('NotFound', `There is no ${what}.`);

export const notPossible = (sentence: string, field?: string): CommandError =>
  new CommandError('NotPossible', sentence, field);
