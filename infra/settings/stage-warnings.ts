import { concurrencyWarning } from './reserved-concurrency.ts';
import type { StageSettings } from './stage-config.ts';

/** Something that a stage can do without, though an operator would miss it. */
export interface StageWarning {
  /** Names the warning for those who acknowledge it. */
  readonly id: string;
  readonly message: string;
}

type Warned = Pick<
  StageSettings,
  'name' | 'kind' | 'gatewayHosts' | 'accountConcurrency' | 'monthlyBudgetUsd' | 'reservedConcurrency'
>;

const warningsOf = (settings: Warned): readonly StageWarning[] => {
  const { gatewayHosts, accountConcurrency, monthlyBudgetUsd } = settings;
  const concurrency = concurrencyWarning(settings);
  return [
    ...(gatewayHosts.length === 0
      ? [
          {
            id: 'no-gateway-hosts',
            message:
              '"gatewayHosts" is empty: no bank may be called, so nothing can be paid. Name the gateways of its banks.',
          },
        ]
      : []),
    ...(accountConcurrency === undefined
      ? [
          {
            id: 'no-account-concurrency',
            message: '"accountConcurrency" is absent: no alarm rings before Lambda runs out of room in the account.',
          },
        ]
      : []),
    ...(monthlyBudgetUsd === undefined
      ? [
          {
            id: 'no-monthly-budget',
            message: '"monthlyBudgetUsd" is absent: nobody hears of it when the account costs more than it should.',
          },
        ]
      : []),
    ...(concurrency === undefined ? [] : [{ id: 'no-reserved-concurrency', message: concurrency }]),
  ];
};

/** What synthesis says of a production stage that could not be run well. A sandbox stage needs none of it. */
export const stageWarnings = (settings: Warned): readonly StageWarning[] =>
  settings.kind === 'production'
    ? warningsOf(settings).map(({ id, message }) => ({ id, message: `Stage "${settings.name}": ${message}` }))
    : [];
