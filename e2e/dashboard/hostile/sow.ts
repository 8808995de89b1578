import type { Json } from '@guichet/server/testing/api';

/** The service that hostile texts are sent to, with objects that requests can refer to. */
export interface Ground {
  /** Creates a new checkout session. */
  checkout(): Promise<{ readonly token: string; readonly payment_id: string }>;
  /** Returns a paid payment, always the same one. */
  paid(): Promise<string>;
  /** Makes an attempt of the payment need review. @returns its id */
  needPerson(payment_id: string): Promise<string>;
  /** Creates a payout that awaits a second person's approval. */
  waitingPayout(): Promise<string>;
  /** Creates a payout that needs review. */
  stuckPayout(): Promise<string>;
  /** Uploads a file of payouts that can be confirmed. */
  checkedBatch(): Promise<string>;
  /** Creates a batch of payouts that awaits a second person's approval. */
  waitingBatch(): Promise<string>;
  /** Returns a recorded movement that can be corrected. */
  movement(): Promise<string>;
  /** Returns the payment link that an operation changes, always the same one. */
  paymentLink(operation: string): Promise<string>;
  invitation(): Promise<string>;
  passwordLink(): Promise<string>;
  account(): Promise<string>;
  endpoint(): Promise<string>;
}

/** The parts that a request needs to be accepted, in addition to the tested text. */
export interface Sowing {
  /** The parameters of the path, by name. */
  readonly params?: Readonly<Record<string, string>>;
  readonly body: Json;
}

let count = 0;
const unique = (): number => ++count;

const checkout = { amount: 500, currency: 'XOF', return_url: 'https://shop.example/thanks' };
const payout = () => ({
  ...{ amount: 100 + unique(), currency: 'XOF', operator: 'mtn_ci' },
  recipient: { phone: '+2250504030200' },
});
const payment_link = { title: 'Wax cloth', amount: 500, currency: 'XOF' };
const endpoint = () => ({ url: `https://shop.example/hooks/${unique()}` });
const provider_settings = {
  ...{ country: 'CI', api_key: 'wave_ci_prod_key', webhook_secret: 'wave_ci_WHS_secret' },
  base_url: 'http://127.0.0.1:9',
};

/** A request for each operation with text in its body, by operation id; the test fails if one is missing. */
export const sowings: Readonly<Record<string, (ground: Ground) => Promise<Sowing>>> = {
  initializeCheckout: async () => ({ body: checkout }),
  createPayment: async () => ({ body: { ...checkout, customer: { phone: '+2250504030200' } } }),
  createPayout: async () => ({ body: payout() }),
  createPaymentLink: async () => ({ body: payment_link }),
  updatePaymentLink: async (ground) => ({ params: { id: await ground.paymentLink('api') }, body: {} }),
  payCheckout: async (ground) => {
    const { token } = await ground.checkout();
    return { params: { token }, body: { operator: 'mtn_ci', phone: '+2250504030200' } };
  },

  updateMe: async () => ({ body: {} }),
  changeEmail: async () => ({ body: { email: `owner-${unique()}@shop.example` } }),
  prove: async () => ({ body: { password: 'wrong' } }),
  showInvitation: async (ground) => ({ body: { token: await ground.invitation() } }),
  acceptInvitation: async (ground) => ({
    body: { token: await ground.invitation(), name: 'Awa', password: 'seven green boats at noon' },
  }),
  setPasswordByLink: async (ground) => ({
    body: { token: await ground.passwordLink(), new_password: 'seven green boats at noon' },
  }),
  invite: async () => ({ body: { email: `guest-${unique()}@shop.example`, role: 'viewer' } }),

  startTrial: async () => ({ body: { amount: 500, currency: 'XOF' } }),
  makePaymentLink: async () => ({ body: payment_link }),
  changePaymentLink: async (ground) => ({ params: { id: await ground.paymentLink('dashboard') }, body: {} }),

  createTill: async () => ({ body: { name: `Till ${unique()}`, currency: 'XOF', language: 'fr' } }),
  addCashier: async () => ({ body: { name: `Cashier ${unique()}` } }),

  refundPayment: async (ground) => ({ params: { id: await ground.paid() }, body: { amount: 5 } }),
  resolvePayment: async (ground) => {
    const id = await ground.paid();
    const object_id = await ground.needPerson(id);
    return { params: { id }, body: { object_id, verdict: 'settled', note: 'Asked them' } };
  },
  resolvePayout: async (ground) => ({
    params: { id: await ground.stuckPayout() },
    body: { verdict: 'settled', note: 'Asked them' },
  }),
  orderPayout: async () => ({ body: payout() }),
  decidePayout: async (ground) => ({
    params: { id: await ground.waitingPayout() },
    body: { decision: 'refuse' },
  }),

  confirmPayoutBatch: async (ground) => ({ params: { id: await ground.checkedBatch() }, body: {} }),
  decidePayoutBatch: async (ground) => ({
    params: { id: await ground.waitingBatch() },
    body: { decision: 'refuse' },
  }),

  recordMovement: async () => ({
    body: {
      ...{ kind: 'float_deposited', account: 'sandbox', currency: 'XOF', amount: 500 },
      reference: `Transfer ${unique()}`,
    },
  }),
  correctMovement: async (ground) => ({
    params: { id: await ground.movement() },
    body: { note: 'Booked twice' },
  }),

  addAccount: async () => ({
    body: { connector: 'wave', name: 'Main', unchecked: true, settings: provider_settings },
  }),
  changeAccount: async (ground) => ({ params: { id: await ground.account() }, body: { unchecked: true } }),
  resendEvent: async () => ({ params: { id: 'evt_none' }, body: {} }),
  addKey: async () => ({ body: { name: 'Till' } }),
  changeRule: async () => ({ params: { operator: 'mtn_ci' }, body: { fee_percent: '1', enabled: true } }),
  decideSandbox: async () => ({ body: { decision: 'approve' } }),
  fundSandbox: async () => ({ body: { currency: 'XOF', amount: 1000 } }),
  updateProfile: async () => ({ body: { name: 'Shop' } }),
  updateBranding: async () => ({ body: {} }),
  addWebhook: async () => ({ body: endpoint() }),
  changeWebhook: async (ground) => ({ params: { id: await ground.endpoint() }, body: {} }),
  resendToWebhook: async (ground) => ({ params: { id: await ground.endpoint() }, body: {} }),
};

/** Fields that accept any text and never show it. */
export const never_shown: ReadonlySet<string> = new Set([
  'acceptInvitation password',
  'setPasswordByLink new_password',
  // The id of a file.
  'confirmPayoutBatch again',
  // The body of `changeAccount` lists the names of settings to remove.
  'changeAccount unset.0',
  // Providers' secrets are sealed; for all other settings, an account shows only whether they are set.
  'addAccount settings.*',
  'changeAccount settings.*',
]);
