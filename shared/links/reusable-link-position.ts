import type { ReusableLink } from '../domain/reusable-link/reusable-link.ts';

/** The place of a link in the list of its dealer: time in milliseconds and name. */
type LinkPosition = Pick<ReusableLink, 'createdAtMs' | 'name'>;

export const LINK_POSITION = /^\d{1,15}#[a-z2-7]{26}$/;

export const positionOfLink = ({ createdAtMs, name }: LinkPosition): string => `${createdAtMs}#${name}`;

export const linkAtPosition = (position: string): LinkPosition => {
  const [createdAt = '', name = ''] = position.split('#');
  return { createdAtMs: Number(createdAt), name };
};
