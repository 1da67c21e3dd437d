import type { DescribedCommand, Result } from './command.ts';

/** What a command that shows a record answers; undefined where there is no record. */
export type ShowRecord = (command: string, input: Result) => Promise<Result | undefined>;

/** The example of a command, with the version that is stored now: an older one would be refused. */
export const currentExample = async (
  { example, shownBy }: Pick<DescribedCommand, 'example' | 'shownBy'>,
  show: ShowRecord,
): Promise<Result> => {
  if (shownBy === undefined) return example;
  const { version: _version, ...rest } = example;
  const shown = await show(shownBy, {});
  return typeof shown?.version === 'number' && shown.version > 0 ? { ...rest, version: shown.version } : rest;
};
