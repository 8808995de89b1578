/** One Wave account: a wallet of one country, its keys and its webhook as set in the Business Portal. */
export interface WaveOptions {
  readonly api_key: string;
  readonly currency: string;
  /** With a plus: `+221`. Payouts go to numbers of the key's country. */
  readonly calling_code: string;
  readonly webhook: {
    readonly strategy: 'signing_secret' | 'shared_secret';
    readonly secret: string;
    /** The previous secret, during the period in which both secrets sign. */
    readonly former_secret?: string;
    /** `joined` is what Wave documents; `dotted` is what other clients expect. */
    readonly form: 'joined' | 'dotted';
  };
  /** If set, requests must be signed with this secret. */
  readonly request_secret?: string;
  /** The balance of the wallet, in the major unit. */
  readonly balance: bigint;
  readonly page_size: number;
  /** Whether the list of transactions states their types: according to the documentation it may not. */
  readonly list_has_types: boolean;
  /** The percentage of a payment that the list shows as its fee; its amounts are then net of the fee. */
  readonly listed_fee_percent: bigint;
}

export const usualOptions: WaveOptions = {
  api_key: 'wave_sn_prod_simulated',
  currency: 'XOF',
  calling_code: '+221',
  webhook: { strategy: 'signing_secret', secret: 'wave_sn_WHS_simulated', form: 'joined' },
  balance: 10_000_000n,
  page_size: 50,
  list_has_types: true,
  listed_fee_percent: 0n,
};

/** A payment link, as the API shows it, and its state. */
export interface Session {
  readonly id: string;
  readonly reference: string;
  readonly phone: string;
  readonly amount: string;
  readonly created_at: Date;
  readonly shown: Readonly<Record<string, unknown>>;
  moved_amount: string | null;
  checkout_status: 'open' | 'complete' | 'expired';
  payment_status: 'processing' | 'cancelled' | 'succeeded';
  last_payment_error: { code: string; message: string } | null;
  transaction_id: string | null;
  completed_at: Date | null;
  refund: { readonly transaction_id: string; readonly at: Date } | null;
}
