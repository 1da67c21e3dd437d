import { type Attachment, SESv2Client, SendEmailCommand } from '@aws-sdk/client-sesv2';
import type { EmailProvider, InlineImage, MessageAnswer } from '../../ports/message-provider.ts';
import { type AwsFailure, answerToFailure, CLIENT_LIMITS } from './aws-failure.ts';
import { mailbox } from './mailbox.ts';

/** How the stage sends e-mail. */
interface AwsEmailSettings {
  /** The stage's own address. Dealers add a display name and a reply-to. */
  readonly from: string;
  readonly configurationSet: string;
}

const UTF_8 = 'UTF-8';

const attachmentOf = ({ contentId, fileName, base64 }: InlineImage): Attachment => ({
  RawContent: Buffer.from(base64, 'base64'),
  FileName: fileName,
  ContentType: 'image/png',
  ContentDisposition: 'INLINE',
  ContentId: contentId,
  ContentTransferEncoding: 'BASE64',
});

const refusalOf = ({ name }: AwsFailure): MessageAnswer | undefined => {
  if (name === 'MessageRejected') return { kind: 'refused', reason: 'sender-not-allowed', detail: name };
  return name === 'BadRequestException' ? { kind: 'refused', reason: 'message-not-valid', detail: name } : undefined;
};

/** E-mails through SES. The service writes the headers from named fields, so no text can add a line to them. */
export const awsEmail = ({ from, configurationSet }: AwsEmailSettings): EmailProvider => {
  // Most deliveries are webhooks, so the client is made for the first message.
  let client: SESv2Client | undefined;
  return {
    name: 'aws-email',
    sendEmail: async ({ to, fromName, replyTo, subject, text, html, images, reference }) => {
      try {
        client ??= new SESv2Client(CLIENT_LIMITS);
        const answer = await client.send(
          new SendEmailCommand({
            FromEmailAddress: mailbox(fromName, from),
            Destination: { ToAddresses: [to] },
            ...(replyTo === undefined ? {} : { ReplyToAddresses: [replyTo] }),
            Content: {
              Simple: {
                Subject: { Data: subject, Charset: UTF_8 },
                Body: { Text: { Data: text, Charset: UTF_8 }, Html: { Data: html, Charset: UTF_8 } },
                ...(images.length === 0 ? {} : { Attachments: images.map(attachmentOf) }),
              },
            },
            ConfigurationSetName: configurationSet,
            EmailTags: [{ Name: 'reference', Value: reference }],
          }),
        );
        return answer.MessageId === undefined
          ? { kind: 'unknown', detail: 'NoMessageId' }
          : { kind: 'accepted', messageId: answer.MessageId };
      } catch (error) {
        return answerToFailure(error, refusalOf);
      }
    },
  };
};
