import { readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A folder whose mutants are counted together. */
export interface MutantRoom {
  readonly folder: string;
  /** Rooms of one group are run at once, and their results are kept in one file. */
  readonly group: string;
  readonly holds: (path: string) => boolean;
  /** Globs of the files with mutants. */
  readonly mutate: readonly string[];
  /** Least part of the mutants, of those that are not equivalent, that tests must find. */
  readonly least: number;
  /** Decides about money: each survivor of it stands in accepted.json, or the run ends red. */
  readonly ofMoney: boolean;
}

const MONEY = ['payment', 'attempt', 'ledger', 'split', 'limit', 'link', 'sale', 'outbox'].map(
  (name) => `shared/domain/${name}`,
);
const LEAST_OF_MONEY = 0.95;
const LEAST = 0.85;

const foldersIn = (root: string, folder: string): readonly string[] =>
  readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => `${folder}/${name}`)
    .toSorted();

const below =
  (folder: string) =>
  (path: string): boolean =>
    path.startsWith(`${folder}/`);

/** The rooms in the order in which they are run: those of money first. */
export const mutantRooms = (root: string): readonly MutantRoom[] => {
  const whole = (folder: string) => ({ folder, holds: below(folder), mutate: [`${folder}/**/*.ts`] });
  const other = { least: LEAST, ofMoney: false };
  return [
    ...MONEY.map((folder) => ({ ...whole(folder), group: folder, least: LEAST_OF_MONEY, ofMoney: true })),
    { ...whole('shared/payment-flow'), ...other, group: 'shared/payment-flow' },
    {
      ...whole('shared/adapters/dynamodb/reusable-link'),
      ...other,
      group: 'shared/adapters/dynamodb',
    },
    // Lists of test cards hold no rule. The tests that run the whole service pay with their cards.
    {
      ...whole('shared/nestpay'),
      mutate: ['shared/nestpay/**/*.ts', '!shared/nestpay/test-cards.ts', '!shared/nestpay/public-test-cards.ts'],
      ...other,
      group: 'shared/nestpay',
    },
    { ...whole('shared/adapters/nestpay'), ...other, group: 'shared/nestpay' },
    { ...whole('shared/garanti'), ...other, group: 'shared/garanti' },
    { ...whole('shared/adapters/garanti'), ...other, group: 'shared/garanti' },
    // The client over sockets is proved by the contract tests, which call real servers with faults.
    {
      ...whole('shared/adapters/bank'),
      mutate: ['shared/adapters/bank/**/*.ts', '!shared/adapters/bank/http-client.ts'],
      ...other,
      group: 'shared/adapters/bank',
    },
    ...foldersIn(root, 'shared/domain')
      .filter((folder) => !MONEY.includes(folder))
      .map((folder) => ({ ...whole(folder), ...other, group: 'shared/domain' })),
    // What to do about refusals is text alone. The checks compare it with the catalogue of errors.
    {
      folder: 'shared/domain',
      holds: (path) => dirname(path) === 'shared/domain',
      mutate: ['shared/domain/*.ts', '!shared/domain/refusal-advice.ts'],
      ...other,
      group: 'shared/domain',
    },
    // What composes a function and what describes its fields are proved by the tests that run the whole service.
    ...foldersIn(root, 'functions').map((folder) => ({
      ...whole(folder),
      mutate: [`${folder}/**/*.ts`, `!${folder}/**/handler.ts`, `!${folder}/**/contract.ts`, `!${folder}/**/docs/**`],
      ...other,
      group: 'functions',
    })),
  ];
};

/** The rooms that a path of the command line means: those at it, those below it, or the one that holds it. */
export const roomsFor = (rooms: readonly MutantRoom[], path: string): readonly MutantRoom[] => {
  const wanted = path.replace(/\/+$/, '');
  const whole = rooms.filter(({ folder }) => folder === wanted || folder.startsWith(`${wanted}/`));
  if (whole.length > 0) return whole;
  const [holding] = rooms
    .filter(({ holds }) => holds(wanted.endsWith('.ts') ? wanted : `${wanted}/any.ts`))
    .toSorted((one, other) => other.folder.length - one.folder.length);
  if (holding === undefined) return [];
  const isFile = wanted.endsWith('.ts');
  return [
    {
      ...holding,
      holds: isFile ? (file) => file === wanted : below(wanted),
      mutate: isFile ? [wanted] : [`${wanted}/**/*.ts`, ...holding.mutate.filter((glob) => glob.startsWith('!'))],
    },
  ];
};
