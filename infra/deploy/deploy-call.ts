import { parseArgs } from 'node:util';
import { DEFAULT_STAGE_NAME } from '../settings/stage-config.ts';

/** How the CDK command is called, or why it is not called at all. */
export type DeployCall =
  | {
      readonly parameters: readonly string[];
      readonly stage: string;
      /** Whether the stage is deployed when the command succeeds. */
      readonly deploys: boolean;
    }
  | { readonly refused: string };

/** With these the CDK command ends well and has deployed nothing, or only prepared to. */
const DEPLOYS_NOTHING = /^(?:--help|-h|--no-execute|--execute|--method|-m)(?:=|$)/;

const WHAT_TO_DO =
  'Nobody can be asked about changes of rights here. Look at them with "npm run diff", and deploy with "npm run deploy -- --yes --stage NAME".';

const NAME_THE_STAGE = '--yes asks nothing, so it wants a stage that is named: --stage NAME.';

/** The stage in `--context stage=NAME` or `-c stage=NAME`, which the CDK command takes as well. */
const stageIn = (context: readonly string[]): string | undefined =>
  context.findLast((one) => one.startsWith('stage='))?.slice('stage='.length);

/**
 * The call of the CDK command for `npm run deploy`. In a terminal the command asks about each change of rights. With
 * `--yes`, for pipelines, it asks nothing; then the stage must be named, so that nobody deploys to the wrong one by omission.
 * What stands behind a second `--` goes to the CDK command as it is.
 */
export const deployCall = (given: readonly string[], { isTerminal }: { readonly isTerminal: boolean }): DeployCall => {
  const end = given.indexOf('--');
  const [own, passedOn] = end === -1 ? [given, []] : [given.slice(0, end), given.slice(end + 1)];
  const read = readArguments(own);
  if ('refused' in read) return read;
  const { yes, stage: named, context } = read;
  const chosen = named ?? stageIn(context);
  if (yes && chosen === undefined) return { refused: NAME_THE_STAGE };
  if (!yes && !isTerminal) return { refused: WHAT_TO_DO };
  const others = context.filter((one) => !one.startsWith('stage=')).flatMap((one) => ['--context', one]);
  const asking = yes ? ['--require-approval', 'never', '--progress', 'events'] : [];
  const stage = chosen ?? DEFAULT_STAGE_NAME;
  const parameters = ['deploy', '--all', '--context', `stage=${stage}`, ...others, ...asking, ...passedOn];
  return { parameters, stage, deploys: !passedOn.some((one) => DEPLOYS_NOTHING.test(one)) };
};

interface OwnArguments {
  readonly yes: boolean;
  readonly stage: string | undefined;
  readonly context: readonly string[];
}

const readArguments = (given: readonly string[]): OwnArguments | { readonly refused: string } => {
  try {
    const { yes, stage, context } = parseArgs({
      args: [...given],
      options: {
        yes: { type: 'boolean', default: false },
        stage: { type: 'string' },
        context: { type: 'string', short: 'c', multiple: true, default: [] },
      },
    }).values;
    return { yes, stage, context };
  } catch (error) {
    return { refused: error instanceof Error ? error.message : String(error) };
  }
};
