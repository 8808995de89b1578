import { airtelMoney } from './airtel-money/index.ts';
import { fedapay } from './fedapay/index.ts';
import { mpesaDaraja } from './mpesa-daraja/index.ts';
import { mtnMomo } from './mtn-momo/index.ts';
import { orangeMoney } from './orange-money/index.ts';
import { pawapay } from './pawapay/index.ts';
import type { Provider } from './provider.ts';
import { wave } from './wave/index.ts';

/** Every provider that a merchant can have accounts with, in the order in which they are listed. */
export const providers: readonly Provider[] = [
  pawapay,
  mtnMomo,
  wave,
  mpesaDaraja,
  fedapay,
  orangeMoney,
  airtelMoney,
];
