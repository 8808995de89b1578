import { makeProviderWorld } from '../conformance/provider-world.ts';
import type { World } from '../conformance/world.ts';
import { exerciseOperator } from '../conformance.ts';
import { variants } from './settings.ts';
import { followingRedirects, remembering, settings } from './test-support.ts';

for (const variant of variants) {
  const setting = settings[variant];
  exerciseOperator(`orange-money (${variant})`, async (): Promise<World> => {
    const world = await makeProviderWorld(setting);
    const remembered = remembering(world.connector, { answers: variant === 'burkina' });
    return {
      ...world,
      connector: followingRedirects(remembered, setting.provider_phone),
      makeRequest: (situation) => {
        const request = world.makeRequest(situation);
        return request && { ...request, otp: setting.otp?.right ?? null };
      },
    };
  });
}
