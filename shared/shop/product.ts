import { minor } from '../domain/money/money.ts';

/** What the shop sells: one thing, at one price. */
export const product = {
  name: 'Two tea glasses with saucers',
  words: 'Thin-waisted, mouth-blown, 110 ml each. They hold one hot tea long enough for a talk.',
  amount: minor(34_990),
  currency: 'TL',
} as const;
