import { makeAirtelMoney } from './airtel-money/make.ts';
import type { Simulator, World } from './contract.ts';
import { makeFedapay } from './fedapay/make.ts';
import { simulatedCertificate } from './mpesa-daraja/certificate.ts';
import { makeDaraja } from './mpesa-daraja/make-daraja.ts';
import { makeSimulatedMtnMomo, mtnMomoAccount } from './mtn-momo/simulated.ts';
import { orangeMoneyAccount, otherOrangeAccounts } from './orange-money/accounts.ts';
import { makeOrangeMoney } from './orange-money/index.ts';
import { makePawapay } from './pawapay/simulator.ts';
import { makeWave } from './wave/make-wave.ts';

/** One simulator as `npm run simulators` starts it. */
export interface SimulatorEntry {
  /** The id of the connector: `mtn-momo`. */
  readonly id: string;
  readonly port: number;
  make(world: World): Simulator;
  /** Settings of an account that works with this simulator, by their names in the connector's configuration. */
  account(base_url: string): AccountSettings;
  /** Accounts for its other contracts, by name. */
  more_accounts?(base_url: string): Readonly<Record<string, AccountSettings>>;
}

export type AccountSettings = Readonly<Record<string, string | number | boolean>>;

/** Every simulator, by port. Ports are fixed, because accounts store them. */
export const simulators: readonly SimulatorEntry[] = [
  {
    id: 'pawapay',
    port: 4101,
    make: (world) => makePawapay(world, { api_token: 'simulated-token', redirect_after_ms: 400 }),
    account: (base_url) => ({ base_url, api_token: 'simulated-token' }),
  },
  { id: 'mtn-momo', port: 4102, make: makeSimulatedMtnMomo, account: mtnMomoAccount },
  {
    id: 'wave',
    port: 4103,
    make: (world) => makeWave(world),
    account: (base_url) => ({
      base_url,
      country: 'SN',
      api_key: 'wave_sn_prod_simulated',
      webhook_secret: 'wave_sn_WHS_simulated',
    }),
  },
  {
    id: 'mpesa-daraja',
    port: 4104,
    make: (world) => makeDaraja(world),
    account: (base_url) => ({
      base_url,
      environment: 'sandbox',
      consumer_key: 'simulated-consumer-key',
      consumer_secret: 'simulated-consumer-secret',
      short_code: '600100',
      passkey: 'simulated-passkey',
      callback_key: 'a simulated key for callbacks',
      initiator_name: 'testapi',
      initiator_password: 'simulated-password',
      certificate: simulatedCertificate,
    }),
  },
  {
    id: 'orange-money',
    port: 4105,
    make: (world) => makeOrangeMoney(world),
    account: orangeMoneyAccount,
    more_accounts: otherOrangeAccounts,
  },
  {
    id: 'fedapay',
    port: 4106,
    make: (world) =>
      makeFedapay(world, { secret_key: 'sk_sandbox_simulator', webhook_secret: 'wh_sandbox_simulator' }),
    account: (base_url) => ({
      base_url: `${base_url}/v1`,
      secret_key: 'sk_sandbox_simulator',
      webhook_secret: 'wh_sandbox_simulator',
      payout_modes: 'moov_bj=moov moov_tg=moov_tg togocel_tg=togocel',
    }),
  },
  {
    id: 'airtel-money',
    port: 4107,
    make: (world) =>
      makeAirtelMoney(world, {
        client_id: 'simulator',
        client_secret: 'secret-of-the-simulator',
        country: 'UG',
        currency: 'UGX',
        pin: '1234',
        pin_padding: 'pkcs1',
        message_signing: false,
        callback_key: 'callback-key-of-the-simulator',
      }),
    account: (base_url) => ({
      base_url,
      country: 'UG',
      client_id: 'simulator',
      client_secret: 'secret-of-the-simulator',
      pin: '1234',
      callback_key: 'callback-key-of-the-simulator',
    }),
  },
];
