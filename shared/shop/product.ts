import { minor } from '../domain/money/money.ts';

/** What the shop sells at one price, each by a payment of its own. */
export const product = {
  name: 'Two tea glasses with saucers',
  words: 'Thin-waisted, mouth-blown, 110 ml each. They hold one hot tea long enough for a talk.',
  amount: minor(34_990),
  currency: 'TL',
} as const;

/** A course for a few: each of its days has a reusable link of its own, with a fixed amount and as many places. */
export const course = {
  name: 'Pottery course',
  words: 'Make a tea bowl of your own, glazed and fired. Two hours, all material.',
  amount: minor(125_000),
  currency: 'TL',
  places: 12,
  begin: '10:00',
} as const;

/** Who pays it chooses the amount: one reusable link for everybody. */
export const gift = {
  name: 'Tea for whoever comes next',
  words: 'A tea that is paid for waits for somebody who cannot pay. Give what you like.',
  least: minor(1000),
  most: minor(100_000),
  suggested: [minor(2500), minor(5000), minor(10_000)],
  currency: 'TL',
} as const;
