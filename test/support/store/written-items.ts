/** An item, or the key of one, in DynamoDB's typed values. */
export type Item = Readonly<Record<string, { readonly S?: string }>>;

/** The items of a write, or their keys where they are not put whole, condition checks included: they are billed too. */
export const writesIn = (body: string): readonly Item[] => {
  type Action = Readonly<Record<'Key' | 'Item', Item>>;
  const { TransactItems, ...single } = JSON.parse(body) as Action & { TransactItems?: Record<string, Action>[] };
  const actions = TransactItems?.flatMap((one) => Object.values(one)) ?? [single];
  return actions.map(({ Key, Item }) => Item ?? Key);
};

/** Whether a write puts a whole item, which carries more than its key. */
export const isPut = (item: Item): boolean => Object.keys(item).length > 2;

export const keyOf = ({ pk, sk }: Item): string => `${pk?.S} ${sk?.S}`;
