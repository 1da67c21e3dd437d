import type { StageSettings } from './stage-config.ts';

/**
 * The functions that need instances of their own in production: those that charge, so that a bank that hangs takes no
 * others; operators' commands, which pause charging; and the sweeper, which settles what an outage leaves (rule 23).
 */
export const functionsToReserve: readonly string[] = [
  'make-direct-payment',
  'start-payment',
  'pay-with-stored-card',
  'open-3d-payment',
  'open-stored-card-payment',
  'complete-3d',
  'operate',
  'reconcile-payments',
  'charge-plans',
];

/** What synthesis says of a production stage whose functions share all instances; undefined of any other. */
export const concurrencyWarning = ({
  kind,
  reservedConcurrency,
}: Pick<StageSettings, 'kind' | 'reservedConcurrency'>): string | undefined => {
  const missing = functionsToReserve.filter((name) => reservedConcurrency[name] === undefined);
  if (kind !== 'production' || missing.length === 0) return undefined;
  return `No reserved concurrency: ${missing.join(', ')}. A busy function can take all instances of the account; see "Instances of functions" in shared/docs/deploy.md.`;
};
