import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import * as z from 'zod';
import {
  acceptedSchema,
  judgeRoom,
  type MutantReport,
  type RoomJudgement,
  refusals,
  reportSchema,
  SCORE_HEAD,
  scoreRow,
  survivorLines,
} from './judge.ts';
import { type MutantRoom, mutantRooms, roomsFor } from './rooms.ts';

/*
 * `npm run mutants`: plants bugs by machine and looks whether unit and property tests find them. Results are kept by folder
 * in .mutants, and a mutant is tried again where its line or its tests changed.
 */

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const OWN = join(ROOT, 'test/mutants');
const KEPT = join(ROOT, '.mutants');
const STRYKER = join(OWN, 'node_modules/@stryker-mutator/core/bin/stryker.js');

/** What is written back of a kept report: all of it. */
const keptSchema = z.looseObject({
  files: z.record(
    z.string(),
    z.looseObject({ mutants: z.array(z.looseObject({ status: z.string(), static: z.boolean().optional() })) }),
  ),
});

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    /** Try again what is known from before, too. */
    force: { type: 'boolean', default: false },
    /** Judge what is known from before, and try nothing. */
    known: { type: 'boolean', default: false },
    /** Print survivors of rooms that are not of money, too. */
    all: { type: 'boolean', default: false },
    concurrency: { type: 'string', default: '1' },
  },
});

const keptFile = (group: string): string => join(KEPT, `${group.replaceAll('/', '.')}.json`);

const install = (): void => {
  if (existsSync(STRYKER)) return;
  console.log('Stryker is installed into test/mutants, because nothing else needs it (60 MB, once).');
  execFileSync('npm', ['ci'], { cwd: OWN, stdio: 'inherit' });
};

/**
 * Stryker tries a survivor again where a test was added that reaches it. It does not know which tests reach one that is
 * tried while modules load, and does not always see that one is reached by now: both are tried each time. What other rooms of
 * the group have stays: it is not tried now.
 */
const forgetWhatMayBeReached = (group: string, rooms: readonly MutantRoom[]): void => {
  const kept = keptFile(group);
  if (!existsSync(kept)) return;
  const report = keptSchema.parse(JSON.parse(readFileSync(kept, 'utf8')));
  for (const [file, one] of Object.entries(report.files)) {
    if (!rooms.some(({ holds }) => holds(file))) continue;
    one.mutants = one.mutants.filter(
      ({ status, static: isAtLoad }) => status !== 'NoCoverage' && (status !== 'Survived' || isAtLoad !== true),
    );
  }
  writeFileSync(kept, JSON.stringify(report));
};

const tryMutants = (group: string, rooms: readonly MutantRoom[]): void => {
  mkdirSync(KEPT, { recursive: true });
  forgetWhatMayBeReached(group, rooms);
  const config = keptFile(group).replace(/json$/, 'stryker.json');
  writeFileSync(
    config,
    JSON.stringify({
      plugins: [join(OWN, 'warm-runner.ts')],
      testRunner: 'warm',
      coverageAnalysis: 'perTest',
      mutate: rooms.flatMap(({ mutate }) => mutate),
      incremental: true,
      incrementalFile: keptFile(group),
      force: values.force,
      concurrency: Number(values.concurrency),
      // Most mutants that never end are stopped by the count of their hits.
      timeoutMS: 60_000,
      timeoutFactor: 1,
      // The run without mutants takes some minutes on a machine that has other work.
      dryRunTimeoutMinutes: 30,
      reporters: ['progress-append-only'],
      warnings: { slow: false },
      // Node strips types and reads no tsconfig, and the compiler has no API to check mutants by.
      disableTypeChecks: false,
      tsconfigFile: 'none',
      tempDirName: '.mutants/sandbox',
      cleanTempDir: 'always',
      ignorePatterns: ['/.mutants', '/.local', '/cdk.out', '/client.out', '/shared/openapi/*.json'],
    }),
  );
  const { status } = spawnSync(process.execPath, [STRYKER, 'run', config], { cwd: ROOT, stdio: 'inherit' });
  if (status !== 0) throw new Error(`Stryker could not run over ${group}.`);
};

const reportOf = (group: string): MutantReport | undefined =>
  existsSync(keptFile(group)) ? reportSchema.parse(JSON.parse(readFileSync(keptFile(group), 'utf8'))) : undefined;

/** A room whose globs were narrowed is judged by its survivors alone. */
const isWhole = (room: MutantRoom, all: readonly MutantRoom[]): boolean => all.includes(room);

const all = mutantRooms(ROOT);
const wanted = positionals.length === 0 ? all : positionals.flatMap((path) => roomsFor(all, path));
if (wanted.length === 0) throw new Error(`No mutants are planted in ${positionals.join(', ')}.`);
const accepted = acceptedSchema.parse(JSON.parse(readFileSync(join(OWN, 'accepted.json'), 'utf8')));
const judged: RoomJudgement[] = [];
const refused: string[] = [];
if (!values.known) install();
for (const [group, rooms] of Map.groupBy(wanted, (room) => room.group)) {
  if (!values.known) tryMutants(group, rooms);
  const report = reportOf(group);
  if (report === undefined) continue;
  const judgements = rooms.map((room) => judgeRoom(room, { report, accepted }));
  judged.push(...judgements);
  for (const judgement of judgements) {
    if (judgement.room.ofMoney || values.all) for (const line of survivorLines(judgement)) console.log(line);
    refused.push(...refusals(judgement, { isWhole: isWhole(judgement.room, all) }));
  }
  console.log([SCORE_HEAD, ...judgements.map(scoreRow)].join('\n'));
}
if (judged.length > 1) console.log(`\n${[SCORE_HEAD, ...judged.map(scoreRow)].join('\n')}`);
for (const line of refused) console.error(line);
process.exitCode = refused.length === 0 ? 0 : 1;
