import { CommandError } from '../../functions/operator/operate/command-error.ts';
import type { CommandFailure, OperateAnswer } from '../../functions/operator/operate/contract.ts';
import { readInput } from '../../functions/operator/operate/fields.ts';
import type { Invocation } from './arguments.ts';
import { withEmbeddedMerchant } from './embedded-bank.ts';
import { invokeOperate } from './invoke.ts';
import { DEFAULT_USER, type OnboardedRecord, onboardDealer, recordsOf, triedDefinition } from './onboard-file.ts';
import { functionCommands } from './own-commands.ts';
import { partId } from './part-id.ts';
import { type ProgressOutput, progressLine } from './progress.ts';
import { type DealerAccount, type TestLink, testLinkOf } from './test-link.ts';

type Row = Readonly<Record<string, unknown>>;

/** What became of one record of the file. */
export interface DoneStep {
  readonly record: string;
  readonly did: 'created' | 'changed' | 'already so' | 'would be created' | 'would be changed';
  readonly version?: unknown;
  readonly changed?: unknown;
}

/** What an onboarding tells, whole or up to its failure. Secrets in it are shown once. */
export interface Onboarding {
  readonly dealerCode: unknown;
  readonly stage: string;
  readonly dryRun?: true;
  readonly steps: readonly DoneStep[];
  readonly account?: Row;
  readonly webhookSecrets?: readonly Row[];
  readonly testLink?: TestLink;
  readonly error?: CommandFailure;
}

/** A step was refused. What was done before it stays done. */
export class StepRefused extends Error {
  override readonly name = 'StepRefused';
  readonly failure: CommandFailure;

  constructor(place: string, { code, field, message }: CommandFailure) {
    super(message);
    const path = field === undefined ? place : `${place}.${field}`;
    this.failure = { code, field: path, message: `${message} What was done before stays done: run the file again.` };
  }
}

/** A run of one command after the other, with what it did. */
export interface Run {
  readonly send: (
    command: string,
    input: Row,
    how?: { readonly part: string; readonly dryRun?: true },
  ) => Promise<OperateAnswer>;
  readonly dryRun: boolean;
  readonly progress: ProgressOutput;
  readonly steps: DoneStep[];
  readonly webhookSecrets: Row[];
}

export const resultOf = (answer: OperateAnswer, place: string): Row => {
  if (!answer.ok) throw new StepRefused(place, answer.error);
  return answer.result;
};

/** The stored record as its command shows it; undefined where there is none. */
const storedOf = async ({ place, show, key }: OnboardedRecord, { send }: Run): Promise<Row | undefined> => {
  const { endpointId, ...dealer } = key;
  const answer = await send(show, endpointId === undefined ? key : dealer);
  if (!answer.ok && answer.error.code === 'NotFound') return undefined;
  const shown = resultOf(answer, place);
  if (endpointId === undefined) return shown;
  return (shown.webhooks as readonly Row[]).find((one) => one.endpointId === endpointId);
};

export const note = ({ steps, progress }: Run, step: DoneStep): void => {
  steps.push(step);
  progressLine(progress, `${step.record}: ${step.did}`);
};

/** Creates a record, or changes it where the function says that the file differs (rule 36). */
export const bringUp = async (record: OnboardedRecord, run: Run): Promise<void> => {
  const { place, what, put, key, fields } = record;
  const stored = await storedOf(record, run);
  const version = stored === undefined ? {} : { version: stored.version };
  const input = withEmbeddedMerchant({ command: put }, { ...key, ...version, ...fields });
  if (stored === undefined && run.dryRun) return note(run, { record: what, did: 'would be created' });
  if (stored !== undefined) {
    const { changed } = resultOf(await run.send(put.name, input, { part: place, dryRun: true }), place);
    if (Array.isArray(changed) && changed.length === 0)
      return note(run, { record: what, did: 'already so', ...version });
    if (run.dryRun) return note(run, { record: what, did: 'would be changed', ...version, changed });
  }
  const done = resultOf(await run.send(put.name, input, { part: place }), place);
  if (done.secret !== undefined) run.webhookSecrets.push({ endpointId: key.endpointId, secret: done.secret });
  const changed = stored === undefined ? {} : { changed: done.changed };
  note(run, { record: what, did: stored === undefined ? 'created' : 'changed', version: done.version, ...changed });
};

/** Issues a credential where the user has none; undefined where there is nothing new to show. */
const bringUpUser = async (dealerCode: unknown, username: string, run: Run): Promise<DealerAccount | undefined> => {
  const record = `credential of ${username}`;
  const shown = await run.send('show-dealer', { dealerCode });
  const users = shown.ok ? (shown.result.users as readonly Row[]) : [];
  if (users.some((user) => user.username === username)) {
    note(run, { record, did: 'already so' });
    return undefined;
  }
  if (run.dryRun) {
    note(run, { record, did: 'would be created' });
    return undefined;
  }
  const issued = resultOf(
    await run.send('issue-credential', { dealerCode, username }, { part: 'username' }),
    'username',
  );
  note(run, { record, did: 'created' });
  const password = typeof issued.password === 'string' ? { Password: issued.password } : {};
  return { DealerCode: String(dealerCode), Username: username, ...password };
};

/** Sends the commands of a run, each under an id of its own that follows from the run's. */
export const sent = (invocation: Invocation): Run['send'] => {
  const byName = new Map(functionCommands.map((command) => [command.name, command]));
  return (name, input, how) => {
    const command = byName.get(name);
    if (command === undefined) throw new Error(`there is no command ${name}`);
    const commandId = partId(invocation.commandId, how?.part ?? name);
    return invokeOperate({ ...invocation, command, commandId, dryRun: how?.dryRun === true }, input);
  };
};

type Settings = ReturnType<typeof readInput<typeof onboardDealer.fields>>;

/** Reads a file whole, so that a field that is missing, unknown or wrong is told before anything is done. */
const settingsIn = (input: Row): { readonly settings: Settings } | { readonly problem: CommandFailure } => {
  try {
    return { settings: readInput(onboardDealer.fields, input) };
  } catch (error) {
    if (error instanceof CommandError) return { problem: error.failure };
    throw error;
  }
};

/** Sets a dealer up by one command after the other, as an operator would, and says on `progress` what it does. */
export const onboard = async (invocation: Invocation, input: Row, progress: ProgressOutput): Promise<Onboarding> => {
  const { stage, dryRun } = invocation;
  const { dealerCode } = input;
  const run: Run = { send: sent(invocation), dryRun, progress, steps: [], webhookSecrets: [] };
  const about = { dealerCode, stage, ...(dryRun ? { dryRun } : {}), steps: run.steps };
  const read = settingsIn(input);
  if ('problem' in read) return { ...about, error: read.problem };
  const { username, testLink } = read.settings;
  const found: { account?: Row; testLink?: TestLink } = {};
  const told = (): Onboarding => ({
    ...about,
    ...found,
    ...(run.webhookSecrets.length === 0 ? {} : { webhookSecrets: run.webhookSecrets }),
  });
  try {
    for (const record of recordsOf(input)) await bringUp(record, run);
    const account = await bringUpUser(dealerCode, username ?? DEFAULT_USER, run);
    if (account !== undefined) found.account = { ...account };
    const shown = resultOf(await run.send('show-stage', {}), 'stage');
    if (shown.sandbox === true && testLink !== false && !dryRun) {
      found.testLink = await testLinkOf({
        dealerCode: String(dealerCode),
        definition: triedDefinition(input),
        redirectHosts: (input.dealer as Row).allowedRedirectHosts,
        account,
        baseUrl: String(shown.baseUrl),
        send: run.send,
      });
    }
    return told();
  } catch (error) {
    if (error instanceof StepRefused) return { ...told(), error: error.failure };
    throw error;
  }
};
