/** A group of operations in the published document. */
interface Tag {
  readonly name: string;
  readonly description: string;
  /** Matches the paths of its operations; the first tag that matches takes an operation. */
  readonly paths: RegExp;
}

const tags: readonly Tag[] = [
  {
    name: 'Payment links',
    description: 'Links that a payer opens: create, read, cancel and send them.',
    paths: /^\/PaymentUserPos\//,
  },
  {
    name: '3D payments',
    description: 'Payments of one card with 3D Secure, on a page of this service or in a frame of the shop.',
    paths: /^\/PaymentDealer\/\w*ThreeD/,
  },
  {
    name: 'After the charge',
    description: 'Capture, void, refund, and the pool.',
    paths: /^\/PaymentDealer\/(?:DoCapture|DoVoid|DoCreateRefundRequest|\w*Pool)/,
  },
  {
    name: 'Prices and cards',
    description: 'The bank of a card, and what a card pays.',
    paths: /^\/PaymentDealer\/(?:GetBankCard|DoCalc)/,
  },
  {
    name: 'Payments',
    description: 'Charges without 3D Secure, and what became of payments.',
    paths: /^\/PaymentDealer\//,
  },
  {
    name: 'Customers and cards',
    description: 'Customers of a dealer and their stored cards.',
    paths: /^\/DealerCustomer/,
  },
  {
    name: 'Products and schedules',
    description: 'What recurring sales name: what is sold, and on which days it is charged.',
    paths: /^\/DealerSale\/\w*(?:Product|Schedule)/,
  },
  {
    name: 'Payment plans',
    description: 'The steps of recurring sales: what is charged on one day, its tries, and sums.',
    paths: /^\/DealerSale\/\w*PaymentPlan/,
  },
  {
    name: 'Recurring sales',
    description: 'Sales that charge a stored card on the days of a schedule.',
    paths: /^\/DealerSale/,
  },
  { name: 'Dealers', description: 'The dealer and its sub-dealers.', paths: /^\/Dealer/ },
];

/** The tag of the operation at a path. Throws on a path that no tag takes. */
export const tagOf = (path: string): string => {
  const found = tags.find(({ paths }) => paths.test(path));
  if (found === undefined) throw new Error(`No tag takes ${path}: add one to infra/docs/tags.ts.`);
  return found.name;
};

/** The tags that the paths use, in their order. */
export const tagsOf = (paths: readonly string[]): readonly Pick<Tag, 'name' | 'description'>[] => {
  const used = new Set(paths.map(tagOf));
  return tags.filter(({ name }) => used.has(name)).map(({ name, description }) => ({ name, description }));
};
