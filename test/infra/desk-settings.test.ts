import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { stageSettings } from '../../infra/settings/stage-config.ts';
import { certificateOf, deskBehindEdge, edge, nameOf } from './desk-settings.ts';
import { contextOf } from './stage-templates.ts';

describe('Settings of the desk', () => {
  const refusal = (desk: unknown, more: Record<string, unknown> = {}): string => {
    const { stage, stages } = contextOf('production');
    const production = {
      ...z.record(z.string(), z.record(z.string(), z.unknown())).parse(stages).production,
      ...more,
      desk,
    };
    try {
      stageSettings({ stage, stages: { production } });
    } catch (error) {
      return error instanceof Error ? error.message : String(error);
    }
    return 'taken';
  };
  const domain = nameOf('desk.example.com');
  const behind = { domain: nameOf('pay.example.com'), edge };
  const way = deskBehindEdge.edge;

  test.each([
    ['everything', deskBehindEdge, behind],
    ['nothing', {}, {}],
    ['a domain and no edge', { domain }, {}],
    ['an edge in front of the API alone', {}, behind],
    [
      'a throttle of its route',
      {},
      { throttling: { ratePerSecond: 9, burst: 9, routes: { 'POST /desk/sign-in': { ratePerSecond: 1, burst: 1 } } } },
    ],
  ])('are taken with %s', (_case, desk, more) => {
    expect(refusal(desk, more)).toBe('taken');
  });

  const notABlock = 'desk.allowedNetworks.0: must be an IP address or a CIDR block, as 192.0.2.0/24';
  const refused: readonly {
    readonly desk: unknown;
    readonly beside?: Record<string, unknown>;
    readonly says: string;
  }[] = [
    {
      desk: { allowedNetworks: [] },
      says: 'desk.allowedNetworks: must name a network, or be left out: nobody could open the desk',
    },
    { desk: { allowedNetworks: ['192.0.2.4/24'] }, says: notABlock },
    { desk: { allowedNetworks: ['office.example.com'] }, says: notABlock },
    { desk: { networks: ['192.0.2.0/24'] }, says: 'desk: Unrecognized key: "networks"' },
    {
      desk: { domain: { ...domain, name: 'https://desk.example.com' } },
      says: 'desk.domain.name: must be a host name without scheme or path',
    },
    { desk: { domain, edge: way }, says: 'desk.edge is set, and the stage has no edge.' },
    { desk: { edge: way }, beside: behind, says: 'desk.edge is set, and there is no desk.domain that leads to it.' },
    {
      desk: { domain },
      beside: behind,
      says: 'the stage has an edge, and desk.domain would lead around it: set desk.edge.',
    },
    {
      desk: { domain, edge: { ...way, certificateArn: certificateOf('eu-central-1') } },
      beside: behind,
      says: 'desk.edge.certificateArn: must be of us-east-1',
    },
    {
      desk: { domain: behind.domain, edge: way },
      beside: behind,
      says: 'desk names "pay.example.com", which leads elsewhere.',
    },
    {
      desk: { domain, edge: { ...way, origin: edge.origin } },
      beside: behind,
      says: 'desk names "origin.example.com", which leads elsewhere.',
    },
    {
      desk: { domain, edge: { ...way, origin: domain } },
      beside: behind,
      says: 'desk names "desk.example.com", which leads elsewhere.',
    },
  ];
  test.each(refused)('that contradict are refused: $says', ({ desk, beside, says }) => {
    expect(refusal(desk, beside)).toBe(`Stage "production" is not valid: ${says}`);
  });

  test('name no throttle of a page in a stage that has none', () => {
    const throttling = { ratePerSecond: 9, burst: 9, routes: { 'POST /desk/sign-in': { ratePerSecond: 1, burst: 1 } } };
    expect(refusal(undefined, { throttling })).toContain('throttling.routes: "POST /desk/sign-in" is none of');
  });
});
