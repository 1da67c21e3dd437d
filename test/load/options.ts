import { parseArgs } from 'node:util';

/** Kinds of traffic with their share of the arrivals, where the command line does not say other. */
export const usualMix = {
  lookup: 30,
  list: 5,
  link: 15,
  page: 20,
  quote: 10,
  payment: 8,
  direct: 9,
  refund: 3,
} as const;

export type Kind = keyof typeof usualMix;
export const kinds = Object.keys(usualMix) as readonly Kind[];

/** What a run does. It ends after so many seconds or, if that is sooner, so many arrivals. */
export interface LoadOptions {
  readonly seconds: number;
  readonly count: number;
  /** Arrivals a second, whatever becomes of the earlier ones. */
  readonly rate: number;
  /** Most arrivals in progress. One above it is not begun, which is an error. */
  readonly atOnce: number;
  readonly seed: number;
  readonly mix: Readonly<Record<Kind, number>>;
  /** A service that runs already; the run starts one of its own when absent. */
  readonly address: string | undefined;
  readonly dataDir: string;
}

const MAX_SECONDS = 86_400;
const MAX_COUNT = 10_000_000;
const MAX_RATE = 1000;
const MAX_AT_ONCE = 500;
/** The cards of the payers take ten attempts in ten minutes each (rule 33). */
const MAX_PAYMENTS_PER_SECOND = 0.6;
const ATTEMPTS_AT_FIRST = 400;

const settings = {
  seconds: { type: 'string', default: '60' },
  count: { type: 'string', default: String(MAX_COUNT) },
  rate: { type: 'string', default: '2' },
  'at-once': { type: 'string', default: '50' },
  seed: { type: 'string', default: '1' },
  mix: { type: 'string', default: '' },
  address: { type: 'string' },
  'data-dir': { type: 'string', default: '.local' },
} as const;

const numberOf = (name: string, text: string, max: number): number => {
  const value = /^\d{1,9}(?:\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  if (value > 0 && value <= max) return value;
  throw new Error(`--${name} is "${text}": it must be a number above 0 and at most ${max}.`);
};

const wholeOf = (name: string, text: string, max: number): number => {
  const value = numberOf(name, text, max);
  if (Number.isInteger(value)) return value;
  throw new Error(`--${name} is "${text}": it must be a whole number.`);
};

/** `payment=20,list=0`: shares of kinds that are not named stay as usual. */
const mixOf = (text: string): LoadOptions['mix'] => {
  const given = text
    .split(',')
    .filter((one) => one !== '')
    .map((one) => {
      const [, kind, share] = /^([a-z]+)=(\d{1,4})$/.exec(one) ?? [];
      if (kind !== undefined && kind in usualMix) return [kind, Number(share)] as const;
      throw new Error(`--mix has "${one}": it must be kind=share; the kinds are ${kinds.join(', ')}.`);
    });
  const mix: LoadOptions['mix'] = { ...usualMix, ...Object.fromEntries(given) };
  if (Object.values(mix).every((share) => share === 0)) throw new Error('--mix leaves nothing to do.');
  return mix;
};

/** The service is on this machine: a load run must never reach anybody else's. */
const loopbackOf = (text: string): string => {
  const url = URL.parse(text);
  const isOwn = url?.protocol === 'http:' && /^(?:127(?:\.\d{1,3}){3}|localhost|\[::1\])$/.test(url.hostname);
  if (isOwn) return url.origin;
  throw new Error(`--address is "${text}": it must be http on this machine, such as http://127.0.0.1:3000.`);
};

const refuseTooManyPayments = ({ mix, rate, seconds, count }: LoadOptions): void => {
  const share = mix.payment / Object.values(mix).reduce((sum, one) => sum + one, 0);
  const payments = share * Math.min(count, rate * seconds);
  if (payments <= ATTEMPTS_AT_FIRST || share * rate <= MAX_PAYMENTS_PER_SECOND) return;
  throw new Error(
    `${(share * rate).toFixed(2)} payments a second are more than the test cards take (rule 33): ask for at most ${MAX_PAYMENTS_PER_SECOND}, by --rate or --mix payment=….`,
  );
};

/** Reads the command line. Throws a sentence about what is wrong. */
export const readOptions = (given: readonly string[]): LoadOptions => {
  const { values } = parseArgs({ args: [...given], options: settings, strict: true });
  const options = {
    seconds: numberOf('seconds', values.seconds, MAX_SECONDS),
    count: wholeOf('count', values.count, MAX_COUNT),
    rate: numberOf('rate', values.rate, MAX_RATE),
    atOnce: wholeOf('at-once', values['at-once'], MAX_AT_ONCE),
    seed: wholeOf('seed', values.seed, 2 ** 31),
    mix: mixOf(values.mix),
    address: values.address === undefined ? undefined : loopbackOf(values.address),
    dataDir: values['data-dir'],
  };
  refuseTooManyPayments(options);
  return options;
};
