import { adopt } from './adopt-table.ts';
import { type Invocation, UsageError } from './arguments.ts';
import { checkWholeLedger } from './check-ledger.ts';
import { compareSettlement } from './compare-settlement.ts';
import type { Connections } from './connections.ts';
import { withEmbeddedMerchant } from './embedded-bank.ts';
import { exportPages } from './export.ts';
import { findAll } from './find.ts';
import { importBinsInParts, isImportInParts } from './import-bins.ts';
import { importLostOrdersInParts, isLostOrdersFile } from './import-lost-orders.ts';
import { type Ask, type InputStream, readInput } from './input.ts';
import { invokeOperate, refuseUnconfigured } from './invoke.ts';
import type { TerminalOutput } from './line-editor.ts';
import { makeAllStatements } from './make-statements.ts';
import { onboard, sent } from './onboard-dealer.ts';
import { onboardDealer } from './onboard-file.ts';
import {
  adoptTableCommand,
  compareSettlementCommand,
  makeStatementsCommand,
  reencryptCommand,
  setUpCanaryCommand,
} from './own-commands.ts';
import { formatFor, type Printer, printerOf } from './printer.ts';
import { reencryptAll } from './reencrypt.ts';
import { setUpCanary } from './set-up-canary.ts';
import { sumDayUp } from './show-day.ts';
import { printFunnel } from './show-funnel.ts';

/** Exit code of a command that the service refused, or that did not do all of its work. */
export const REFUSED = 1;

/** Where one command reads and writes: the terminal itself, or a line of a shell. */
interface CommandTerminal {
  /** The folder in which `npm start` says where it listens. */
  readonly dataDir: string;
  readonly output: TerminalOutput;
  readonly errors: TerminalOutput;
  readonly input: InputStream;
  readonly ask: Ask | undefined;
  readonly connections?: Connections;
}

type Input = Readonly<Record<string, unknown>>;

/** A command that is more than one call of the function. Answers its exit code. */
type Mode = (request: Invocation, input: Input, to: CommandTerminal & { readonly printer: Printer }) => Promise<number>;

const oneCall: Mode = async (request, input, { printer }) => {
  const answer = await invokeOperate(request, input);
  if (!answer.ok) {
    printer.failure(answer.error, request.command.changes ? { commandId: request.commandId } : {});
    return REFUSED;
  }
  const about = request.command.changes ? { commandId: answer.commandId, applied: answer.applied } : {};
  printer.result({ ...about, ...answer.result });
  return 0;
};

/** The put, and then the bank's answer about the account that was put. What was put stays put whatever the bank says. */
const putAndTry: Mode = async (request, input, { printer }) => {
  const { commandId } = request;
  const put = await invokeOperate(request, input);
  if (!put.ok) {
    printer.failure(put.error, { commandId });
    return REFUSED;
  }
  const { dealerCode, posId } = put.result;
  const tried = await sent(request)('try-virtual-pos', { dealerCode, posId });
  const { applied, result } = put;
  printer.result({ commandId, applied, ...result, ...(tried.ok ? { tried: tried.result } : {}) });
  if (!tried.ok) printer.failure(tried.error);
  return tried.ok && tried.result.works === 'yes' ? 0 : REFUSED;
};

const importInParts: Mode = async (request, _input, { errors, printer }) => {
  const { error, ...counted } = await importBinsInParts(request, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...counted });
  else printer.failure(error, { commandId, ...counted });
  return error === undefined ? 0 : REFUSED;
};

const importLostOrdersFile: Mode = async (request, _input, { errors, printer }) => {
  const { error, result, ...counted } = await importLostOrdersInParts(request, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...result, ...counted });
  else printer.failure(error, { commandId, ...counted });
  return error === undefined ? 0 : REFUSED;
};

const reencrypt: Mode = async (request, input, { errors, printer }) => {
  const { error, ...counted } = await reencryptAll(request, input, errors);
  const { commandId } = request;
  if (error === undefined) {
    printer.result({ commandId, ...counted });
    return counted.failed === 0 ? 0 : REFUSED;
  }
  printer.failure(error, { commandId, ...counted });
  return REFUSED;
};

const makeStatements: Mode = async (request, input, { errors, printer }) => {
  const { error, ...made } = await makeAllStatements(request, input, errors);
  const { commandId } = request;
  if (error === undefined) printer.result({ commandId, ...made });
  else printer.failure(error, { commandId, ...made });
  return error === undefined && made.failed === 0 ? 0 : REFUSED;
};

const adoptRestored: Mode = async (request, input, { printer }) => {
  const { commandId } = request;
  try {
    printer.result({ commandId, ...(await adopt(request, input)) });
    return 0;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    refuseUnconfigured(error);
    const said = error instanceof Error ? `${error.name}: ${error.message}` : 'unknown error';
    printer.failure(
      { code: 'Unexpected', message: `${said}; run it again: it looks before each step.` },
      { commandId },
    );
    return REFUSED;
  }
};

const checkLedger: Mode = async (request, input, { errors, printer }) => {
  const { error, cursor, ...checked } = await checkWholeLedger(request, input, errors);
  printer.result(checked);
  if (error !== undefined) printer.failure(error, { cursor });
  return error === undefined && checked.agrees ? 0 : REFUSED;
};

/** Commands whose pages the command line puts together. What was read is printed even if a later page fails. */
const putTogether =
  (all: (...of: Parameters<typeof findAll>) => ReturnType<typeof findAll> | ReturnType<typeof sumDayUp>): Mode =>
  async (request, input, { errors, printer }) => {
    const { error, cursor, ...answer } = await all(request, input, errors);
    printer.result(answer);
    if (error !== undefined) printer.failure(error, { cursor });
    return error === undefined ? 0 : REFUSED;
  };

const inSteps =
  (work: typeof onboard | typeof setUpCanary): Mode =>
  async (request, input, { errors, printer }) => {
    const { error, ...told } = await work(request, input, errors);
    if (error === undefined || told.steps.length > 0) printer.result(told);
    if (error !== undefined) printer.failure(error);
    return error === undefined ? 0 : REFUSED;
  };

const compareFile: Mode = async (request, input, { errors, printer }) => {
  const { error, ...compared } = await compareSettlement(request, input, errors);
  if (error === undefined) printer.result(compared);
  else printer.failure(error);
  return error === undefined && compared.differences.length === 0 ? 0 : REFUSED;
};

const writeExport: Mode = async (request, input, { output, errors, printer }) => {
  const exported = await exportPages(request, input, { output, errors });
  if (exported.ok) return 0;
  const { error, cursor } = exported;
  printer.failure(error, cursor === undefined ? {} : { cursor });
  return REFUSED;
};

/** Drawn for people, as CSV where that is asked for, and as it is for programs. */
const drawFunnel: Mode = async (request, input, { output, printer }) => {
  const answer = await invokeOperate(request, input);
  if (!answer.ok) {
    printer.failure(answer.error);
    return REFUSED;
  }
  const format = formatFor(request.format, { output });
  if (format === 'json') printer.result(answer.result);
  else printFunnel(answer.result, output, format === 'csv' ? 'csv' : 'bars');
  return 0;
};

const modes: Readonly<Record<NonNullable<Invocation['command']['output']>, Mode>> = {
  csv: writeExport,
  ledger: checkLedger,
  found: putTogether(findAll),
  day: putTogether(sumDayUp),
  funnel: drawFunnel,
};

const modeOf = ({ command: { name, output }, tries }: Invocation): Mode => {
  if (tries) return putAndTry;
  if (name === reencryptCommand.name) return reencrypt;
  if (name === makeStatementsCommand.name) return makeStatements;
  if (name === onboardDealer.name) return inSteps(onboard);
  if (name === setUpCanaryCommand.name) return inSteps(setUpCanary);
  if (name === adoptTableCommand.name) return adoptRestored;
  return output === undefined ? oneCall : modes[output];
};

/** Carries out one command, and prints its answer. Answers its exit code. */
export const carryOut = async (request: Invocation, terminal: CommandTerminal): Promise<number> => {
  const to = { ...terminal, printer: printerOf(request.format, terminal) };
  const { connections } = terminal;
  const connected = connections === undefined ? request : { ...request, connections };
  if (isImportInParts(request)) return importInParts(connected, {}, to);
  if (isLostOrdersFile(request)) return importLostOrdersFile(connected, {}, to);
  // Its file is the settlement file, and its fields are name=value.
  if (request.command.name === compareSettlementCommand.name) return compareFile(connected, request.pairs, to);
  const input = withEmbeddedMerchant(request, await readInput(request, terminal));
  return modeOf(request)(connected, input, to);
};
