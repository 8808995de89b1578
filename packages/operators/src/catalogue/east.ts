import type { CountryWallets } from './expand.ts';

/** East and southern Africa, Madagascar. Sources and doubts: ../../README.md, "The catalogue". */
export const east: readonly CountryWallets[] = [
  {
    country: 'KE',
    currencies: ['KES'],
    calling_code: '254',
    national_lengths: [9],
    wallets: [
      {
        code: 'mpesa_ke',
        name: 'M-PESA (Safaricom)',
        prefixes: '11 70-72 74 757-759 768 769 79',
        flow: 'ussd_push',
        decimals: 0,
        customer_time_s: 60,
        // Limits of STK push, the same for every till; other wallets set theirs per account.
        min_amount: 1,
        max_amount: 150_000,
      },
      {
        code: 'airtel_ke',
        name: 'Airtel Money',
        prefixes: '10 73 750-756 762 78',
        flow: 'ussd_push',
        decimals: 0,
      },
    ],
  },
  {
    country: 'UG',
    currencies: ['UGX'],
    calling_code: '256',
    national_lengths: [9],
    wallets: [
      {
        code: 'mtn_ug',
        name: 'MTN MoMo',
        prefixes: '76-78 790-793',
        flow: 'ussd_push',
        decimals: 2,
        dial: '*165*8*3*1#',
        dial_steps: ['yes'],
        customer_time_s: 300,
      },
      {
        code: 'airtel_ug',
        name: 'Airtel Money',
        prefixes: '70 730 74 75',
        flow: 'ussd_push',
        decimals: 0,
        dial: '*185*10*6*2#',
        dial_steps: ['1', 'payment'],
      },
      { code: 'wave_ug', name: 'Wave', flow: 'redirect', decimals: 0, customer_time_s: 1800 },
    ],
  },
  {
    country: 'RW',
    currencies: ['RWF'],
    calling_code: '250',
    national_lengths: [9],
    wallets: [
      {
        code: 'mtn_rw',
        name: 'MTN MoMo',
        prefixes: '78 79',
        flow: 'ussd_push',
        decimals: 0,
        dial: '*182*7*1#',
        dial_steps: ['payment', '1'],
        customer_time_s: 300,
      },
      {
        code: 'airtel_rw',
        name: 'Airtel Money',
        prefixes: '72 73',
        flow: 'ussd_push',
        decimals: 0,
        dial: '*182*5*6*1#',
        dial_steps: ['payment'],
      },
    ],
  },
  {
    country: 'TZ',
    currencies: ['TZS'],
    calling_code: '255',
    national_lengths: [9],
    wallets: [
      { code: 'mpesa_tz', name: 'Vodacom M-Pesa', prefixes: '74-76 79', flow: 'ussd_push', decimals: 0 },
      {
        code: 'airtel_tz',
        name: 'Airtel Money',
        prefixes: '66 68 69 78',
        flow: 'ussd_push',
        decimals: 2,
        dial: '*150*60#',
        dial_steps: ['7', '#', '11', '1', 'payment'],
      },
      {
        code: 'tigo_tz',
        name: 'Mixx by Yas (ex Tigo Pesa)',
        prefixes: '65 67 70 71 77',
        flow: 'ussd_push',
        decimals: 0,
      },
      { code: 'halotel_tz', name: 'HaloPesa', prefixes: '61-63', flow: 'ussd_push', decimals: 0 },
    ],
  },
  {
    country: 'BI',
    currencies: ['BIF'],
    calling_code: '257',
    national_lengths: [8],
    wallets: [
      { code: 'lumicash_bi', name: 'Lumicash (Lumitel)', prefixes: '61-69', flow: 'ussd_push', decimals: 0 },
      {
        code: 'ecocash_bi',
        name: 'EcoCash (Econet Leo)',
        prefixes: '71 72 76 79',
        flow: 'ussd_push',
        decimals: 0,
      },
    ],
  },
  {
    country: 'ET',
    currencies: ['ETB'],
    calling_code: '251',
    national_lengths: [9],
    wallets: [
      { code: 'mpesa_et', name: 'M-PESA Ethiopia', prefixes: '70-73 77', flow: 'ussd_push', decimals: 2 },
      { code: 'telebirr_et', name: 'telebirr', prefixes: '90-99', flow: 'redirect', decimals: 2 },
    ],
  },
  {
    country: 'SS',
    currencies: ['SSP'],
    calling_code: '211',
    national_lengths: [9],
    wallets: [{ code: 'mtn_ss', name: 'MTN MoMo', prefixes: '92 99', flow: 'ussd_push', decimals: 2 }],
  },
  {
    country: 'ZM',
    currencies: ['ZMW'],
    calling_code: '260',
    national_lengths: [9],
    wallets: [
      {
        code: 'mtn_zm',
        name: 'MTN MoMo',
        prefixes: '56 76 96',
        flow: 'ussd_push',
        decimals: 2,
        dial: '*115#',
        customer_time_s: 300,
      },
      { code: 'airtel_zm', name: 'Airtel Money', prefixes: '57 77 97', flow: 'ussd_push', decimals: 2 },
      { code: 'zamtel_zm', name: 'Zamtel Money', prefixes: '55 75 95', flow: 'ussd_push', decimals: 2 },
    ],
  },
  {
    country: 'MW',
    currencies: ['MWK'],
    calling_code: '265',
    national_lengths: [9],
    wallets: [
      { code: 'airtel_mw', name: 'Airtel Money', prefixes: '98 99', flow: 'ussd_push', decimals: 2 },
      { code: 'tnm_mw', name: 'TNM Mpamba', prefixes: '31 88 89', flow: 'ussd_push', decimals: 2 },
    ],
  },
  {
    country: 'MZ',
    currencies: ['MZN'],
    calling_code: '258',
    national_lengths: [9],
    wallets: [
      { code: 'mpesa_mz', name: 'Vodacom M-Pesa', prefixes: '84 85', flow: 'ussd_push', decimals: 2 },
      // It is not known whether this wallet accepts only whole amounts or two decimals. With two decimals we refuse
      // no amount that it may accept.
      { code: 'movitel_mz', name: 'e-Mola', prefixes: '86 87', flow: 'ussd_push', decimals: 2 },
      { code: 'mkesh_mz', name: 'mKesh (Tmcel)', prefixes: '82 83', flow: 'ussd_push', decimals: 2 },
    ],
  },
  {
    country: 'MG',
    currencies: ['MGA'],
    calling_code: '261',
    national_lengths: [9],
    wallets: [
      {
        code: 'mvola_mg',
        name: 'MVola (Yas, ex Telma)',
        prefixes: '34 36 38',
        flow: 'ussd_push',
        decimals: 0,
      },
      { code: 'orange_mg', name: 'Orange Money', prefixes: '32 37', flow: 'redirect', decimals: 0 },
      { code: 'airtel_mg', name: 'Airtel Money', prefixes: '33 35', flow: 'ussd_push', decimals: 0 },
    ],
  },
  {
    country: 'BW',
    currencies: ['BWP'],
    calling_code: '267',
    national_lengths: [8],
    wallets: [
      {
        code: 'orange_bw',
        name: 'Orange Money',
        prefixes: '72 750-753 757 763-765 769 774 775',
        flow: 'redirect',
        decimals: 2,
      },
    ],
  },
  {
    country: 'LS',
    currencies: ['LSL'],
    calling_code: '266',
    national_lengths: [8],
    wallets: [
      { code: 'mpesa_ls', name: 'Vodacom M-Pesa', prefixes: '50-59', flow: 'ussd_push', decimals: 2 },
    ],
  },
  {
    country: 'SZ',
    currencies: ['SZL'],
    calling_code: '268',
    national_lengths: [8],
    wallets: [
      {
        code: 'mtn_sz',
        name: 'MTN MoMo',
        prefixes: '76 78',
        flow: 'ussd_push',
        decimals: 2,
        customer_time_s: 300,
      },
    ],
  },
  {
    country: 'ZA',
    currencies: ['ZAR'],
    calling_code: '27',
    national_lengths: [9],
    // The prefixes are unknown.
    wallets: [{ code: 'mtn_za', name: 'MTN MoMo (South Africa)', flow: 'ussd_push', decimals: 2 }],
  },
];
