import { CfnBudget } from 'aws-cdk-lib/aws-budgets';
import type { Construct } from 'constructs';
import type { StageSettings } from '../settings/stage-config.ts';

/** Heading of its entry in shared/docs/runbook.md. A budget has no description that could name it. */
export const BUDGET_ENTRY = 'AccountBudget';

/**
 * What the account may cost in a month, where the stage says so. The receivers of alarms hear when four fifths are spent, and
 * when the month is expected to cost more. AWS sends it by itself, so it needs no right on a key or topic of ours.
 */
export const accountBudget = (scope: Construct, settings: StageSettings): CfnBudget | undefined => {
  const { name, monthlyBudgetUsd, alarmEmail, alarmTopicArn } = settings;
  if (monthlyBudgetUsd === undefined) return undefined;
  const subscribers = [
    ...(alarmEmail === undefined ? [] : [{ subscriptionType: 'EMAIL', address: alarmEmail }]),
    ...(alarmTopicArn === undefined ? [] : [{ subscriptionType: 'SNS', address: alarmTopicArn }]),
  ];
  const notice = (notificationType: 'ACTUAL' | 'FORECASTED', threshold: number) => ({
    notification: { notificationType, comparisonOperator: 'GREATER_THAN', threshold, thresholdType: 'PERCENTAGE' },
    subscribers,
  });
  return new CfnBudget(scope, BUDGET_ENTRY, {
    budget: {
      budgetName: `payment-link-${name}`,
      budgetType: 'COST',
      timeUnit: 'MONTHLY',
      budgetLimit: { amount: monthlyBudgetUsd, unit: 'USD' },
    },
    // A sandbox stage may have nobody who hears its alarms, and a notice needs somebody.
    ...(subscribers.length === 0
      ? {}
      : { notificationsWithSubscribers: [notice('ACTUAL', 80), notice('FORECASTED', 100)] }),
  });
};
