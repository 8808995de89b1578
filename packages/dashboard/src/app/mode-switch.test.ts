import { expect, test } from 'vitest';
import { sectionOf } from './mode-switch.tsx';

test.each([
  ['/mer_1/test/overview', 'overview'],
  ['/mer_1/test/payments/pay_1', 'payments'],
  ['/mer_1/live/developers/webhooks/we_1', 'developers/webhooks'],
  ['/mer_1/test/developers/sandbox', 'developers'],
  ['/mer_1/test/settings/routing', 'settings/routing'],
  ['/mer_1/test', ''],
])('the path %s leads to %j in the other mode', (pathname, section) => {
  expect(sectionOf(pathname)).toBe(section);
});
