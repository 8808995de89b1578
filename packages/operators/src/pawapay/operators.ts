/** A wallet in pawaPay's terms. */
export interface Place {
  /** Our code. */
  readonly operator: string;
  /** pawaPay's. */
  readonly provider: string;
  /**
   * The way in which its customer approves: a prompt on the phone, a code created before, or the operator's
   * own page.
   */
  readonly auth: 'prompt' | 'code_first' | 'redirect';
  /** The code to dial if no prompt is pushed, or to create the code. */
  readonly dial?: string;
}

const prompted = (operator: string, provider: string, dial?: string): Place => ({
  operator,
  provider,
  auth: 'prompt',
  ...(dial !== undefined && { dial }),
});

/** pawaPay's list of providers (docs.pawapay.io/v2/docs/providers) and the codes of our catalogue. */
export const places: readonly Place[] = [
  prompted('mtn_bj', 'MTN_MOMO_BEN'),
  prompted('moov_bj', 'MOOV_BEN'),
  prompted('moov_bf', 'MOOV_BFA', '*555*6#'),
  { operator: 'orange_bf', provider: 'ORANGE_BFA', auth: 'code_first', dial: '*144*4*6*{amount}#' },
  prompted('mtn_cm', 'MTN_MOMO_CMR'),
  prompted('orange_cm', 'ORANGE_CMR'),
  prompted('mtn_ci', 'MTN_MOMO_CIV', '*133#'),
  prompted('orange_ci', 'ORANGE_CIV', '#120#'),
  { operator: 'wave_ci', provider: 'WAVE_CIV', auth: 'redirect' },
  prompted('mpesa_cd', 'VODACOM_MPESA_COD'),
  prompted('airtel_cd', 'AIRTEL_COD'),
  prompted('orange_cd', 'ORANGE_COD'),
  prompted('airtel_cg', 'AIRTEL_COG'),
  prompted('mtn_cg', 'MTN_MOMO_COG'),
  prompted('mpesa_et', 'MPESA_ETH'),
  prompted('airtel_ga', 'AIRTEL_GAB'),
  prompted('mtn_gh', 'MTN_MOMO_GHA'),
  prompted('airteltigo_gh', 'AIRTELTIGO_GHA'),
  prompted('telecel_gh', 'VODAFONE_GHA'),
  prompted('mpesa_ke', 'MPESA_KEN'),
  prompted('mpesa_ls', 'MPESA_LSO'),
  prompted('airtel_mw', 'AIRTEL_MWI'),
  prompted('tnm_mw', 'TNM_MWI'),
  prompted('movitel_mz', 'MOVITEL_MOZ'),
  prompted('mpesa_mz', 'VODACOM_MOZ'),
  prompted('airtel_ng', 'AIRTEL_NGA'),
  prompted('mtn_ng', 'MTN_MOMO_NGA'),
  prompted('airtel_rw', 'AIRTEL_RWA'),
  prompted('mtn_rw', 'MTN_MOMO_RWA'),
  prompted('free_sn', 'FREE_SEN', '#150#'),
  prompted('orange_sn', 'ORANGE_SEN', '#144#'),
  { operator: 'wave_sn', provider: 'WAVE_SEN', auth: 'redirect' },
  prompted('orange_sl', 'ORANGE_SLE'),
  prompted('airtel_tz', 'AIRTEL_TZA'),
  prompted('mpesa_tz', 'VODACOM_TZA'),
  prompted('tigo_tz', 'TIGO_TZA'),
  prompted('halotel_tz', 'HALOTEL_TZA'),
  prompted('airtel_ug', 'AIRTEL_OAPI_UGA'),
  prompted('mtn_ug', 'MTN_MOMO_UGA'),
  prompted('airtel_zm', 'AIRTEL_OAPI_ZMB'),
  prompted('mtn_zm', 'MTN_MOMO_ZMB'),
  prompted('zamtel_zm', 'ZAMTEL_ZMB'),
];

const byOperator = new Map(places.map((place) => [place.operator, place]));
const byProvider = new Map(places.map((place) => [place.provider, place]));

export const findPlace = (operator: string): Place | undefined => byOperator.get(operator);
export const findProvider = (provider: string): Place | undefined => byProvider.get(provider);
