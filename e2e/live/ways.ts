/** One contract of one connector, with the people who pay and are paid through it in the provider's simulator. */
export interface Way {
  readonly connector: string;
  /** The account's name in the output of `npm run simulators`. */
  readonly name: string;
  readonly operator: string;
  readonly currency: string;
  /**
   * The payers' numbers in E.164; one for each payment, since some operators refuse the same payment twice in a
   * row.
   */
  readonly payers: readonly string[];
  /** The recipient's number in E.164; null if the contract has no payouts. */
  readonly recipient: string | null;
  /** The step that the operator requires of the customer. */
  readonly asks: 'prompt' | 'page' | 'code first';
  /** False if the provider sends no callbacks, because the result is in the response. */
  readonly is_called_back: boolean;
  /**
   * The part of the charged amount to refund, in the major unit; null refunds everything, 0 nothing, because the
   * number that paid is not known.
   */
  readonly refund: number | null;
}

const usual = {
  name: 'simulator',
  currency: 'XOF',
  asks: 'prompt',
  is_called_back: true,
  refund: 2000,
} as const;

/** Every connector, and each of its distinct contracts. */
export const ways: readonly Way[] = [
  {
    ...usual,
    connector: 'pawapay',
    operator: 'moov_bf',
    payers: ['+22662030200'],
    recipient: '+22662030201',
  },
  {
    ...usual,
    connector: 'mtn-momo',
    operator: 'mtn_ci',
    payers: ['+2250504030200', '+2250504030201'],
    recipient: '+2250504030202',
  },
  {
    ...usual,
    connector: 'wave',
    operator: 'wave_sn',
    payers: ['+221774030255', '+221774030256'],
    recipient: '+221774030233',
    asks: 'page',
    // Wave refunds a payment in full or not at all.
    refund: null,
  },
  {
    ...usual,
    connector: 'mpesa-daraja',
    operator: 'mpesa_ke',
    currency: 'KES',
    payers: ['+254722000100'],
    recipient: '+254722000101',
  },
  {
    ...usual,
    connector: 'orange-money',
    operator: 'orange_cm',
    currency: 'XAF',
    payers: ['+237699030200'],
    recipient: '+237699030207',
  },
  {
    ...usual,
    connector: 'orange-money',
    name: 'ivory_coast',
    operator: 'orange_ci',
    payers: ['+2250704030200'],
    recipient: null,
    asks: 'page',
  },
  {
    ...usual,
    connector: 'orange-money',
    name: 'senegal',
    operator: 'orange_sn',
    payers: ['+221774030210'],
    recipient: '+221774030211',
    asks: 'page',
    refund: 0,
  },
  {
    ...usual,
    connector: 'orange-money',
    name: 'burkina_faso',
    operator: 'orange_bf',
    payers: ['+22674030210', '+22674030212'],
    recipient: null,
    asks: 'code first',
    is_called_back: false,
  },
  {
    ...usual,
    connector: 'fedapay',
    operator: 'moov_tg',
    payers: ['+22896030200'],
    recipient: '+22896030200',
  },
  {
    ...usual,
    connector: 'airtel-money',
    operator: 'airtel_ug',
    currency: 'UGX',
    payers: ['+256752000100'],
    recipient: '+256752000101',
  },
];
