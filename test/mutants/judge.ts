import * as z from 'zod';
import type { MutantRoom } from './rooms.ts';

const position = z.object({ line: z.int(), column: z.int() });

/** What is read of Stryker's report. Lines and columns begin at 1. */
export const reportSchema = z.object({
  files: z.record(
    z.string(),
    z.object({
      source: z.string(),
      mutants: z.array(
        z.object({
          mutatorName: z.string(),
          replacement: z.string(),
          status: z.string(),
          location: z.object({ start: position, end: position }),
        }),
      ),
    }),
  ),
});
export type MutantReport = z.infer<typeof reportSchema>;

/** A survivor is known by what it changes, not by where that stands today. */
const changeSchema = z.strictObject({
  /** The line in which the change begins, without the space around it. */
  line: z.string(),
  mutator: z.string(),
  original: z.string(),
  replacement: z.string(),
});
type Change = z.infer<typeof changeSchema>;

/** Survivors that are accepted, by file. An equivalent one does the same as the source, so no test can find it. */
export const acceptedSchema = z.record(
  z.string(),
  z.array(changeSchema.extend({ equivalent: z.boolean(), reason: z.string().min(20) })),
);
export type Accepted = z.infer<typeof acceptedSchema>;

interface Survivor extends Change {
  readonly file: string;
  readonly lineNumber: number;
  /** No test reaches it at all. */
  readonly isUnreached: boolean;
}

export interface RoomJudgement {
  readonly room: MutantRoom;
  readonly mutants: number;
  readonly killed: number;
  readonly equivalent: number;
  /** Survivors that stand in the list and are not equivalent. */
  readonly accepted: number;
  readonly unlisted: readonly Survivor[];
  /** Entries of the list that name no survivor of this room. */
  readonly stale: readonly (Change & { readonly file: string })[];
  /** Part of the mutants found, of those that are not equivalent. */
  readonly score: number;
}

const KILLED = ['Killed', 'Timeout'];
const SURVIVED = ['Survived', 'NoCoverage'];

type ReportedFile = MutantReport['files'][string];

const textOf = (source: string, { start, end }: ReportedFile['mutants'][number]['location']): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line);
  const last = lines.length - 1;
  return lines
    .map((line, index) => line.slice(index === 0 ? start.column - 1 : 0, index === last ? end.column - 1 : undefined))
    .join('\n');
};

const survivorsOf = (file: string, { source, mutants }: ReportedFile): readonly Survivor[] =>
  mutants
    .filter(({ status }) => SURVIVED.includes(status))
    .map(({ mutatorName, replacement, status, location }) => ({
      file,
      lineNumber: location.start.line,
      line: (source.split('\n')[location.start.line - 1] ?? '').trim(),
      mutator: mutatorName,
      original: textOf(source, location),
      replacement,
      isUnreached: status === 'NoCoverage',
    }));

const keyOf = ({ file, line, mutator, original, replacement }: Change & { readonly file: string }): string =>
  JSON.stringify([file, line, mutator, original, replacement]);

/** Counts a room's mutants, and finds the survivors that nobody accepted. */
export const judgeRoom = (
  room: MutantRoom,
  { report, accepted }: { readonly report: MutantReport; readonly accepted: Accepted },
): RoomJudgement => {
  const files = Object.entries(report.files).filter(([file]) => room.holds(file));
  const count = (statuses: readonly string[]): number =>
    files.flatMap(([, { mutants }]) => mutants).filter(({ status }) => statuses.includes(status)).length;
  const entries = files.flatMap(([file]) => (accepted[file] ?? []).map((entry) => ({ file, ...entry })));
  const byKey = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const survivors = files.flatMap(([file, reported]) => survivorsOf(file, reported));
  const listed = survivors.filter((survivor) => byKey.has(keyOf(survivor)));
  const equivalent = listed.filter((survivor) => byKey.get(keyOf(survivor))?.equivalent === true).length;
  const surviving = new Set(survivors.map(keyOf));
  const killed = count(KILLED);
  const mutants = killed + survivors.length;
  const counted = mutants - equivalent;
  return {
    room,
    mutants,
    killed,
    equivalent,
    accepted: listed.length - equivalent,
    unlisted: survivors.filter((survivor) => !byKey.has(keyOf(survivor))),
    stale: entries.filter((entry) => !surviving.has(keyOf(entry))),
    score: counted === 0 ? 1 : killed / counted,
  };
};

const oneLine = (text: string): string => {
  const short = text.replaceAll(/\s+/g, ' ');
  return short.length > 100 ? `${short.slice(0, 97)}...` : short;
};

const percent = (part: number): string => `${(Math.floor(part * 1000) / 10).toFixed(1)} %`;

/** A line for each survivor that nobody accepted. */
export const survivorLines = ({ unlisted }: RoomJudgement): readonly string[] =>
  unlisted.map(({ file, lineNumber, mutator, original, replacement, isUnreached }) => {
    const why = isUnreached ? 'no test reaches it' : 'no test fails';
    return `${file}:${lineNumber}: ${oneLine(original)} -> ${oneLine(replacement) || 'nothing'} (${mutator}): ${why}`;
  });

/** Why a run ends red; empty where it need not. */
export const refusals = (judgement: RoomJudgement, { isWhole }: { readonly isWhole: boolean }): readonly string[] => {
  const { room, unlisted, stale, score } = judgement;
  return [
    ...(isWhole && score < room.least
      ? [`${room.folder}: tests find ${percent(score)} of the mutants, and must find ${percent(room.least)}.`]
      : []),
    ...(room.ofMoney && unlisted.length > 0
      ? [
          `${room.folder}: ${unlisted.length} mutants survive that test/mutants/accepted.json does not name. ` +
            'Write a test that fails for each, remove code that makes no difference, or name it there with its reason.',
        ]
      : []),
    ...stale.map(
      ({ file, line, replacement }) =>
        `${file}: test/mutants/accepted.json names a survivor that is none any more: ${oneLine(line)} -> ${oneLine(replacement)}`,
    ),
  ];
};

/** One row of the table of rooms. */
export const scoreRow = ({ room, mutants, killed, equivalent, accepted, unlisted, score }: RoomJudgement): string =>
  [
    room.folder.padEnd(34),
    String(mutants).padStart(8),
    String(killed).padStart(8),
    String(equivalent).padStart(11),
    String(accepted).padStart(9),
    String(unlisted.length).padStart(9),
    percent(score).padStart(9),
  ].join('');

export const SCORE_HEAD = [
  'folder'.padEnd(34),
  'mutants'.padStart(8),
  'killed'.padStart(8),
  'equivalent'.padStart(11),
  'accepted'.padStart(9),
  'others'.padStart(9),
  'score'.padStart(9),
].join('');
