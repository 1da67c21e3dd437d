import type { Definition } from '../domain/link/definition.ts';

export interface Definitions {
  /**
   * A definition of any dealer: ids are unique over all dealers. Undefined when there is none (decisions: definitions).
   */
  find(dealerCustomerTypeId: number): Promise<Definition | undefined>;
}
