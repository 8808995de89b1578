import { makeProviderWorld } from '../conformance/provider-world.ts';
import { exerciseOperator } from '../conformance.ts';
import { settingOf, signed } from './test-support.ts';

exerciseOperator('pawapay, unsigned', () => makeProviderWorld(settingOf({}, {})));

exerciseOperator('pawapay, signed', () => makeProviderWorld(signed));

exerciseOperator('pawapay, to an operator with its own page', () =>
  makeProviderWorld({
    ...settingOf({ callback_signature: 'raw' }, { signed_callbacks: true }),
    operator: 'wave_ci',
    phone: '+2250500000001',
    provider_phone: '2250500000001',
    never: ['settles at once', 'asks for a code'],
  }),
);
