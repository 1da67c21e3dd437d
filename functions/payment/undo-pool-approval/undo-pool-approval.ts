import { omitUndefined } from '../../../shared/domain/omit-undefined.ts';
import { readValue, type UseCase } from '../../../shared/http/operation-handler.ts';
import { type PoolRequest, poolAnswer, poolFieldsOf } from '../../../shared/http/pool-fields.ts';
import { subDealerIdsOf } from '../../../shared/http/step-shares.ts';
import type { AskForStepDependencies } from '../../../shared/payment-flow/ask-for-step.ts';
import { carryOutPoolUndo } from '../../../shared/payment-flow/pool-step.ts';

/** Undoes the approval of pooled money, of all shares or of single sub-dealers (decisions: pool), by rules 11, 40. */
export const undoApproval =
  (deps: AskForStepDependencies): UseCase<PoolRequest> =>
  async ({ dealer, read }) => {
    const { clientIp, shares, ...ids } = poolFieldsOf(readValue(read));
    const asker = { by: 'dealer', ...omitUndefined({ clientIp }) } as const;
    return poolAnswer(await carryOutPoolUndo(deps, { dealer, ids, asker }, subDealerIdsOf(shares)));
  };
