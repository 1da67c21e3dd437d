import type { ChannelKind, Delivery } from './delivery.ts';

/** Channels whose receivers tell a repeat by the id of its event: a delivery that is done may be sent again. */
const TELLS_REPEATS: Readonly<Record<ChannelKind, boolean>> = {
  webhook: true,
  notice: true,
  sms: false,
  email: false,
  receipt: false,
  'desk-mail': false,
};

/** True if an operator may have a delivery by this channel sent again. */
export const isResendable = ({ channel }: Pick<Delivery, 'channel'>): boolean => TELLS_REPEATS[channel.kind];

/** A delivery that begins anew, with all its tries; undefined while it waits anyway. */
export const resend = (delivery: Delivery, nowMs: number): Delivery | undefined => {
  if (delivery.state === 'waiting') return undefined;
  const { endedAtMs: _over, ...rest } = delivery;
  return { ...rest, state: 'waiting', version: delivery.version + 1, tries: 0, dueAtMs: nowMs };
};
