import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** A folder whose mutants are counted together. */
export interface MutantRoom {
  readonly folder: string;
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

/** The rooms in the order in which they are run: those of money first. */
export const mutantRooms = (root: string): readonly MutantRoom[] => {
  const money = MONEY.map((folder) => ({
    folder,
    mutate: [`${folder}/**/*.ts`],
    least: LEAST_OF_MONEY,
    ofMoney: true,
  }));
  const other = (folder: string, mutate: readonly string[]): MutantRoom => ({
    folder,
    mutate,
    least: LEAST,
    ofMoney: false,
  });
  return [
    ...money,
    ...['shared/payment-flow', 'shared/nestpay', 'shared/adapters/nestpay'].map((folder) =>
      other(folder, [`${folder}/**/*.ts`]),
    ),
    ...foldersIn(root, 'shared/domain')
      .filter((folder) => !MONEY.includes(folder))
      .map((folder) => other(folder, [`${folder}/**/*.ts`])),
    other('shared/domain', ['shared/domain/*.ts']),
    // What composes a function and what describes its fields are proved by the tests that run the whole service.
    ...foldersIn(root, 'functions').map((folder) =>
      other(folder, [
        `${folder}/**/*.ts`,
        `!${folder}/**/handler.ts`,
        `!${folder}/**/contract.ts`,
        `!${folder}/*/docs/**`,
      ]),
    ),
  ];
};

/** The rooms that a path of the command line means: those at it, those below it, or the one that holds it. */
export const roomsFor = (rooms: readonly MutantRoom[], path: string): readonly MutantRoom[] => {
  const wanted = path.replace(/\/+$/, '');
  const below = rooms.filter(({ folder }) => folder === wanted || folder.startsWith(`${wanted}/`));
  if (below.length > 0) return below;
  const [holding] = rooms
    .filter(({ folder }) => wanted.startsWith(`${folder}/`))
    .toSorted((one, other) => other.folder.length - one.folder.length);
  if (holding === undefined) return [];
  return [{ ...holding, mutate: [wanted.endsWith('.ts') ? wanted : `${wanted}/**/*.ts`] }];
};
