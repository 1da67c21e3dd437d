import type { Definition } from '../domain/link/definition.ts';

export interface Definitions {
  /** A definition of any dealer: ids are unique over all of them (wire facts). Undefined when there is none. */
  find(dealerCustomerTypeId: number): Promise<Definition | undefined>;
}
