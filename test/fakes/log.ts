import type { Answer, AnswerMetrics, Log, LogFields } from '../../shared/observability/log.ts';

export interface LogLine {
  readonly level: keyof Log;
  readonly event: string;
  readonly fields: LogFields;
}

/** A log that keeps its lines. */
export class FakeLog implements Log {
  readonly lines: LogLine[] = [];

  info(event: string, fields: LogFields): void {
    this.lines.push({ level: 'info', event, fields });
  }

  warn(event: string, fields: LogFields): void {
    this.lines.push({ level: 'warn', event, fields });
  }

  error(event: string, fields: LogFields): void {
    this.lines.push({ level: 'error', event, fields });
  }
}

/** Metrics that keep what was answered. */
export class FakeMetrics implements AnswerMetrics {
  readonly answers: Answer[] = [];

  answered(answer: Answer): void {
    this.answers.push(answer);
  }
}
