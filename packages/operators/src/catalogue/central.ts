import type { CountryWallets } from './expand.ts';

/** Central Africa. Sources and doubts: ../../README.md, "The catalogue". */
export const central: readonly CountryWallets[] = [
  {
    country: 'CM',
    currencies: ['XAF'],
    calling_code: '237',
    national_lengths: [9],
    wallets: [
      {
        code: 'mtn_cm',
        name: 'MTN MoMo',
        prefixes: '67 650-654 680-683',
        flow: 'ussd_push',
        decimals: 0,
        dial: '*126#',
        customer_time_s: 300,
      },
      {
        code: 'orange_cm',
        name: 'Orange Money',
        prefixes: '640-642 655-659 686-689 69',
        flow: 'ussd_push',
        decimals: 0,
        dial: '#150*50#',
      },
    ],
  },
  {
    country: 'GA',
    currencies: ['XAF'],
    calling_code: '241',
    national_lengths: [8],
    wallets: [
      { code: 'airtel_ga', name: 'Airtel Money', prefixes: '74 76 77', flow: 'ussd_push', decimals: 2 },
      {
        code: 'moov_ga',
        name: 'Moov Money (ex Flooz)',
        prefixes: '60 62 65 66',
        flow: 'ussd_push',
        decimals: 0,
      },
    ],
  },
  {
    country: 'CG',
    currencies: ['XAF'],
    calling_code: '242',
    national_lengths: [9],
    wallets: [
      {
        code: 'mtn_cg',
        name: 'MTN MoMo',
        prefixes: '06',
        flow: 'ussd_push',
        decimals: 0,
        customer_time_s: 300,
      },
      { code: 'airtel_cg', name: 'Airtel Money', prefixes: '04 05', flow: 'ussd_push', decimals: 0 },
    ],
  },
  {
    country: 'CD',
    currencies: ['CDF', 'USD'],
    calling_code: '243',
    national_lengths: [9],
    wallets: [
      { code: 'mpesa_cd', name: 'Vodacom M-Pesa', prefixes: '81-83 86', flow: 'ussd_push', decimals: 0 },
      {
        code: 'airtel_cd',
        name: 'Airtel Money',
        prefixes: '96-99',
        flow: 'ussd_push',
        decimals: 2,
        dial: '*501#',
        dial_steps: ['currency', '6', '6', 'payment'],
      },
      { code: 'orange_cd', name: 'Orange Money', prefixes: '80 84 85 89', flow: 'ussd_push', decimals: 2 },
      { code: 'africell_cd', name: 'Afrimoney', prefixes: '90 91', flow: 'ussd_push', decimals: 2 },
    ],
  },
  {
    country: 'TD',
    currencies: ['XAF'],
    calling_code: '235',
    national_lengths: [8],
    wallets: [
      { code: 'airtel_td', name: 'Airtel Money', prefixes: '60-69 85-87', flow: 'ussd_push', decimals: 0 },
      {
        code: 'moov_td',
        name: 'Moov Money (ex Tigo)',
        prefixes: '30 31 90-99',
        flow: 'ussd_push',
        decimals: 0,
      },
    ],
  },
  {
    country: 'CF',
    currencies: ['XAF'],
    calling_code: '236',
    national_lengths: [8],
    wallets: [
      { code: 'orange_cf', name: 'Orange Money', prefixes: '72 73 74', flow: 'redirect', decimals: 0 },
    ],
  },
];
