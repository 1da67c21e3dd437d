import { type App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';

// Apart from the app: the rules take long to load, and a run on one machine does not check them.

/** Runs the AwsSolutions rules at synthesis, which fails on every finding that nobody has acknowledged. */
export const checkWithNag = (app: App): void => {
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
};
