import { type Metrics, MetricUnit } from '@aws-lambda-powertools/metrics';

/** The numbers of a run by their names: those that an alarm or a dashboard reads, and those that only the line tells. */
export interface RunNumbers {
  readonly counted: Readonly<Record<string, string>>;
  readonly noted?: Readonly<Record<string, string>>;
  readonly numbers: Readonly<Record<string, number>>;
}

/**
 * Writes the line of a run. A metric is paid for in each hour in which it is written, so a number that is 0 is a plain field of
 * the line: no alarm tells 0 from no data. So is one that nothing but the log reads. A run without anything to count and without a
 * heartbeat writes nothing.
 */
export const publishRun = (metrics: Metrics, { counted, noted = {}, numbers }: RunNumbers): void => {
  // Powertools takes texts alone by its types, and writes a number as the number that queries need.
  const note = (name: string, value: number): unknown => metrics.addMetadata(name, value as unknown as string);
  for (const [number, name] of Object.entries(counted)) {
    const value = numbers[number] ?? 0;
    if (value === 0) note(name, value);
    else metrics.addMetric(name, MetricUnit.Count, value);
  }
  for (const [number, name] of Object.entries(noted)) note(name, numbers[number] ?? 0);
  if (metrics.hasStoredMetrics()) metrics.publishStoredMetrics();
  else metrics.clearMetadata();
};
