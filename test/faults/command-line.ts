import { parseArgs } from 'node:util';

/** What `npm run faults` is asked to do. */
export type FaultsCall =
  /** One seed with its story. */
  | { readonly how: 'one'; readonly kind: string; readonly seed: number }
  /** Kinds one after the other, in this process. */
  | { readonly how: 'in-turn'; readonly kinds: readonly string[]; readonly first: number; readonly seeds?: number }
  /** Kinds side by side over the cores, from where the last run of this state stopped. */
  | {
      readonly how: 'all';
      readonly kinds: readonly string[];
      readonly cores: number;
      readonly folder: string;
      readonly wanted?: number;
      readonly minutes?: number;
    };

/** An option that cannot be meant, in a sentence. */
export class WrongOption extends Error {
  override readonly name = 'WrongOption';
}

const options = {
  all: { type: 'boolean' },
  kind: { type: 'string', multiple: true },
  seed: { type: 'string' },
  seeds: { type: 'string' },
  first: { type: 'string' },
  minutes: { type: 'string' },
  cores: { type: 'string' },
  folder: { type: 'string' },
} as const;

type Option = keyof typeof options;
type Values = ReturnType<typeof parse>;

const parse = (argv: readonly string[]) => parseArgs({ args: [...argv], options, strict: true }).values;

const NAMES = Object.keys(options).map((name) => `--${name}`);

const parsed = (argv: readonly string[]): Values => {
  try {
    return parse(argv);
  } catch (error) {
    const [said = 'The options cannot be read'] = error instanceof Error ? error.message.split('. ') : [];
    throw new WrongOption(`${said}. Options are ${NAMES.join(', ')}.`);
  }
};

const MOST_SEEDS = 10_000_000;
const MOST_CORES = 256;

const whole = (values: Values, name: Option, most: number): number | undefined => {
  const text = values[name];
  if (typeof text !== 'string') return undefined;
  const value = Number(text);
  if (!/^\d+$/.test(text) || value < 1 || value > most) {
    throw new WrongOption(`--${name} is a whole number from 1 to ${most}, not "${text}".`);
  }
  return value;
};

const MOST_MINUTES = 10_080;

const minutesOf = ({ minutes: text }: Values): number | undefined => {
  if (text === undefined) return undefined;
  const value = Number(text);
  if (!/^\d+(?:\.\d+)?$/.test(text) || value <= 0 || value > MOST_MINUTES) {
    throw new WrongOption(`--minutes is a number above 0, at most ${MOST_MINUTES}, not "${text}".`);
  }
  return value;
};

const refuse = (values: Values, names: readonly Option[], why: string): void => {
  const [given] = names.filter((name) => values[name] !== undefined);
  if (given !== undefined) throw new WrongOption(`--${given} ${why}.`);
};

const kindsIn = ({ kind: asked }: Values, known: readonly string[]): readonly string[] => {
  const unknown = asked?.find((name) => !known.includes(name));
  if (unknown !== undefined) throw new WrongOption(`There is no kind "${unknown}". Kinds are ${known.join(', ')}.`);
  return asked === undefined ? known : known.filter((name) => asked.includes(name));
};

/** Reads the options. Throws WrongOption with a sentence. */
export const readFaultsCall = (
  argv: readonly string[],
  { kinds: known, cores }: { readonly kinds: readonly string[]; readonly cores: number },
): FaultsCall => {
  const values = parsed(argv);
  const kinds = kindsIn(values, known);
  const seeds = whole(values, 'seeds', MOST_SEEDS);
  if (values.all === true) {
    refuse(values, ['seed', 'first'], 'does not go with --all, which begins with seed 1');
    const minutes = minutesOf(values);
    return {
      how: 'all',
      kinds,
      cores: whole(values, 'cores', MOST_CORES) ?? cores,
      folder: values.folder ?? '.faults',
      ...(seeds === undefined ? {} : { wanted: seeds }),
      ...(minutes === undefined ? {} : { minutes }),
    };
  }
  refuse(values, ['minutes', 'cores', 'folder'], 'goes with --all only');
  const seed = whole(values, 'seed', MOST_SEEDS);
  if (seed === undefined) {
    const first = whole(values, 'first', MOST_SEEDS) ?? 1;
    return { how: 'in-turn', kinds, first, ...(seeds === undefined ? {} : { seeds }) };
  }
  refuse(values, ['seeds', 'first'], 'does not go with --seed, which is one seed');
  const [kind, ...others] = kinds;
  if (kind === undefined || others.length > 0) throw new WrongOption('--seed needs one --kind.');
  return { how: 'one', kind, seed };
};
