/** Every field of a type by its name, given or undefined: one that a reader forgets does not compile. */
export type EveryField<Fields> = { readonly [Field in keyof Required<Fields>]: Fields[Field] };

/** Takes what a reader left of a request's members. A member of the contract that is not read does not compile. */
export const noneLeft = (_others: Readonly<Record<string, never>>): void => undefined;
