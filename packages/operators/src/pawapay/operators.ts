/** An operator as pawaPay lists it. */
export interface Place {
  /** Our code. */
  readonly operator: string;
  /** pawaPay's code. */
  readonly provider: string;
  /**
   * The way in which customers approve a payment: a prompt on the phone, a code created in advance, or the
   * operator's own page.
   */
  readonly auth: 'prompt' | 'code_first' | 'redirect';
  /** The code to dial if no prompt appears, or to create the approval code in advance. */
  readonly dial?: string;
}

/** pawaPay's codes of its providers (docs.pawapay.io/v2/docs/providers), by the codes of our catalogue. */
const provider_codes: Readonly<Record<string, string>> = {
  mtn_bj: 'MTN_MOMO_BEN',
  moov_bj: 'MOOV_BEN',
  moov_bf: 'MOOV_BFA',
  orange_bf: 'ORANGE_BFA',
  mtn_cm: 'MTN_MOMO_CMR',
  orange_cm: 'ORANGE_CMR',
  mtn_ci: 'MTN_MOMO_CIV',
  orange_ci: 'ORANGE_CIV',
  wave_ci: 'WAVE_CIV',
  mpesa_cd: 'VODACOM_MPESA_COD',
  airtel_cd: 'AIRTEL_COD',
  orange_cd: 'ORANGE_COD',
  airtel_cg: 'AIRTEL_COG',
  mtn_cg: 'MTN_MOMO_COG',
  mpesa_et: 'MPESA_ETH',
  airtel_ga: 'AIRTEL_GAB',
  mtn_gh: 'MTN_MOMO_GHA',
  airteltigo_gh: 'AIRTELTIGO_GHA',
  telecel_gh: 'VODAFONE_GHA',
  mpesa_ke: 'MPESA_KEN',
  mpesa_ls: 'MPESA_LSO',
  airtel_mw: 'AIRTEL_MWI',
  tnm_mw: 'TNM_MWI',
  movitel_mz: 'MOVITEL_MOZ',
  mpesa_mz: 'VODACOM_MOZ',
  airtel_ng: 'AIRTEL_NGA',
  mtn_ng: 'MTN_MOMO_NGA',
  airtel_rw: 'AIRTEL_RWA',
  mtn_rw: 'MTN_MOMO_RWA',
  free_sn: 'FREE_SEN',
  orange_sn: 'ORANGE_SEN',
  wave_sn: 'WAVE_SEN',
  orange_sl: 'ORANGE_SLE',
  airtel_tz: 'AIRTEL_TZA',
  mpesa_tz: 'VODACOM_TZA',
  tigo_tz: 'TIGO_TZA',
  halotel_tz: 'HALOTEL_TZA',
  airtel_ug: 'AIRTEL_OAPI_UGA',
  mtn_ug: 'MTN_MOMO_UGA',
  airtel_zm: 'AIRTEL_OAPI_ZMB',
  mtn_zm: 'MTN_MOMO_ZMB',
  zamtel_zm: 'ZAMTEL_ZMB',
};

/** The operators whose customers do not approve with a prompt, and how they approve instead. */
const other_auths: Readonly<Record<string, Place['auth']>> = {
  orange_bf: 'code_first',
  wave_ci: 'redirect',
  wave_sn: 'redirect',
};

const dial_codes: Readonly<Record<string, string>> = {
  moov_bf: '*555*6#',
  orange_bf: '*144*4*6*{amount}#',
  mtn_ci: '*133#',
  orange_ci: '#120#',
  free_sn: '#150#',
  orange_sn: '#144#',
};

/** Every operator that pawaPay reaches. */
export const places: readonly Place[] = Object.entries(provider_codes).map(([operator, provider]) => {
  const dial = dial_codes[operator];
  return { operator, provider, auth: other_auths[operator] ?? 'prompt', ...(dial !== undefined && { dial }) };
});

const byOperator = new Map(places.map((place) => [place.operator, place]));
const byProvider = new Map(places.map((place) => [place.provider, place]));

export const findPlace = (operator: string): Place | undefined => byOperator.get(operator);
export const findProvider = (provider: string): Place | undefined => byProvider.get(provider);
