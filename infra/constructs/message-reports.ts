import { Duration } from 'aws-cdk-lib';
import { EventBus, Rule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { ConfigurationSet, EmailSendingEvent, EventDestination } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import { emailEventsName } from '../settings/messaging-settings.ts';
import type { StageSettings } from '../settings/stage-config.ts';

/** Inputs: the stage, and the function that notes the reports. */
interface MessageReportsProps {
  readonly settings: StageSettings;
  readonly notes: LambdaFunction;
}

/** Leads what the message services report to the function that notes it. A channel that is not set up has no rule. */
export const feedMessageReports = (stack: Construct, { settings, notes }: MessageReportsProps): void => {
  const { name, messaging } = settings;
  const scope = new Construct(stack, 'MessageReports');
  const target = new LambdaTarget(notes, { retryAttempts: 10, maxEventAge: Duration.hours(2) });
  if (messaging.sms !== undefined) {
    const rule = new Rule(scope, 'Sms', {
      description: `What became of SMS (${name})`,
      eventPattern: { source: ['aws.sms-voice'], detailType: ['Text Message Delivery Status Updated'] },
    });
    rule.addTarget(target);
  }
  if (messaging.email !== undefined) {
    tellEmailEvents(scope, name);
    const rule = new Rule(scope, 'Email', {
      description: `What became of e-mails (${name})`,
      // Stages of one account share its bus.
      eventPattern: {
        source: ['aws.ses'],
        detail: { mail: { tags: { 'ses:configuration-set': [emailEventsName(name)] } } },
      },
    });
    rule.addTarget(target);
  }
};

/** E-mails that name the configuration set are reported on the account's bus. */
const tellEmailEvents = (scope: Construct, stage: string): void => {
  const set = new ConfigurationSet(scope, 'EmailEvents', {
    configurationSetName: emailEventsName(stage),
    reputationMetrics: true,
  });
  set.addEventDestination('Bus', {
    destination: EventDestination.eventBus(EventBus.fromEventBusName(scope, 'DefaultBus', 'default')),
    events: [
      EmailSendingEvent.DELIVERY,
      EmailSendingEvent.BOUNCE,
      EmailSendingEvent.COMPLAINT,
      EmailSendingEvent.REJECT,
      EmailSendingEvent.RENDERING_FAILURE,
    ],
  });
};
